import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { keyGroups } from '../../screens/app/key-groups.ts'
import { SCREEN_NAMES } from '../../screens/kit/screen/names.ts'
import { REPLY_SILENCE_MS } from '../../src/ui/keys/key-reader.ts'
import { createRandom } from '../domain/hostile/strings.ts'
import { openProgram, type Program } from '../helpers/pty.ts'
import type { Fault, Outcome } from './fault.ts'

const builtProgram = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))
export const watchdog = fileURLToPath(new URL('./watchdog.mjs', import.meta.url))

const STALL_MS = 500
/** The program hangs when Escape has no answer for this long. */
const MAX_SILENCE_MS = 60_000
const KEYS_OF_A_RUN = 2_500
const KEYS_OF_A_BURST = 40

/** They end or stop the program, and its start takes longer than many keys. F1 has no name in openProgram. */
const leftOut = new Set(['q', '^c', 'X', '^z', 'Z', 'F1'])
const typed = Array.from({ length: 0x7f - 0x21 }, (_, at) => String.fromCharCode(0x21 + at))
const bound = keyGroups.flatMap(({ bindings }) => bindings.flatMap(({ keys }) => keys))
const kinds = [bound, bound, typed, [...'1234567890', 'Esc', 'Enter', 'Tab'], 'Up Down j k PageDown G'.split(' ')].map(
  (kind) => kind.filter((keys) => !keys.split(' ').some((key) => leftOut.has(key))),
)
const sizes = [
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 60],
] as const

/** One line of the watchdog's file. */
type Seen = {
  is: 'gap' | 'stalled' | 'stack'
  atMs: number
  startMs: number
  wallMs: number
  cpuMs: number
  queuedMs: number
}

/** Time in which the thread waited for a lock, a disk, a child, a terminal that is not read, or the watchdog, ms. */
const blockedMs = ({ wallMs, cpuMs, queuedMs }: Seen): number => wallMs - cpuMs - queuedMs

/** Whether the program made the gap, and not a busy machine. */
const isStall = (gap: Seen): boolean => gap.cpuMs >= STALL_MS || blockedMs(gap) >= STALL_MS

/**
 * What the watchdog has written.
 *
 * @param fromMs Gaps that began before are left out, Unix ms.
 * @returns Also a text for each stall: the gap, and below it what the program did then.
 */
export const readWatched = (file: string, fromMs: number): { gaps: Seen[]; stalls: string[] } => {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const seen: Seen[] = lines.map((line) => JSON.parse(line))
  const gaps = seen.filter(({ is, atMs, wallMs }) => is === 'gap' && atMs - wallMs >= fromMs)
  const stalls = gaps.filter(isStall).map((gap) => {
    const during = seen.filter(
      ({ is, atMs }) => is !== 'gap' && atMs >= gap.atMs - gap.wallMs && atMs <= gap.atMs + STALL_MS,
    )
    return [gap, ...during].map((one) => JSON.stringify(one)).join('\n    ')
  })
  return { gaps, stalls }
}

