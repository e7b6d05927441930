import { expect, test } from 'vitest'
import { open } from '../helpers/e2e.ts'
import { makeConfig } from '../helpers/make-folder.ts'
import { envOf, type Program, type ProgramOptions } from '../helpers/pty.ts'

const QUESTION = '\x1b]11;?'
const WHITE = 'rgb:ffff/ffff/ffff'

const openOffline = ({ args = [], env = {}, ...rest }: ProgramOptions = {}): Program =>
  open({ args: ['--offline', ...args], env: { ...envOf('http://127.0.0.1:9', 'a-key'), ...env }, ...rest })

/** Colour of the shown screen's name among the tabs: the accent. */
const accentOf = (program: Program): number => {
  const y = program.screen().findIndex((row) => row.includes('1 Overview'))
  return program.styleAt((program.screen()[y] ?? '').indexOf('Overview'), y).foreground
}
// The first two are of the 256, told by their numbers.
const [DARK, LIGHT, BRIGHT] = [81, 24, 0x8fe0ff]
const accentBecomes = (program: Program, color: number) =>
  program.waitFor((rows) => rows.some((row) => row.includes('1 Overview')) && accentOf(program) === color, {
    timeoutMs: 10_000,
  })

/** On a busy machine the terminal may answer too late, which the program ignores: then the test is repeated. */
const answeredInTime = { retry: 4 }

test(
  'on a light terminal that says so only when asked, everything is painted again in dark letters',
  answeredInTime,
  async () => {
    const program = openOffline({ background: WHITE })
    await accentBecomes(program, LIGHT)
    const raw = program.raw()
    // The question comes behind a whole frame, which did not wait for it.
    expect(raw.indexOf('NEEDS ATTENTION')).toBeLessThan(raw.indexOf(QUESTION))
    await program.pressUntil('2', '[credits]')
    expect(program.screen().join('\n')).not.toContain('rgb:')
  },
)

test('on a dark one nothing is painted again', async () => {
  const program = openOffline({ background: 'rgb:1e1e/1e1e/1e1e' })
  await program.waitFor('NEEDS ATTENTION')
  await program.pressUntil('?', 'the organisation over the chosen days')
  expect(accentOf(program)).toBe(DARK)
  expect(program.raw().split(QUESTION)).toHaveLength(2)
  expect(program.raw()).not.toContain('38;5;24m')
})

test('an answer that comes late, in pieces, is neither drawn nor taken for keys', async () => {
  const program = openOffline()
  await program.waitFor('NEEDS ATTENTION')
  await program.pressUntil('?', 'the organisation over the chosen days')
  await program.pressUntil('Esc', (rows) => !rows.join('\n').includes('the organisation over the chosen days'))
  program.type('\x1b]11;rgb:ff')
  program.type(`ff/ffff/ffff\x1b\\`)
  const screen = await program.pressUntil('2', '[credits]')
  expect(screen.join('\n')).not.toMatch(/rgb:|ffff/)
})

test('whoever leaves at once gets no answer on their screen', answeredInTime, async () => {
  const program = openOffline({ background: WHITE })
  await program.waitFor(() => program.raw().includes(QUESTION))
  program.press('q')
  await program.exited
  expect(program.raw().slice(program.raw().lastIndexOf('\x1b[?1049l'))).not.toMatch(/rgb:|\]11/)
})

test.each([
  ['--theme light', { args: ['--theme', 'light'] }, LIGHT],
  ['--theme dark', { args: ['--theme', 'dark'], background: WHITE }, DARK],
  ['COLORFGBG', { env: { COLORFGBG: '0;15' } }, LIGHT],
])('%s is not asked about', async (_name, options, color) => {
  const program = openOffline(options)
  await accentBecomes(program, color)
  await program.pressUntil('2', '[credits]')
  expect(accentOf(program)).not.toBe(color === DARK ? LIGHT : DARK)
  expect(program.raw()).not.toContain(QUESTION)
})

test('config.json names the theme, and --theme holds against it', async () => {
  const env = { XDG_CONFIG_HOME: makeConfig({ theme: 'contrast' }) }
  await accentBecomes(openOffline({ env }), BRIGHT)
  await accentBecomes(openOffline({ env, args: ['--theme', 'light'] }), LIGHT)
})

test('mono sets no colour at all', async () => {
  const program = openOffline({ args: ['--theme', 'mono'], background: WHITE })
  await program.waitFor('NEEDS ATTENTION')
  expect(program.raw()).not.toMatch(/\x1b\[([34]8;|[39]\dm)/)
  expect(program.raw()).not.toContain(QUESTION)
})

test('a terminal of 256 colours gets the nearest of those, and one of 16 its own', async () => {
  const DARK_256 = 80
  const BRIGHT_CYAN = 14
  await accentBecomes(openOffline({ env: { COLORTERM: '' }, args: ['--theme', 'dark'] }), DARK_256)
  await accentBecomes(openOffline({ env: { FORCE_COLOR: '1' }, args: ['--theme', 'dark'] }), BRIGHT_CYAN)
})
