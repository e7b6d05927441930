/**
 * Measures the cost of a large organisation, at three sizes to show the growth. Commands: time per row and peak memory of
 * `analytics users --all` in every format, of sums and of a filter. Explorer: Overview, Usage, the time that a key waits in
 * People while all users are loaded and while stored rows are read, compared with a list of hand-written escape codes that
 * runs at the same time, and the peak memory of its two processes. The tables are stored in RESULTS.md.
 * Run with: npm run bench -- --scale. Other sizes, such as `-- --scale 2000x300 6000x300 20000x300`, take half an hour and
 * a gigabyte of disk space.
 */
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { builtProgram, serveDemo } from '../helpers/built-program.ts'
import { envFor, home, node, runMeasured, type ServiceEnv, startScript } from './bench-kit.ts'
import { explorer, floor } from './key-costs.ts'
import { type Answer, measure } from './measure-in-terminal.ts'
import { keepSection } from './results.ts'

type Size = { people: number; days: number }

/** Maximum growth: the peak memory of each size as a multiple of that of the previous size. */
const GOAL_GROWTH = 1.25
/** Time from a key to its frame while all users are loaded. */
const GOAL_FRAME_MS = 16
/** The range that the explorer shows at first. */
const FIRST_DAYS = 14
/** Requires all users at once, so its memory grows with their number. */
const GATHERED = 'kept, sums of people'

const requestedSizes = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const sizes = (requestedSizes.length > 0 ? requestedSizes : ['2000x10', '6000x10', '20000x10']).map((text): Size => {
  const [people = 0, days = 10] = text.split('x').map(Number)
  return { people, days }
})
const loadBefore = loadavg()[0] ?? 0
let missed = 0

/** The cells of each figure, one per size. */
type Table = Map<string, string[]>
const commandRows: Table = new Map()
const explorerRows: Table = new Map()
/** The peak memory of each command, MB, one value per size. */
const peaks = new Map<string, number[]>()
const keep = (table: Table, what: string, { people, days }: Size, text: string): void => {
  table.set(what, [...(table.get(what) ?? []), text])
  console.log(`${`${people} people x ${days} days: ${what}`.padEnd(60)} ${text}`)
}

const measureCommands = async (size: Size, env: ServiceEnv): Promise<void> => {
  const users = `analytics users --last ${size.days}d`
  const runs = {
    'walked, ndjson': `${users} --all --format ndjson`,
    ...Object.fromEntries(
      ['ndjson', 'json', 'csv', 'md', 'table'].map((format) => [
        `kept, ${format}`,
        `${users} --all --format ${format}`,
      ]),
    ),
    'kept, rows chosen': `${users} --all --where credits>80k --format csv`,
    'kept, 100 of an order': `${users} --all --sort credits --top 100 --format csv`,
    [GATHERED]: `${users} --totals --format csv`,
  }
  for (const [what, line] of Object.entries(runs)) {
    const { ms, cpuMs, megabytes } = await runMeasured(node, [builtProgram, ...line.split(' ')], env)
    const ofRow = (value: number): string => ((value * 1000) / (size.people * size.days)).toFixed(1)
    keep(commandRows, what, size, `${ofRow(ms)} µs a row, ${ofRow(cpuMs)} of CPU, ${megabytes.toFixed(0)} MB`)
    peaks.set(what, [...(peaks.get(what) ?? []), megabytes])
  }
}

