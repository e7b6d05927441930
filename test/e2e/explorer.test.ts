import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import stringWidth from 'string-width'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { fileService, open, selectedRow } from '../helpers/e2e.ts'
import { envOf, openProgram, type Program, RESTORED } from '../helpers/pty.ts'

const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))

const service = fileService()

/** The explorer on an organisation of its own, with its data on the screen. */
const openLoaded = (): Promise<Program> => loaded(open({ env: service.env }))

/** One for all tests that neither choose other days nor end it, but for the last of them. */
let lasting: Program | undefined
afterAll(() => lasting?.close())

/** The one that lasts, on Overview. */
const onOverview = async (): Promise<Program> => {
  if (!lasting) {
    lasting = openProgram({ env: service.env })
    return loaded(lasting)
  }
  lasting.resize(120, 40)
  // The key of the screen that is shown would say so in the last row.
  if (!lasting.screen()[0]?.includes('Overview')) lasting.press('1')
  await lasting.waitFor((screen) => isWholeFrame(screen, 120) && screen.join('\n').includes('turns each'))
  return lasting
}

const loaded = async (opened: Program): Promise<Program> => {
  await opened.waitFor((screen) =>
    ['turns each', 'overall', '  CONTROLS  latest'].every((text) => screen.join('\n').includes(text)),
  )
  await opened.waitFor('0 req')
  return opened
}

/** Head, hints and command stand where they belong, and no row is wider than the window. */
const isWholeFrame = (screen: readonly string[], cols: number): boolean =>
  / \d+ req\b/.test(screen[0] ?? '') &&
  screen[1]?.includes('1 Overview') === true &&
  /^─+$/.test(screen[2] ?? '') &&
  screen.at(-2)?.includes('j/k') === true &&
  screen.at(-1)?.includes('= qd') === true &&
  screen.every((row) => stringWidth(row) <= cols)

test('without a profile it opens on the demo, says so, and quits with the terminal as it was', async () => {
  const opened = open()
  const [first] = await opened.waitFor('DEMO')
  expect(first).toContain('DEMO')
  expect(opened.modes()).toMatchObject({ isAlternateScreen: true, isCursorVisible: false })
  await opened.waitFor((screen) => isWholeFrame(screen, 120))
  await opened.waitFor('turns each')
  expect(opened.modes().isBracketedPaste).toBe(true)
  opened.press('q')
  await expect(opened.exited).resolves.toEqual({ code: 0, signal: 0 })
  expect(opened.modes()).toEqual(RESTORED)
})

test('the numbers open screens, keys move, a burst of keys is several keys', async () => {
  const opened = await onOverview()
  await opened.pressUntil('2', 'credits by model')
  opened.press('F')
  await opened.pressUntil('Enter', 'credits by person')
  await opened.waitFor('@northwind.example')
  await opened.waitFor('0 req')
  const list = await opened.waitFor((screen) => selectedRow(screen) !== '')
  const first = list.findIndex((row) => row.startsWith('▌'))
  const moved = await opened.typeUntil('jjjk', (screen) => screen[first + 2]?.startsWith('▌') === true)
  expect(moved[first]?.slice(1)).toBe(list[first]?.slice(1).trimEnd())
  // On the way to the third row and back the second one is passed.
  const backgrounds = () => [0, 1, 2, 3].map((row) => opened.styleAt(10, first + row).background !== -1)
  await expect.poll(backgrounds).toEqual([false, false, true, false])
  await opened.pressUntil('g o', 'turns each')
  await opened.pressUntil('-', 'credits by person')
  await opened.pressUntil('q', 'turns each')
})

test('what is pasted outside of a field is no key', async () => {
  const opened = await onOverview()
  opened.paste('q2q')
  await opened.pressUntil('?', 'back to the shell until fg')
  expect(opened.modes().isAlternateScreen).toBe(true)
  opened.press('Esc')
})

test('a dialog that is opened for the first time loses no key, and leaves the keyboard as it was', async () => {
  const opened = await openLoaded()
  await opened.typeUntil('tjk4', (screen) => screen[0]?.includes('90d') ?? false)
  opened.press('t f ^u')
  await opened.typeUntil('2026-11-13\r', (screen) => screen[0]?.includes('Nov 13') ?? false)
  await opened.pressUntil('?', 'back to the shell until fg')
  await opened.pressUntil('Esc', (screen) => !screen.join('\n').includes('back to the shell until fg'))
  opened.press('q')
  expect((await opened.exited).code).toBe(0)
})

