import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openProgram, type ProgramOptions } from './pty.ts'

const echo = `${tmpdir()}/quarterdeck-echo-${process.pid}.mjs`
writeFileSync(
  echo,
  `
  const { stdin, stdout } = process
  stdin.setRawMode(true)
  const show = () => stdout.write('\\x1b[2J\\x1b[Hsize ' + stdout.columns + 'x' + stdout.rows + ' env ' + Object.keys(process.env).sort().join(','))
  stdout.on('resize', show)
  stdout.write('\\x1b[?1049h\\x1b[?25l\\x1b[?2004h')
  show()
  stdin.on('data', (data) => {
    stdout.write('\\r\\n\\x1b[1;38;5;80mgot\\x1b[m ' + JSON.stringify(String(data)))
    if (String(data) === '?') stdout.write('\\x1b[6n')
    if (String(data) === 'q') { stdout.write('\\x1b[?2004l\\x1b[?1049l\\x1b[?25hbye'); process.exit(3) }
  })`,
)
afterAll(() => rmSync(echo, { force: true }))

const open = (options: ProgramOptions = {}) => {
  const program = openProgram({ program: echo, ...options })
  onTestFinished(() => program.close())
  return program
}

test('a program sees the size it was given, the keys by name, and pastes between marks', async () => {
  const program = open({ cols: 132, rows: 20 })
  await program.waitFor('size 132x20')
  program.press('g ^d Up M-x')
  await program.waitFor(JSON.stringify('g\x04\x1b[A\x1bx'))
  program.paste('two\nlines')
  await program.waitFor(JSON.stringify('\x1b[200~two\nlines\x1b[201~'))
  expect(program.isAlternateScreen).toBe(true)
  expect(program.isCursorVisible).toBe(false)
  expect(program.isBracketedPaste).toBe(true)
  program.resize(80, 12)
  await program.waitFor('size 80x12')
})

test('nothing of the environment that changes how a program draws reaches it', async () => {
  process.env.NO_COLOR = '1'
  onTestFinished(() => {
    delete process.env.NO_COLOR
  })
  const program = open({ env: { QUARTERDECK_PROFILE: 'one' } })
  const [first = ''] = await program.waitFor('size ')
  const names = first.split('env ')[1]?.split(',') ?? []
  expect(names).toContain('QUARTERDECK_PROFILE')
  expect(names).not.toContain('NO_COLOR')
  expect(names).not.toContain('CI')
})

test('the terminal answers what the program asks', async () => {
  const program = open()
  await program.waitFor('size ')
  program.type('?')
  await program.waitFor(JSON.stringify('\x1b[2;8R'))
})

test('the style of a cell is told', async () => {
  const program = open()
  await program.waitFor('size ')
  program.press('j')
  await program.waitFor('got "j"')
  expect(program.styleAt(0, 1)).toMatchObject({ bold: true, foreground: 80, background: -1, inverse: false })
  expect(program.styleAt(4, 1)).toMatchObject({ bold: false, foreground: -1 })
  expect(() => program.styleAt(500, 0)).toThrow('there is no cell at 500, 0 on a screen of 120x40')
})

test('a program that quits leaves its status and its last words', async () => {
  const program = open()
  await program.waitFor('size ')
  program.press('q')
  await expect(program.exited).resolves.toEqual({ code: 3, signal: 0 })
  expect(program.screen().join('\n')).toContain('bye')
  expect(program.raw()).toContain('\x1b[?1049l')
  expect([program.isAlternateScreen, program.isCursorVisible, program.isBracketedPaste]).toEqual([false, true, false])
})

test('a signal that ends the program is told', async () => {
  const program = open()
  await program.waitFor('size ')
  program.kill('SIGTERM')
  await expect(program.exited).resolves.toMatchObject({ signal: 15 })
})

test('waiting in vain shows what was on the screen', async () => {
  const program = open({ cols: 60 })
  await program.waitFor('size 60')
  await expect(program.waitFor('never', { timeoutMs: 50 })).rejects.toThrow(
    /^"never" was not on the screen after 50 ms:\n\+-{60}\+\n\|size 60x40/,
  )
  program.press('q')
  await expect(program.waitFor('never')).rejects.toThrow('"never" was not on the screen when the program ended')
})
