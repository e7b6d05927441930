/**
 * What a large organisation costs, at three sizes so that growth is seen: `analytics users --all` in every format, sums and a filter,
 * their time a row and the most memory they had; then the explorer: Overview and Usage, how long a key waits in People while
 * everybody is loaded and while kept rows are read, beside a list that is painted by escape codes at the same time, and the most memory of
 * its two processes. The table is kept in RESULTS.md.
 * Run with: npm run bench -- --scale, with `-- --scale 2000x300 6000x300 20000x300` for other sizes: those take half an hour, and a
 * gigabyte of the disk. `--commands` and `--explorer` measure that part alone.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Answer, measure } from './measure-in-terminal.ts'
import { keepSection } from './results.ts'
import { runMeasured } from './run-measured.ts'

type Size = { people: number; days: number }

const DAYS = 10
const SIZES = ['2000x10', '6000x10', '20000x10']
/** The most memory of each size is to be no more than so many times that of the one before. */
const GOAL_GROWTH = 1.25
/** From a key to its answer while everybody is loaded. */
const GOAL_FRAME_MS = 16
const FORMATS = ['ndjson', 'json', 'csv', 'md', 'table'] as const

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const program = path('../../dist/qd.js')
const node = process.execPath

type Server = { url: string; stop: () => void }

