import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../helpers/make-folder.ts'
import { openProgram } from '../helpers/pty.ts'

test('to a screen reader the program only ever adds lines, on any terminal, and leaves the cursor to be found', async () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'quarterdeck'), { mode: 0o700 })
  writeFileSync(join(folder, 'quarterdeck', 'config.json'), '{"screenReader": true}')
  const program = openProgram({ args: ['demo'], cols: 200, env: { XDG_CONFIG_HOME: folder, FORCE_COLOR: '3' } })
  onTestFinished(() => program.close())
  await program.waitFor('Command: qd overview')
  program.press('2')
  await program.waitFor('row 1 of 5:')
  // The last of what this screen asks for.
  await program.waitFor('the usual')
  expect(program.isAlternateScreen).toBe(false)
  expect(program.isCursorVisible).toBe(true)
  const before = program.raw().length
  program.press('j')
  await program.waitFor(() => program.raw().endsWith('\n') && program.raw().includes('row 2 of', before))
  expect(program.raw().slice(before)).toMatch(/^row 2 of \d+: \w[^\n]*\r\n$/)
  program.press('Esc')
  await program.waitFor(() => program.raw().lastIndexOf('Command: qd overview') > before)
  program.press('q')
  await program.exited
  // Pastes are told apart from keys; nothing else is ever asked of the terminal: no colour, no place, no question.
  expect(program.raw().replaceAll(/\x1b\[\?2004[hl]/g, '')).not.toMatch(/[\x1b\x07]|\r(?!\n)/)
})