/** How long the main thread of a program ran, and waited for a core, ms. Linux only. */
const timesOf = (pid: number): { cpuMs: number; queuedMs: number } => {
  const [cpuNs, queuedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ').map(Number)
  return { cpuMs: (cpuNs ?? 0) / 1e6, queuedMs: (queuedNs ?? 0) / 1e6 }
}

/**
 * Waits until a key is answered.
 *
 * @param allowedMs How long the keys before may make the program wait.
 * @returns A text when nothing is drawn after Escape for longer than a stall, time without a core left out.
 */
const silenceOf = async (program: Program, allowedMs: number): Promise<string | undefined> => {
  const isAnswered = (key: string) => (program.screen().at(-1) ?? '').startsWith(` ${key} `)
  const [key, probe] = isAnswered('F12') ? ['F11', '\x1b[23~'] : ['F12', '\x1b[24~']
  const drawnUntil = async (isDone: () => boolean, ms: number): Promise<boolean> => {
    for (const end = performance.now() + ms; performance.now() < end; await wait(4)) if (isDone()) return true
    return isDone()
  }
  let silence: string | undefined
  for (const end = performance.now() + MAX_SILENCE_MS; performance.now() < end; ) {
    program.type(probe)
    if (await drawnUntil(() => isAnswered(key), 150)) return silence
    // A text field takes no such key: Escape leaves it.
    const [before, startedAt, drawn] = [timesOf(program.pid), performance.now(), program.raw().length]
    const ownBefore = timesOf(process.pid).queuedMs
    const shown = program.screen().join('\n')
    program.press('Esc')
    const isHeard = await drawnUntil(() => program.raw().length > drawn, MAX_SILENCE_MS)
    const wallMs = Math.round(performance.now() - startedAt)
    if (!isHeard) return `silent for ${wallMs} ms:\n${shown}`
    const [own, after] = [timesOf(process.pid).queuedMs - ownBefore, timesOf(program.pid)]
    const [cpu, queued] = [after.cpuMs - before.cpuMs, after.queuedMs - before.queuedMs].map(Math.round)
    if (wallMs - (queued ?? 0) - own >= STALL_MS + allowedMs)
      silence = `silence of ${wallMs} ms, ${cpu} on a core, ${queued} waiting for one:\n${shown}`
  }
  return `no key is answered:\n${program.screen().join('\n')}`
}

type Env = Readonly<Record<string, string>>
type Arranged = { args: readonly string[]; env: Env; close: () => Promise<void> }
type Run = { keys: number; gaps: Seen[]; notes: string[] }

/** Presses at most `most` keys in one program. */
const pressRandomly = async (arranged: Arranged, seed: number, most: number): Promise<Run> => {
  const random = createRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const folder = mkdtempSync(join(tmpdir(), 'faults-'))
  const file = join(folder, 'watchdog.ndjson')
  mkdirSync(join(folder, 'work'))
  const screen = SCREEN_NAMES[seed % SCREEN_NAMES.length] ?? 'usage'
  const [cols, rows] = pick(sizes)
  const program = openProgram({
    cols,
    rows,
    cwd: join(folder, 'work'),
    executable: process.execPath,
    args: ['--import', watchdog, builtProgram, ...arranged.args, '--screen', screen, '--mouse'],
    env: { ...arranged.env, WATCHDOG_FILE: file, PAGER: 'cat', EDITOR: 'cat' },
  })
  const notes: string[] = []
  let keys = 0
  let burst: string[] = []
  let startedMs = Number.POSITIVE_INFINITY
  try {
    await program.waitFor((shown) => shown.join('').trim() !== '')
    startedMs = Date.now()
    while (keys < most) {
      burst = Array.from({ length: 1 + Math.floor(random() * KEYS_OF_A_BURST) }, () => pick(pick(kinds)))
      program.press(burst.join(' '))
      keys += burst.length
      const size = pick(sizes)
      if (random() < 0.1) program.resize(size[0], size[1])
      const cell = `${1 + Math.floor(random() * cols)};${1 + Math.floor(random() * rows)}`
      if (random() < 0.2) program.type(`\x1b[<${pick(['0', '64', '65'])};${cell}M`)
      // Now and then the data of the screen arrives before the next key.
      if (random() < 0.1) await wait(random() * 500)
      // This begins a reply of a terminal: the key reader waits for the rest of it.
      const isReply = /Esc \] \d/.test(burst.join(' '))
      const silence = await silenceOf(program, isReply ? REPLY_SILENCE_MS : 0)
      if (silence) notes.push(`seed ${seed}, after ${keys} keys, ${burst.slice(-12).join(' ')}: ${silence}`)
      if (silence?.startsWith('no key')) break
    }
  } catch (error) {
    const end = await Promise.race([program.exited, wait(STALL_MS)])
    // A command of the palette quits, with status 0.
    if (end?.code !== 0) {
      const what = end ? `ended with ${end.code}: ${program.screen().join('\n')}` : String(error)
      notes.push(`seed ${seed}, after ${keys} keys, ${burst.join(' ')}: ${what}`)
    }
  } finally {
    await program.close()
  }
  // The start of the program is no stall.
  const { gaps, stalls } = readWatched(file, startedMs)
  notes.push(...stalls.map((stall) => `seed ${seed}: ${stall}`))
  rmSync(folder, { recursive: true, force: true })
  return { keys, gaps, notes }
}

const pressed =
  (arrange: () => Promise<Arranged>, firstSeed: number) =>
  async (count: number): Promise<Outcome> => {
    const arranged = await arrange()
    const all: Run = { keys: 0, gaps: [], notes: [] }
    try {
      for (let seed = firstSeed; all.keys < count; seed += 1) {
        const { keys, gaps, notes } = await pressRandomly(arranged, seed, Math.min(KEYS_OF_A_RUN, count - all.keys))
        all.keys += Math.max(1, keys)
        all.gaps.push(...gaps)
        all.notes.push(...notes)
      }
    } finally {
      await arranged.close()
    }
    const longest = (what: string, of: (gap: Seen) => number): string => {
      const [gap] = all.gaps.toSorted((one, other) => of(other) - of(one))
      return gap
        ? `${what} ${Math.round(of(gap))} ms (${(gap.startMs / 1_000).toFixed(1)} s after a start)`
        : `${what} under 100 ms`
    }
    const figures = [
      longest('longest gap', ({ wallMs }) => wallMs),
      longest('on a core', ({ cpuMs }) => cpuMs),
      longest('blocked', blockedMs),
    ].join(', ')
    return { tried: all.keys, broke: all.notes.length, notes: [figures, ...all.notes] }
  }

const demo =
  (...more: readonly string[]) =>
  async (): Promise<Arranged> => ({
    args: ['demo', ...more],
    env: {},
    close: async () => {},
  })

/** A service whose answers take up to 1.5 s, to a program that has no cache yet. */
const slowService = async (): Promise<Arranged> => {
  const words = [builtProgram, 'serve', '--demo', '--port', '0', '--json', '--end-with-parent']
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'ignore'] })
  const [said] = await once(child.stdout, 'data')
  const { url, keys } = JSON.parse(String(said))
  const random = createRandom(1)
  const server = createServer(async (asked, response) => {
    await wait(random() * 1_500)
    const { method, headers, url: path = '/' } = asked
    const passed = request(new URL(path, url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    asked.on('error', () => passed.destroy()).pipe(passed)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    args: [],
    env: {
      QUARTERDECK_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      QUARTERDECK_API_KEY: keys.owner,
    },
    async close() {
      server.close()
      server.closeAllConnections()
      child.kill()
    },
  }
}

/**
 * Random keys, mouse reports and sizes in the built program, with a watchdog: its event loop never stalls. On a machine that is very
 * busy the start of a pager can block it as long, because Node waits until the pager runs.
 */
export const stallFaults: readonly Fault[] = [
  { name: 'terminal: random keys in the demo', count: 40_000, run: pressed(demo(), 1_000) },
  {
    name: 'terminal: random keys among 2,000 users',
    count: 30_000,
    run: pressed(demo('--users', '2000', '--days', '120'), 2_000),
  },
  { name: 'terminal: random keys before a slow service', count: 30_000, run: pressed(slowService, 3_000) },
]
