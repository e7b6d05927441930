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
const [LIGHT, BRIGHT] = [24, 0x8fe0ff]
const accentBecomes = (program: Program, color: number) =>
  program.waitFor((rows) => rows.some((row) => row.includes('1 Overview')) && accentOf(program) === color, {
    timeoutMs: 10_000,
  })

/** On a busy machine the terminal may reply too late, and the program ignores the reply. Then the test is repeated. */
const answeredInTime = { retry: 4 }

test(
  'a terminal that answers with a light background gets dark text after the first frame',
  answeredInTime,
  async () => {
    const program = openOffline({ background: WHITE })
    await accentBecomes(program, LIGHT)
    const raw = program.raw()
    // The query is sent after a complete frame, so it doesn't delay the frame.
    expect(raw.indexOf('NEEDS ATTENTION')).toBeLessThan(raw.indexOf(QUESTION))
    await program.pressUntil('2', '[credits]')
    expect(program.screen().join('\n')).not.toContain('rgb:')
  },
)

test('an answer that arrives after the program has ended is not echoed', answeredInTime, async () => {
  const program = openOffline({ background: WHITE })
  await program.waitFor(() => program.raw().includes(QUESTION))
  program.press('q')
  await program.exited
  expect(program.raw().slice(program.raw().lastIndexOf('\x1b[?1049l'))).not.toMatch(/rgb:|\]11/)
})

test('config.json names the theme, and --theme overrides it without querying the terminal', async () => {
  const env = { XDG_CONFIG_HOME: makeConfig({ theme: 'contrast' }) }
  await accentBecomes(openOffline({ env }), BRIGHT)
  const program = openOffline({ env, args: ['--theme', 'light'] })
  await accentBecomes(program, LIGHT)
  await program.pressUntil('2', '[credits]')
  expect(program.raw()).not.toContain(QUESTION)
})
