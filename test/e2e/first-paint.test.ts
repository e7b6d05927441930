import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { framesFolderOf } from '../../src/base/saved-frames.ts'
import { fileService, open as openUntilEnd } from '../helpers/e2e.ts'
import { type Front, startFront } from '../helpers/front-server.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { envOf, foldersIn, type Program, RESTORED } from '../helpers/pty.ts'
import { testFront } from '../helpers/test-server.ts'

const service = fileService({ demo: { users: 12, days: 70, seed: 1 } })

/** An explorer of the organisation through a proxy, with folders that outlive the explorer. */
const prepare = async () => {
  const home = makeFolder()
  const front = await testFront({ url: service.url, key: service.keys.owner })
  return { front, ...explorerOf(front, home) }
}

const explorerOf = (front: Front, home: string) => {
  const env = { ...envOf(front.url, front.key), ...foldersIn(home) }
  return {
    open: (...args: string[]) => openUntilEnd({ args, env }),
    cacheFile: join(home, 'cache', 'quarterdeck', 'cache.db'),
  }
}

/** The files of a first run, and its last frame. */
let visited: Promise<{ front: Front; home: string; screen: string[] }> | undefined
afterAll(async () => {
  const { front, home } = (await visited) ?? {}
  await front?.close()
  if (home !== undefined) rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const visit = async () => {
  const home = mkdtempSync(join(tmpdir(), 'quarterdeck-paint-'))
  const front = await startFront({ url: service.url, key: service.keys.owner })
  const { open, cacheFile } = explorerOf(front, home)
  const folder = framesFolderOf(cacheFile)
  const program = open()
  await program.waitFor(isThere)
  const screen = await program.waitFor(isAtRest)
  await expect.poll(() => existsSync(folder) && readdirSync(folder)).toHaveLength(1)
  await quit(program)
  return { front, home, screen }
}

/** The same with a copy of the files of a first run. */
const prepareVisited = async () => {
  visited ??= visit()
  const { front, home, screen } = await visited
  const copy = makeFolder()
  cpSync(home, copy, { recursive: true })
  front.play()
  return { front, screen, ...explorerOf(front, copy) }
}

const isThere = (screen: readonly string[]): boolean =>
  ['turns each', 'overall', 'CONTROLS  latest'].every((text) => screen.join('\n').includes(text))
const isAtRest = (screen: readonly string[]): boolean =>
  screen[0]?.includes('0 req') === true && !screen.join('\n').includes('still checking')

const quit = async (program: Program) => {
  program.press('^c')
  program.press('^c')
  await program.exited
}

test('cached data is on the screen although the server never answers', async () => {
  const { front, open, screen } = await prepareVisited()
  front.play(() => 'hold')
  const second = open()
  // Without the first row, which has the requests, and without ages.
  const bodyOf = (rows: readonly string[]) =>
    rows.slice(1).map((row) => row.trimEnd().replaceAll(/ +\d+ (?:min|h|d) /g, ' '))
  await second.waitFor((rows) => isDeepStrictEqual(bodyOf(rows), bodyOf(screen)))
})

test('the saved frame is shown immediately with its age, keys work, and the terminal is restored', async () => {
  const { front, open, screen: last } = await prepareVisited()
  // No request gets a response, so only the saved frame and cached data can be shown.
  front.play(() => 'hold')
  // Send signals and keys that quit while only the saved frame is shown.
  for (const end of [(program: Program) => program.kill('SIGTERM'), (program: Program) => program.type('q')]) {
    const program = open()
    await expect.poll(() => program.raw(), { interval: 5 }).toContain('cached')
    end(program)
    await program.exited
    expect(program.modes()).toEqual(RESTORED)
  }

  const second = open()
  // Type these before the explorer is loaded: none of them may be echoed or lost.
  await second.typeUntil('2', (rows) => rows[0]?.includes('> Usage') === true)
  const [picture = '', ...later] = second.raw().split('\x1b[?2026l')
  const saved = picture
    .split(/\x1b\[\d+H/)
    .slice(1)
    .map((row) => row.replaceAll(/\x1b\[[\d;?]*[a-z]/g, '').trimEnd())
  expect(saved[0]).toMatch(/○ \d+( s| min) +cached$/)
  expect(saved.slice(1)).toEqual(last.slice(1).map((row) => row.trimEnd()))
  // The frame is replaced in place: the alternate screen is entered once and never cleared after that.
  expect(picture).toContain('\x1b[?1049h')
  expect(later.join('')).not.toMatch(/\x1b\[(\?1049h|2J)/)
  second.kill('SIGTERM')
  expect((await second.exited).code).toBe(143)
  expect([second.modes().isAlternateScreen, second.modes().isCursorVisible]).toEqual([false, true])

  // A start with other options has its own saved frame, which doesn't exist yet.
  for (const other of [open('--screen', 'usage'), open('--ascii')]) {
    await other.waitFor((rows) => rows.at(-1)?.includes('= qd ') === true)
    expect(other.raw()).not.toContain(' cached')
    await quit(other)
  }
})

test('--offline shows cached data and sends nothing', async () => {
  const { front, open } = await prepareVisited()
  const before = front.requests.length
  const offline = open('--offline')
  const screen = await offline.waitFor((rows) => isThere(rows) && (rows[0] ?? '').includes('offline'))
  expect(screen[0]).not.toContain('req')
  offline.press('R')
  await offline.pressUntil('2', (rows) => rows[0]?.includes('Usage') === true && !rows.join('\n').includes('loading'))
  expect(front.requests).toHaveLength(before)
})

test('a corrupt cache is reported once, and the data is loaded again', async () => {
  const { open, cacheFile } = await prepare()
  mkdirSync(dirname(cacheFile), { recursive: true })
  writeFileSync(cacheFile, 'no database at all '.repeat(500))
  const opened = open()
  const screen = await opened.waitFor((rows) => isThere(rows) && rows.at(-1)?.includes('cache.db') === true)
  expect(screen.at(-1)).toContain('was corrupt and has been deleted')
  await opened.pressUntil('j', (rows) => rows.at(-1)?.includes('qd overview') === true)
})

const launcher = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))

/** Runs the built program as if by another version of Node. */
const runOn = (version: string) => {
  const pretend = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`
  return spawnSync(process.execPath, ['--import', preload, launcher, '--version'], { encoding: 'utf8' })
}

test.each(['16.20.2', '20.20.2', '22.18.0'])('on Node %s the launcher names the required version', (version) => {
  const { status, stdout, stderr } = runOn(version)
  expect([stdout, status]).toEqual(['', 1])
  expect(stderr).toMatch(/^quarterdeck needs Node 22\.19 or newer, but this is [^\n]+\.\n$/)
  expect(stderr).toContain(` this is ${version}: `)
})

test.each(['22.19.0', '23.0.0', '24.21.0'])('on Node %s the program starts', (version) => {
  expect(runOn(version)).toMatchObject({ status: 0, stderr: '' })
})