const measureExplorer = async (size: Size, env: ServiceEnv): Promise<void> => {
  const rows = size.people * size.days
  const isLong = size.days > FIRST_DAYS
  const range = `${size.days}d`
  const overview = { press: '', expect: '≈', what: 'Overview' }
  const choosing = [
    { press: ':', expect: 'Command' },
    { press: range, expect: 'range' },
  ]
  const people = [
    overview,
    ...(isLong ? [...choosing, { press: '\r', expect: range }] : []),
    { press: '2', expect: 'median day', what: 'Usage' },
    { press: '3', expect: 'PERSON', what: 'People' },
  ]
  // The last step waits for rows, so that keys can select them.
  const kept = [...people, { press: '', expect: '@northwind', what: 'first of its rows' }]
  const ways = [
    ...(isLong
      ? [{ way: 'Overview loads', of: 'fetched', enter: [overview, ...choosing], press: '\r', seconds: 60 }]
      : []),
    {
      way: 'all loaded while keys are pressed',
      of: isLong ? 'its days kept' : 'fetched',
      enter: [...people, { press: '', expect: 'ranked among' }],
      press: 'G',
      seconds: Math.max(20, rows / 30_000),
    },
    { way: 'kept rows are read', of: 'kept', enter: kept, press: '', seconds: Math.max(5, rows / 400_000) },
  ]
  for (const { way, of, enter, press, seconds } of ways) {
    const [yardstick, seen] = await Promise.all([
      measure({ ...floor, loading: { press: 'j', keys: 'jk', seconds } }),
      measure({ ...explorer, enter, loading: { press, keys: 'jk', seconds }, env }),
    ])
    const frames = ({ loading }: Answer): string =>
      `p95 ${loading.p95Ms.toFixed(1)} ms, longest ${loading.maxMs.toFixed(0)} ms`
    const isQuick = seen.loading.p95Ms <= Math.max(GOAL_FRAME_MS, yardstick.loading.p95Ms)
    if (!isQuick) missed++
    const verdict = isQuick ? '' : ' NOT met'
    keep(explorerRows, `explorer, ${way}`, size, `${frames(seen)} (escape codes ${frames(yardstick)})${verdict}`)
    for (const [at, step] of enter.entries()) {
      const { ms = 0, cpuMs = 0 } = seen.steps[at] ?? {}
      const ownMs = cpuMs - (seen.steps[at - 1]?.cpuMs ?? 0)
      // The time until it was visible, and the CPU time since the previous step.
      if ('what' in step)
        keep(explorerRows, `${step.what}, ${of}`, size, `at ${ms.toFixed(0)} ms, ${ownMs.toFixed(0)} ms of CPU`)
    }
    const [own = 0, loader = 0] = seen.peaksMb
    keep(explorerRows, `memory, ${way}`, size, `explorer ${own.toFixed(0)} MB, what loads ${loader.toFixed(0)} MB`)
  }
}

/** The peak memory of each size as a multiple of that of the previous size, and whether the growth meets the goal. */
const growthOf = (what: string): string => {
  const megabytes = peaks.get(what) ?? []
  const steps = megabytes.slice(1).map((value, at) => value / (megabytes[at] ?? value))
  const text = steps.map((step) => `${step.toFixed(2)}x`).join(', ')
  if (steps.length === 0 || what === GATHERED) return text
  const isMet = steps.every((step) => step <= GOAL_GROWTH)
  if (!isMet) missed++
  return `${text}, goal ${GOAL_GROWTH}x ${isMet ? 'met' : 'NOT met'}`
}

const demo = await serveDemo()
for (const size of sizes) {
  const counts = [size.people, size.days].map(String)
  const server = await startScript('people-server.ts', [...counts, demo.url], { QUARTERDECK_API_KEY: demo.key })
  const env = envFor({ ...demo, url: server.url }, `${home}/scale`)
  await measureCommands(size, env)
  await measureExplorer(size, { ...env, XDG_CACHE_HOME: `${home}/scale/shown` })
  server.stop()
  rmSync(`${home}/scale`, { recursive: true, force: true, maxRetries: 10 })
}
const days = new Set(sizes.map((size) => size.days))
const keepPart = (part: string, note: string, heads: string[], rows: string[][]): void =>
  keepSection({
    title: `A large organisation, ${days.size === 1 ? `${[...days]} days` : 'sizes'}: ${part}`,
    by: 'npm run bench -- --scale',
    note: `Load of the machine ${loadBefore.toFixed(1)} before.${note}`,
    heads: ['what', ...sizes.map((size) => `${size.people} x ${size.days} days`), ...heads],
    rows,
  })
const commands = [...commandRows].map(([what, cells]) => [what, ...cells, growthOf(what)])
keepPart('commands', '', ['memory, size by size'], commands)
const explorers = [...explorerRows].map(([what, cells]) => [what, ...cells])
keepPart('explorer', ' Escape codes are painted at the same time.', [], explorers)
process.exit(missed > 0 ? 1 : 0)
