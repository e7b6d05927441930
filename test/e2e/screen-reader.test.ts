import { expect, test } from 'vitest'
import { open } from '../helpers/e2e.ts'
import { makeConfig } from '../helpers/make-folder.ts'

test('for a screen reader the program only adds lines, and the cursor stays visible', async () => {
  const folder = makeConfig({ screenReader: true })
  const program = open({ args: ['demo'], cols: 200, env: { XDG_CONFIG_HOME: folder, FORCE_COLOR: '3' } })
  await program.waitFor('Command: qd overview')
  await program.pressUntil('2', 'row 1 of 5:')
  // The last data that this screen requests.
  await program.waitFor('the usual')
  expect(program.modes().isAlternateScreen).toBe(false)
  expect(program.modes().isCursorVisible).toBe(true)
  const before = program.raw().length
  await program.pressUntil('j', () => program.raw().endsWith('\n') && program.raw().includes('row 2 of', before))
  expect(program.raw().slice(before)).toMatch(/^row 2 of \d+: \w[^\n]*\r\n$/)
  await program.pressUntil('1', () => program.raw().lastIndexOf('Command: qd overview') > before)
  program.press('q')
  await program.exited
  // The only escape sequence enables bracketed paste: there are no colours, cursor positions or terminal queries.
  expect(program.raw().replaceAll(/\x1b\[\?2004[hl]/g, '')).not.toMatch(/[\x1b\x07]|\r(?!\n)/)
})
