/**
 * Measures from outside how fast the built program is, compared with yardsticks: bare Node for its start, a program of
 * hand-written escape codes for its keys. Each figure and its yardstick are measured in turn, round by round, so that
 * other work of the machine affects both. Run it on an idle machine with: npm run bench
 *
 * `-- --only start,Usage` measures only these parts, in all window sizes. `-- --profile` prints the functions that take
 * most time per key, in all lists or in those of `--only Usage,Diff`. If a figure is more than 15 % worse than in
 * RESULTS.md, the run fails and RESULTS.md stays unchanged; `-- --accept` writes it anyway. Only figures that are
 * independent of other work of the machine are compared: CPU as a multiple of its yardstick, bytes, memory.
 */
import { parseArgs } from 'node:util'
import { builtProgram } from '../helpers/built-program.ts'
import { compare, goals, home, node, type ServiceEnv, serve } from './bench-kit.ts'
import { measureCompletions, measureHooks, measureStatus } from './command-times.ts'
import { measureExport } from './export.ts'
import { explorer, floor, measureKeys, people, profileKeys, subjects } from './key-costs.ts'
import { measureLedger } from './ledger.ts'
import { measure, type Spent } from './measure-in-terminal.ts'
import { measurePeople } from './people.ts'
import { end, record } from './results.ts'

const START_ROUNDS = 11
/** Time for V8 to collect the garbage that loading leaves, s. */
const REST_S = 13

const measureStart = async (env: ServiceEnv): Promise<void> => {
  const { firstFrame, quit } = explorer
  // Start it without arguments, as users do. Each run ends on Overview, where the next one begins.
  const start = (plan: Record<string, unknown>) => measure({ command: [node, builtProgram], firstFrame, quit, ...plan })
  const rounds: Record<'bare' | 'version' | 'empty' | 'saved' | 'own', Spent>[] = []
  for (let round = 0; round <= START_ROUNDS; round++) {
    const bare = await measure({ command: [node, '-e', '0'], untilExit: true })
    const version = await measure({ command: [node, builtProgram, '--version'], untilExit: true })
    const empty = await start({ env: { ...env, XDG_CACHE_HOME: `${home}/empty-${round}` } })
    // Wait for the explorer's own first frame, then for all data, so that the first round fills the cache.
    const enter = ['connecting', '≈'].map((expect) => ({ press: '', expect }))
    const full = await start({ enter, restSeconds: 2, env })
    rounds.push({ bare, version, empty: empty.firstFrame, saved: full.firstFrame, own: full.steps[0] as Spent })
  }
  // The first round fills the caches of the file system and of the compiler.
  rounds.shift()
  const rows = [
    ['first frame, full ledger / node', 'saved', goals.firstFrame],
    ['drawn by the explorer, full ledger / node', 'own', goals.ownFrame],
    ['first frame, empty ledger / node', 'empty', goals.ownFrame],
    ['--version / node -e 0', 'version', goals.version],
  ] as const
  for (const [what, name, goal] of rows) {
    const of = (start: typeof name | 'bare', member: keyof Spent) => rounds.map((round) => round[start][member])
    compare(what, of(name, 'ms'), of('bare', 'ms'), 'ms', goal)
    compare(`${what}, CPU`, of(name, 'cpuMs'), of('bare', 'cpuMs'), 'ms', goal)
  }
}

const measureRest = async (env: ServiceEnv): Promise<void> => {
  const idle = { idleSeconds: 5 }
  const ours = await measure({ ...subjects.Usage, ...idle, env })
  const yardstick = await measure({ ...floor, ...idle })
  const comparison = (value: number, unit: string) => `hand-written ${value.toFixed(1)} ${unit}`
  record('idle, CPU a second', comparison(yardstick.idleCpuMs, 'ms'), ours.idleCpuMs, goals.idleCpuMs, ' ms')
  record('idle, bytes a second', comparison(yardstick.idleBytes, 'B'), ours.idleBytes, goals.idleBytes, ' B')
  record('memory, resident', comparison(yardstick.residentMb, 'MB'), ours.residentMb, goals.residentMb, ' MB', true)
}

/** 2,000 people and 60 days are more than 100,000 rows: loaded page by page while keys are pressed, then from the cache. */
const measureWalk = async (env: ServiceEnv): Promise<void> => {
  const range = [
    { press: 't', expect: 'last 30 days' },
    { press: '3', expect: '30d' },
  ]
  const enter = [...explorer.enter, ...range, ...people.enter]
  // Until all users are loaded, `G` leaves the selection on the first row. Move down first, so that each key moves it.
  const loading = { press: 'G', keys: 'jk', seconds: 20 }
  const cold = await measure({ ...people, enter, loading, restSeconds: REST_S, env })
  const kept = { press: 'G', keys: 'kj', seconds: 3 }
  const warm = await measure({ ...people, enter, loading: kept, restSeconds: REST_S, env })
  record('a walk loads: p95 key to frame', '', cold.loading.p95Ms, goals.keyToFrameMs, ' ms')
  record('a walk loads: keys without an answer', '', cold.loading.unanswered, 0, '')
  record('a walk loads: longest', '', cold.loading.maxMs, goals.longestMs, ' ms')
  record('100,000 rows loaded: memory', '', cold.residentMb, goals.walkMb, ' MB')
  record('100,000 rows kept: memory', '', warm.residentMb, goals.walkMb, ' MB')
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, profile: { type: 'boolean' }, accept: { type: 'boolean', default: false } },
})
/** The parts in the order in which they are measured, including the lists whose keys are pressed. */
const parts: Record<string, () => Promise<void>> = {
  hooks: measureHooks,
  completions: async () => measureCompletions(await serve()),
  status: async () => measureStatus(await serve()),
  start: async () => measureStart(await serve()),
  rest: async () => measureRest(await serve()),
  walk: async () => measureWalk(await serve('--users', '2000', '--days', '90')),
  data: async () => {
    await measureExport()
    measureLedger()
    measurePeople()
  },
  ...Object.fromEntries(
    Object.keys(subjects).map((list) => [list, () => measureKeys(list, values.only !== undefined)]),
  ),
}
const chosen = values.only?.split(',') ?? Object.keys(values.profile ? subjects : parts)
const unknown = chosen.filter((name) => !(name in (values.profile ? subjects : parts)))
if (unknown.length > 0) throw new Error(`--only names ${unknown}, which is none of: ${Object.keys(parts).join(', ')}`)

if (values.profile) await profileKeys(chosen)
else {
  console.log(
    `Node ${process.versions.node}; medians of ${START_ROUNDS} starts and of 400 keys, unless said otherwise\n`,
  )
  for (const name of chosen) await parts[name]?.()
  end(values.accept)
}
// The services end with this process.
process.exit()