/** Starts a server that tells where it is in its first line; it ends with this process. */
const start = async (args: string[], env: Record<string, string> = {}): Promise<Server & { line: string }> => {
  const child = spawn(node, args, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return { url: line.trim(), line, stop: () => void child.kill() }
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const sizes = (asked.length > 0 ? asked : SIZES).map((text): Size => {
  const [people = 0, days = DAYS] = text.split('x').map(Number)
  return { people, days }
})
const home = mkdtempSync(join(tmpdir(), 'quarterdeck-scale-'))
const loadBefore = loadavg()[0] ?? 0
/** What was measured at each size, and the memory that is judged. */
const cells = new Map<string, string[]>()
const peaks = new Map<string, { megabytes: number[]; mayGrow: boolean }>()
const keep = (what: string, size: Size, text: string): void => {
  cells.set(what, [...(cells.get(what) ?? []), text])
  console.log(`${`${size.people} people x ${size.days} days: ${what}`.padEnd(60)} ${text}`)
}
const keepPeak = (what: string, megabytes: number, mayGrow: boolean): void => {
  peaks.set(what, { megabytes: [...(peaks.get(what)?.megabytes ?? []), megabytes], mayGrow })
}
let missed = 0
const PARTS = ['commands', 'explorer'] as const
type Part = (typeof PARTS)[number]
const wanted = PARTS.filter((part) => process.argv.includes(`--${part}`))
const parts: readonly Part[] = wanted.length > 0 ? wanted : PARTS
/** What needs all people at once, so that it grows with them. */
const GATHERED: ReadonlySet<string> = new Set(['kept, sums of people'])
const escapeCodes = { command: [node, path('floor.ts')], firstFrame: 'row 1 of', enter: [], quit: 'q' }

const measureCommands = async (size: Size, env: Record<string, string>): Promise<void> => {
  const rows = size.people * size.days
  const words = ['analytics', 'users', '--all', '--last', `${size.days}d`]
  const runs: [what: string, args: string[]][] = [
    ['walked, ndjson', [...words, '--format', 'ndjson']],
    ...FORMATS.map((format): [string, string[]] => [`kept, ${format}`, [...words, '--format', format]]),
    ['kept, rows chosen', [...words, '--where', 'credits>80k', '--format', 'csv']],
    ['kept, 100 of an order', [...words, '--sort', 'credits', '--top', '100', '--format', 'csv']],
    ['kept, sums of people', ['analytics', 'users', '--totals', '--last', `${size.days}d`, '--format', 'csv']],
  ]
  for (const [what, args] of runs) {
    const { ms, cpuMs, megabytes } = await runMeasured(node, [program, ...args], { env })
    const ofRow = (value: number): string => ((value * 1000) / rows).toFixed(1)
    keep(what, size, `${ofRow(ms)} µs a row, ${ofRow(cpuMs)} of CPU, ${megabytes.toFixed(0)} MB`)
    keepPeak(what, megabytes, GATHERED.has(what))
  }
}

/** Days that the explorer shows at first. */
const BEGINS_WITH = 14

/** A run of the explorer: what leads to what is measured, and what stands there of each screen that is passed. */
type Way = {
  way: string
  of: string
  enter: { press: string; expect: string; what?: string }[]
  press: string
  seconds: number
}

const explorer = { command: [node, program, '--no-restore'], firstFrame: 'Overview', quit: '\x03\x03' }

/** The explorer, beside a list that is painted by escape codes at the same time. */
const measureExplorer = async (size: Size, env: Record<string, string>): Promise<void> => {
  const range = `${size.days}d`
  const overview = { press: '', expect: 'month ends', what: 'Overview' }
  // What the explorer begins with are fewer days than these.
  const choosing = [
    { press: ':', expect: 'Command' },
    { press: range, expect: 'range' },
  ]
  const people = [
    ...(size.days > BEGINS_WITH ? [...choosing, { press: '\r', expect: range }] : []),
    { press: '2', expect: 'median day', what: 'Usage' },
    { press: '3', expect: 'PERSON', what: 'People' },
  ]
  // Until all have come.
  const loadingSeconds = Math.max(20, (size.people * size.days) / 30_000)
  const ways: Way[] = [
    ...(size.days > BEGINS_WITH
      ? [{ way: 'Overview loads', of: 'fetched', enter: [overview, ...choosing], press: '\r', seconds: 60 }]
      : []),
    {
      way: 'all loaded while keys are pressed',
      of: size.days > BEGINS_WITH ? 'its days kept' : 'fetched',
      enter: [overview, ...people, { press: '', expect: 'loads all' }],
      press: 'G',
      seconds: loadingSeconds,
    },
    {
      way: 'kept rows are read',
      of: 'kept',
      // Only then is there a row that keys select.
      enter: [overview, ...people, { press: '', expect: '@northwind', what: 'first of its rows' }],
      press: '',
      // Until all have been read.
      seconds: Math.max(5, (size.people * size.days) / 400_000),
    },
  ]
  for (const { way, of, enter, press, seconds } of ways) {
    const loading = { press, keys: 'jk', seconds }
    const seeing = measure({ ...explorer, enter, loading, env })
    const [yardstick, seen] = await Promise.all([
      measure({ ...escapeCodes, loading: { press: 'j', keys: 'jk', seconds } }),
      seeing,
    ])
    const frames = ({ loading }: Answer): string =>
      `p95 ${loading.p95Ms.toFixed(1)} ms, longest ${loading.maxMs.toFixed(0)} ms`
    const isQuick = seen.loading.p95Ms <= Math.max(GOAL_FRAME_MS, yardstick.loading.p95Ms)
    if (!isQuick) missed++
    keep(`explorer, ${way}`, size, `${frames(seen)} (escape codes ${frames(yardstick)})${isQuick ? '' : ' NOT met'}`)
    for (const [at, { what }] of enter.entries()) {
      const { ms = 0, cpuMs = 0 } = seen.steps[at] ?? {}
      const before = seen.steps[at - 1]?.cpuMs ?? 0
      // When it stood, and what it took since the step before.
      if (what) keep(`${what}, ${of}`, size, `at ${ms.toFixed(0)} ms, ${(cpuMs - before).toFixed(0)} ms of CPU`)
    }
    const [own = 0, loader = 0] = seen.peaksMb
    keep(`memory, ${way}`, size, `explorer ${own.toFixed(0)} MB, what loads ${loader.toFixed(0)} MB`)
  }
}

/** The memory of each size beside that of the one before it, the goal, and whether it is met. */
const growthOf = (what: string): string => {
  const { megabytes, mayGrow } = peaks.get(what) ?? { megabytes: [], mayGrow: true }
  const steps = megabytes.slice(1).map((value, at) => value / (megabytes[at] ?? value))
  if (steps.length === 0) return ''
  const isMet = mayGrow || steps.every((step) => step <= GOAL_GROWTH)
  if (!isMet) missed++
  return `${steps.map((step) => `${step.toFixed(2)}x`).join(', ')}${mayGrow ? '' : `, goal ${GOAL_GROWTH}x ${isMet ? 'met' : 'NOT met'}`}`
}

const keepPart = (part: Part): void => {
  const days = [...new Set(sizes.map(({ days }) => days))]
  const rows = [...cells].flatMap(([what, own]) => {
    if (peaks.has(what) !== (part === 'commands')) return []
    const growth = growthOf(what)
    if (growth !== '') console.log(`${what.padEnd(60)} memory ${growth}`)
    return [[what, ...own, ...(part === 'commands' ? [growth] : [])]]
  })
  keepSection({
    title: `A large organisation, ${days.length === 1 ? `${days[0]} days` : 'sizes'}: ${part}`,
    by: 'npm run bench -- --scale',
    note: `Load of the machine ${loadBefore.toFixed(1)} before.${part === 'explorer' ? ' Escape codes are painted at the same time.' : ''}`,
    heads: [
      'what',
      ...sizes.map(({ people, days }) => `${people} x ${days} days`),
      ...(part === 'commands' ? ['memory, size by size'] : []),
    ],
    rows,
  })
}

const demo = await start([program, 'serve', '--demo', '--port', '0', '--json', '--end-with-parent'])
try {
  const { url, keys } = JSON.parse(demo.line) as { url: string; keys: { owner: string } }
  const key = { QUARTERDECK_API_KEY: keys.owner }
  for (const size of sizes) {
    const args = ['--no-warnings', path('people-server.ts'), String(size.people), String(size.days), url]
    const server = await start(args, key)
    const env = {
      ...key,
      QUARTERDECK_BASE_URL: server.url,
      ...Object.fromEntries(['CACHE', 'CONFIG', 'STATE'].map((name) => [`XDG_${name}_HOME`, join(home, name)])),
    }
    if (parts.includes('commands')) await measureCommands(size, env)
    if (parts.includes('explorer')) await measureExplorer(size, { ...env, XDG_CACHE_HOME: join(home, 'shown') })
    server.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  }
  for (const part of parts) keepPart(part)
} finally {
  demo.stop()
  rmSync(home, { recursive: true, force: true, maxRetries: 10 })
}
process.exitCode = missed > 0 ? 1 : 0
