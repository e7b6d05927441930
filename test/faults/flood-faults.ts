import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { startService } from '../../src/service/start-service.ts'
import { envOf, openProgram, type Program, RESTORED } from '../helpers/pty.ts'
import { type Fault, numberOf, type Outcome, pick, tryTimes } from './fault.ts'

const MEGABYTE = 1_000_000
const filled = (piece: string, size = MEGABYTE): string => piece.repeat(Math.ceil(size / piece.length))

/** Keys that open, move, sort and choose; none of them quits, stops or hands the terminal to another program. */
const bound = [...'jkGhl1235snm?@', 'gg', '\t', '\r', '\x1b[Z', '\x1b[A', '\x1b[B']
const keys = (count: number): string =>
  Array.from({ length: count }, (_, at) => bound[numberOf(at, bound.length)]).join('')

const bytes = (count: number, byteAt: (at: number) => number): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, at) => byteAt(at)))

/** Texts to type at once, by name. None contains Ctrl-C or a key that quits. */
const floods: Readonly<Record<string, string | Buffer>> = {
  'one key': 'j'.repeat(100_000),
  'one unbound key': '§'.repeat(100_000),
  'bound keys': keys(20_000),
  arrows: '\x1b[B\x1b[A'.repeat(50_000),
  escapes: '\x1b'.repeat(100_000),
  'letters with Alt': '\x1bj\x1bk'.repeat(50_000),
  'a paste outside a field': `\x1b[200~${filled('paste\n')}\x1b[201~`,
  'a paste into a filter': `/\x1b[200~${filled('some words ')}\x1b[201~`,
  'text typed into a filter': `/${filled('ab ', 100_000)}`,
  'wide text typed into a filter': `/${filled('漢字👩‍👩‍👧', 50_000)}`,
  'a paste without an end': `\x1b[200~${filled('x')}`,
  'pastes that begin and do not end': '\x1b[200~'.repeat(100_000),
  'ends of pastes that never began': '\x1b[201~'.repeat(100_000),
  'mouse reports': '\x1b[<0;12;7M\x1b[<0;12;7m\x1b[<64;40;9M'.repeat(20_000),
  'mouse reports of old terminals': '\x1b[M !!\x1b[M#!!'.repeat(50_000),
  'focus reports': '\x1b[I\x1b[O'.repeat(100_000),
  'reports of the cursor position': '\x1b[12;40R'.repeat(100_000),
  'keys as key codes': '\x1b[106;1u\x1b[107;1u'.repeat(50_000),
  'a sequence without an end': `\x1b[${filled('1;')}`,
  'an OSC command without an end': `\x1b]52;c;${filled('A')}`,
  'a DCS string without an end': `\x1bP${filled('A')}`,
  'complete OSC commands': '\x1b]11;rgb:0000/0000/0000\x07'.repeat(40_000),
  'bytes that are not text': bytes(MEGABYTE, (at) => 0x80 + numberOf(at, 0x80)),
  'first bytes of characters': bytes(MEGABYTE, (at) => [0xf0, 0x9f, 0xe6, 0xc3][at % 4] ?? 0),
  'zero bytes': bytes(MEGABYTE, () => 0),
  'control characters': bytes(
    200_000,
    (at) => [1, 2, 5, 6, 7, 8, 11, 12, 14, 15, 20, 22, 23, 24, 25, 28, 29, 31][numberOf(at, 18)] ?? 0,
  ),
}

const HELP = '/ find  Enter run'
/** Limits for the time and the memory that a flood may take. */
const MAX_MS = 20_000
const MAX_GROWTH_MB = 200

/** Peak memory of a process, MiB. Linux only. */
const peakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

const isShown = (program: Program, text: string): boolean => program.screen().some((row) => row.includes(text))

/** Opens the help. Retries, because dialogs opened by the flood may take keys for a while. */
const answersHelp = async (program: Program): Promise<boolean> => {
  for (const endsAt = Date.now() + MAX_MS; Date.now() < endsAt; ) {
    // Ends an unfinished paste, and a field. Sent alone, because followed by more keys it would be a chord.
    program.press('Esc')
    await wait(600)
    if (isShown(program, HELP)) return true
    await program.pressUntil('?', HELP, { timeoutMs: 2_000 }).catch(() => {})
    if (isShown(program, HELP)) return true
  }
  return false
}

type Size = readonly [cols: number, rows: number]
export const sizes: readonly Size[] = [
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 60],
]

/** Types a flood into the explorer. Returns the failure, if any. */
export const flooded = async (
  name: string,
  [cols, rows]: Size,
  env: Record<string, string>,
): Promise<string | undefined> => {
  const program = openProgram({ cols, rows, env })
  try {
    await program.waitFor((screen) => screen[0]?.includes('0 req') === true, { timeoutMs: MAX_MS })
    const before = peakMb(program.pid)
    await program.flood(Buffer.from(floods[name] ?? ''))
    if (!(await answersHelp(program))) return `no help within ${MAX_MS} ms:\n${program.screen().join('\n')}`
    const grown = peakMb(program.pid) - before
    if (grown > MAX_GROWTH_MB) return `has grown by ${Math.round(grown)} MiB from ${Math.round(before)}`
    // Ctrl-C closes a popup or cancels a request; the last one quits.
    let end: Awaited<Program['exited']> | undefined
    for (const endsAt = Date.now() + MAX_MS; end === undefined && Date.now() < endsAt; ) {
      program.press('^c')
      end = (await Promise.race([program.exited, wait(100)])) ?? undefined
    }
    if (end === undefined) return `has not ended within ${MAX_MS} ms`
    if (end.code !== 0) return `ended with ${end.code}`
    return isDeepStrictEqual(program.modes(), RESTORED) ? undefined : 'has not restored the terminal'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await program.close()
  }
}

const attempts = Object.keys(floods).flatMap((name) => sizes.map((size) => ({ name, size })))

const terminals = async (count: number): Promise<Outcome> => {
  const service = await startService({ demo: { users: 30, days: 40, seed: 1 } })
  const env = envOf(service.url, service.keys.owner)
  const outcome = await tryTimes(count, async (round) => {
    const { name, size } = pick(attempts, round * 29)
    const broken = await flooded(name, size, env)
    return broken && `${name} at ${size.join('x')}: ${broken}`
  })
  await service.close()
  return outcome
}

/** Floods of input into the built program, each in its own terminal. */
export const floodFaults: readonly Fault[] = [
  { name: 'terminal: floods of input at four sizes', count: attempts.length, run: terminals },
]
