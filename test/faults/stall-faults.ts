import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { keyGroups } from '../../screens/app/key-groups.ts'
import { SCREEN_NAMES } from '../../screens/kit/screen/names.ts'
import { REPLY_SILENCE_MS } from '../../src/ui/keys/key-reader.ts'
import { createRandom } from '../domain/hostile/strings.ts'
import { builtProgram, serveDemo, withFolder } from '../helpers/built-program.ts'
import { startFaultyServer } from '../helpers/faulty-server.ts'
import { envOf, openProgram, type Program } from '../helpers/pty.ts'
import { type Fault, type Outcome, pick } from './fault.ts'
import { sizes } from './flood-faults.ts'

export const watchdog = fileURLToPath(new URL('./watchdog.mjs', import.meta.url))

const STALL_MS = 500
/** Without a reaction to Escape for this long, the program hangs. */
const MAX_SILENCE_MS = 60_000
const KEYS_OF_A_RUN = 2_500
const KEYS_OF_A_BURST = 40

/** Keys that end or suspend the program; restarting it is slow. openProgram has no name for F1. */
const excludedKeys = new Set(['q', '^c', 'X', '^z', 'Z', 'F1'])
const typed = Array.from({ length: 0x7f - 0x21 }, (_, at) => String.fromCharCode(0x21 + at))
const bound = keyGroups.flatMap(({ bindings }) => bindings.flatMap(({ keys }) => keys))
const kinds = [bound, bound, typed, [...'1234567890', 'Esc', 'Enter', 'Tab'], 'Up Down j k PageDown G'.split(' ')].map(
  (kind) => kind.filter((keys) => !keys.split(' ').some((key) => excludedKeys.has(key))),
)

/** A line of the watchdog's file. A stack has only `atMs`. */
type Seen = { is: 'gap' | 'stack'; atMs: number; startMs: number; wallMs: number; cpuMs: number; queuedMs: number }

/** Time in which the thread waited for a lock, a disk, a child, a terminal that is not read, or the watchdog, ms. */
const blockedMs = ({ wallMs, cpuMs, queuedMs }: Seen): number => wallMs - cpuMs - queuedMs

/**
 * Reads the watchdog's file.
 *
 * @param fromMs Unix ms; earlier gaps are ignored.
 * @returns The gaps, and for each stall caused by the program, not by a busy machine, a text with its stacks.
 */
export const readWatched = (file: string, fromMs: number): { gaps: Seen[]; stalls: string[] } => {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const seen: Seen[] = lines.map((line) => JSON.parse(line))
  const gaps = seen.filter(({ is, atMs, wallMs }) => is === 'gap' && atMs - wallMs >= fromMs)
  const stalls = gaps.filter((gap) => gap.cpuMs >= STALL_MS || blockedMs(gap) >= STALL_MS)
  const withStacks = stalls.map((gap) => {
    const isDuring = ({ is, atMs }: Seen) =>
      is === 'stack' && atMs >= gap.atMs - gap.wallMs && atMs <= gap.atMs + STALL_MS
    return [gap, ...seen.filter(isDuring)].map((one) => JSON.stringify(one)).join('\n    ')
  })
  return { gaps, stalls: withStacks }
}

/** How long the main thread of a program has waited for a core, ms. Linux only. */
const queuedMsOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6

const isTrueWithin = async (ms: number, isTrue: () => boolean): Promise<boolean> => {
  for (const end = performance.now() + ms; performance.now() < end; await wait(4)) if (isTrue()) return true
  return isTrue()
}

/**
 * Waits until the program reacts to a key.
 *
 * @param allowedMs Additional time for the keys before, ms.
 * @returns A text if nothing is drawn after Escape for longer than a stall, not counting time without a core.
 */
const unresponsivenessOf = async (program: Program, allowedMs: number): Promise<string | undefined> => {
  const isAnswered = (key: string) => (program.screen().at(-1) ?? '').startsWith(` ${key} `)
  const [key, probe] = isAnswered('F12') ? ['F11', '\x1b[23~'] : ['F12', '\x1b[24~']
  const queued = () => queuedMsOf(program.pid) + queuedMsOf(process.pid)
  const shown = () => program.screen().join('\n')
  let silence: string | undefined
  for (const end = performance.now() + MAX_SILENCE_MS; performance.now() < end; ) {
    program.type(probe)
    if (await isTrueWithin(150, () => isAnswered(key))) return silence
    // A text field ignores such keys; Escape leaves it.
    const [startedAt, queuedBefore, drawn, before] = [performance.now(), queued(), program.raw().length, shown()]
    program.press('Esc')
    const isDrawn = await isTrueWithin(MAX_SILENCE_MS, () => program.raw().length > drawn)
    const ms = Math.round(performance.now() - startedAt)
    if (!isDrawn) return `silent for ${ms} ms:\n${before}`
    const waitedMs = Math.round(queued() - queuedBefore)
    if (ms - waitedMs >= STALL_MS + allowedMs)
      silence = `silence of ${ms} ms, ${waitedMs} of them without a core:\n${before}`
  }
  return `no key is answered:\n${shown()}`
}

type Arranged = { args?: readonly string[]; env?: Readonly<Record<string, string>>; close?: () => Promise<void> }
type Run = { keys: number; gaps: Seen[]; notes: string[] }

