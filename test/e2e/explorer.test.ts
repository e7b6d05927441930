import { readFileSync } from 'node:fs'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { fileService, open } from '../helpers/e2e.ts'
import { envOf, type Program, RESTORED } from '../helpers/pty.ts'

const service = fileService()

/** The explorer with the data of Overview on the screen. */
const openLoaded = (): Promise<Program> => loaded(open({ env: service.env }))

const loaded = async (opened: Program): Promise<Program> => {
  await opened.waitFor((screen) =>
    ['turns each', 'overall', '  CONTROLS  latest'].every((text) => screen.join('\n').includes(text)),
  )
  await opened.waitFor('0 req')
  return opened
}

/** Whether the head, the hints and the command are in their rows, and no row is wider than the window. */
const isWholeFrame = (screen: readonly string[], cols: number): boolean =>
  / \d+ req\b/.test(screen[0] ?? '') &&
  screen[1]?.includes('1 Overview') === true &&
  /^─+$/.test(screen[2] ?? '') &&
  screen.at(-2)?.includes('j/k') === true &&
  screen.at(-1)?.includes('= qd') === true &&
  screen.every((row) => stringWidth(row) <= cols)

test('without a profile the explorer opens the demo, labels it as demo data, and restores the terminal when it quits', async () => {
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

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGINT', 130],
] as const)('%s ends the explorer with the terminal restored', async (signal, code) => {
  const opened = open({ env: service.env })
  await opened.waitFor('Overview')
  await opened.waitFor(() => opened.modes().isBracketedPaste)
  opened.kill(signal)
  await expect(opened.exited).resolves.toEqual({ code, signal: 0 })
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

test.runIf(isLinux)('the demo service and the loader process end with the explorer, even if it is killed', async () => {
  const opened = await loaded(open())
  const children = childrenOf(opened.pid)
  expect(children).toHaveLength(2)
  expect(children.map(stateOf)).not.toContain(undefined)
  opened.kill('SIGKILL')
  await opened.exited
  await eventually(() => children.every((child) => stateOf(child) === undefined))
})

test.runIf(isLinux)('Ctrl-Z restores the terminal, and SIGCONT sets it up again, also after SIGSTOP', async () => {
  const opened = await openLoaded()
  const wake = async () => {
    const before = opened.raw().length
    opened.kill('SIGCONT')
    await opened.waitFor(() => opened.raw().slice(before).includes('\x1b[?1049h') && opened.modes().isBracketedPaste)
    await opened.waitFor((screen) => isWholeFrame(screen, 120))
  }
  opened.press('^z')
  await eventually(() => stateOf(opened.pid) === 'T')
  await expect.poll(opened.modes).toEqual(RESTORED)
  await wake()
  opened.kill('SIGSTOP')
  await eventually(() => stateOf(opened.pid) === 'T')
  await wake()
  await opened.pressUntil('2', 'credits by')
  opened.press('^c')
  opened.press('^c')
  await opened.exited
  expect(opened.modes()).toEqual(RESTORED)
})

test('without a server, figures are shown as unknown and the explorer stays usable', async () => {
  const opened = open({
    env: envOf('http://127.0.0.1:9', 'an-unknown-key'),
  })
  const [first] = await opened.waitFor('127.0.0.1:9')
  expect(first).not.toContain('DEMO')
  await opened.waitFor('not known')
  await opened.pressUntil('?', 'suspend; fg resumes')
  await opened.pressUntil('Esc', 'not known')
  opened.press('q')
  await expect(opened.exited).resolves.toEqual({ code: 0, signal: 0 })
  expect(opened.modes()).toEqual(RESTORED)
})

// These floods cause little output: everything is typed before any output is read, and a full terminal blocks the program.
test.each([
  ['letters', 'j'.repeat(200_000)],
  ['a reply of the terminal', `\x1b]52;c;${'A'.repeat(300_000)}`],
])('a flood of %s does not hold up Ctrl-C', async (_, flood) => {
  const opened = await openLoaded()
  // One Ctrl-C for each open popup, one for running requests, one to quit.
  opened.type(flood + '\x03'.repeat(8))
  await expect(opened.exited).resolves.toEqual({ code: 0, signal: 0 })
  expect(opened.modes()).toEqual(RESTORED)
})