test('a screen fills the window, whatever size that takes', async () => {
  const opened = await onOverview()
  for (const [cols, rows] of [
    [60, 16],
    [200, 60],
    [61, 33],
    [120, 40],
  ] as const) {
    opened.resize(cols, rows)
    await opened.waitFor((screen) => isWholeFrame(screen, cols))
  }
})

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGINT', 130],
] as const)('%s ends it with the terminal restored', async (signal, code) => {
  const opened = open({ env: service.env })
  await opened.waitFor('Overview')
  await opened.waitFor(() => opened.modes().isBracketedPaste)
  opened.kill(signal)
  await expect(opened.exited).resolves.toEqual({ code, signal: 0 })
  expect(opened.modes()).toEqual(RESTORED)
})

test('Ctrl-C on an idle screen asks once, then quits', async () => {
  const opened = await openLoaded()
  await opened.pressUntil('^c', 'Ctrl-C once more quits.')
  opened.press('^c')
  await opened.exited
  expect(opened.modes()).toEqual(RESTORED)
})

const isLinux = process.platform === 'linux'
const stateOf = (pid: number): string | undefined => {
  try {
    return /^State:\s+(\S)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

const eventually = (what: () => boolean): Promise<void> => expect.poll(what).toBe(true)

test.runIf(isLinux)(
  'the service of the demo and the process that loads end with it, even if it is killed',
  async () => {
    const opened = await loaded(open())
    const children = childrenOf(opened.pid)
    expect(children).toHaveLength(2)
    expect(children.map(stateOf)).not.toContain(undefined)
    opened.kill('SIGKILL')
    await opened.exited
    await eventually(() => children.every((child) => stateOf(child) === undefined))
  },
)

test.runIf(isLinux)('stopped and woken by somebody else it takes the terminal again', async () => {
  const opened = await onOverview()
  opened.kill('SIGSTOP')
  await eventually(() => stateOf(opened.pid) === 'T')
  const before = opened.raw().length
  opened.kill('SIGCONT')
  await opened.waitFor(() => opened.raw().slice(before).includes('\x1b[?1049h') && opened.modes().isBracketedPaste)
  await opened.waitFor((screen) => isWholeFrame(screen, 120))
  await opened.pressUntil('2', 'credits by')
})

test.runIf(isLinux)('Ctrl-Z hands the terminal back, and waking takes it again', async () => {
  const opened = await onOverview()
  lasting = undefined
  onTestFinished(() => opened.close())
  opened.press('^z')
  await eventually(() => stateOf(opened.pid) === 'T')
  await expect.poll(opened.modes).toEqual(RESTORED)
  opened.kill('SIGCONT')
  await opened.waitFor((screen) => opened.modes().isAlternateScreen && isWholeFrame(screen, 120))
  await opened.waitFor(() => opened.modes().isBracketedPaste)
  await opened.pressUntil('2', 'credits by')
  opened.press('^c')
  opened.press('^c')
  await opened.exited
  expect(opened.modes()).toEqual(RESTORED)
})

test('an address where nobody answers is told, and the explorer stays usable', async () => {
  const opened = open({
    env: envOf('http://127.0.0.1:9', 'a-key-that-is-nobody-s'),
  })
  const [first] = await opened.waitFor('127.0.0.1:9')
  expect(first).not.toContain('DEMO')
  await opened.waitFor('not known')
  await opened.pressUntil('?', 'back to the shell until fg')
  await opened.pressUntil('Esc', 'not known')
  opened.press('q')
  await expect(opened.exited).resolves.toEqual({ code: 0, signal: 0 })
  expect(opened.modes()).toEqual(RESTORED)
})

const run = promisify(execFile)

test('without a terminal it says so in one sentence and ends with 2', async () => {
  const env = { PATH: process.env.PATH, HOME: '/nowhere' }
  const failure = await run(process.execPath, [program], { env }).catch((error: unknown) => error)
  const { code, stdout, stderr } = failure as { code: number; stdout: string; stderr: string }
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain('terminal')
})

// Of floods that make little to draw: all is typed before anything is read, and a terminal that is full waits for its reader.
test.each([
  ['letters', 'j'.repeat(200_000)],
  ['a reply of the terminal', `\x1b]52;c;${'A'.repeat(300_000)}`],
])('a flood of %s does not hold up Ctrl-C', async (_, flood) => {
  const opened = await openLoaded()
  // One for each thing that may have been opened, one for what is being fetched, one to quit.
  opened.type(flood + '\x03'.repeat(8))
  await expect(opened.exited).resolves.toEqual({ code: 0, signal: 0 })
  expect(opened.modes()).toEqual(RESTORED)
})