/** Presses up to `maxKeys` keys in one program. */
const pressRandomly = ({ args = [], env }: Arranged, seed: number, maxKeys: number): Promise<Run> =>
  withFolder(async (folder) => {
    const random = createRandom(seed)
    const choose = <T>(from: readonly T[]): T => pick(from, Math.floor(random() * from.length))
    const file = join(folder, 'watchdog.ndjson')
    mkdirSync(join(folder, 'work'))
    const [cols, rows] = choose(sizes)
    const options = ['--screen', pick(SCREEN_NAMES, seed), '--mouse']
    const program = openProgram({
      cols,
      rows,
      cwd: join(folder, 'work'),
      executable: process.execPath,
      args: ['--import', watchdog, builtProgram, ...args, ...options],
      env: { ...env, WATCHDOG_FILE: file, PAGER: 'cat', EDITOR: 'cat' },
    })
    const notes: string[] = []
    let keys = 0
    const note = (what: string, burst: readonly string[]) =>
      notes.push(`seed ${seed}, after ${keys} keys, ${burst.join(' ')}: ${what}`)
    let burst: string[] = []
    let startedMs = Number.POSITIVE_INFINITY
    try {
      await program.waitFor((shown) => shown.join('').trim() !== '')
      startedMs = Date.now()
      while (keys < maxKeys) {
        burst = Array.from({ length: 1 + Math.floor(random() * KEYS_OF_A_BURST) }, () => choose(choose(kinds)))
        program.press(burst.join(' '))
        keys += burst.length
        if (random() < 0.1) program.resize(...choose(sizes))
        const cell = `${1 + Math.floor(random() * cols)};${1 + Math.floor(random() * rows)}`
        if (random() < 0.2) program.type(`\x1b[<${choose(['0', '64', '65'])};${cell}M`)
        // Sometimes the screen's data arrives before the next key.
        if (random() < 0.1) await wait(random() * 500)
        // The start of a terminal reply: the key reader waits for the rest.
        const isReply = /Esc \] \d/.test(burst.join(' '))
        const silence = await unresponsivenessOf(program, isReply ? REPLY_SILENCE_MS : 0)
        if (silence) note(silence, burst.slice(-12))
        if (silence?.startsWith('no key')) break
      }
    } catch (error) {
      const end = await Promise.race([program.exited, wait(STALL_MS)])
      // A palette command may quit, with status 0.
      if (end?.code !== 0) note(end ? `ended with ${end.code}: ${program.screen().join('\n')}` : String(error), burst)
    } finally {
      await program.close()
    }
    // Starting the program does not count as a stall.
    const { gaps, stalls } = readWatched(file, startedMs)
    return { keys, gaps, notes: [...notes, ...stalls.map((stall) => `seed ${seed}: ${stall}`)] }
  })

const pressed =
  (firstSeed: number, arrange: () => Arranged | Promise<Arranged>) =>
  async (count: number): Promise<Outcome> => {
    const arranged = await arrange()
    const runs: Run[] = []
    let tried = 0
    for (let seed = firstSeed; tried < count; seed += 1) {
      const run = await pressRandomly(arranged, seed, Math.min(KEYS_OF_A_RUN, count - tried))
      tried += Math.max(1, run.keys)
      runs.push(run)
    }
    await arranged.close?.()
    const gaps = runs.flatMap((run) => run.gaps)
    const longest = (what: string, of: (gap: Seen) => number): string => {
      const [gap] = gaps.toSorted((one, other) => of(other) - of(one))
      if (!gap) return `${what} under 100 ms`
      return `${what} ${Math.round(of(gap))} ms (${(gap.startMs / 1_000).toFixed(1)} s after a start)`
    }
    const figures = [
      longest('longest gap', ({ wallMs }) => wallMs),
      longest('on a core', ({ cpuMs }) => cpuMs),
      longest('blocked', blockedMs),
    ]
    const notes = runs.flatMap((run) => run.notes)
    return { tried, broke: notes.length, notes: [figures.join(', '), ...notes] }
  }

/** A service that responds after up to 1.5 s, for a program without a cache. */
const slowService = async (): Promise<Arranged> => {
  const demo = await serveDemo()
  const random = createRandom(1)
  const server = await startFaultyServer(async ({ method, path, body }, response) => {
    await wait(random() * 1_500)
    const headers = { authorization: `Bearer ${demo.key}`, 'content-type': 'application/json' }
    const reply = await fetch(demo.url + path, { method, headers, ...(body && { body }) })
    response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await reply.arrayBuffer()))
  })
  return {
    env: envOf(server.url, demo.key),
    async close() {
      await server.close()
      demo.stop()
    },
  }
}

/**
 * Random keys, mouse reports and sizes in the built program, with a watchdog: its event loop never stalls. On a very busy machine
 * starting a pager can also block it, because Node waits until the pager runs.
 */
export const stallFaults: readonly Fault[] = [
  {
    name: 'terminal: random keys in the demo',
    count: 40_000,
    run: pressed(1_000, () => ({ args: ['demo'] })),
  },
  {
    name: 'terminal: random keys among 2,000 users',
    count: 30_000,
    run: pressed(2_000, () => ({ args: ['demo', '--users', '2000', '--days', '120'] })),
  },
  { name: 'terminal: random keys with a slow service', count: 30_000, run: pressed(3_000, slowService) },
]
