/**
 * How fast the built program is, seen from outside and beside its yardsticks: bare Node for its start, hand-written
 * escape codes for its keys. Each figure and its yardstick are taken in turn, round by round, so that whatever else
 * the machine does falls on both. Run on a machine at rest with: npm run bench
 *
 * `-- --only start,Usage` measures some parts only, inner lists in all sizes then. `-- --profile` shows where the time of a key
 * goes, in all lists or with `--only Usage,Diff` in some. What is worse by more than 15 % than in RESULTS.md is said and fails, and
 * RESULTS.md stays; `-- --accept` writes it all the same. Only what does not depend on what else the machine does is compared so: CPU
 * as a multiple of its yardstick, bytes, memory.
 */
import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import { cleanUp, compare, goals, home, node, path, program, results, type Service, say, serve } from './bench-kit.ts'
import { measureCompletions, measureHooks } from './command-times.ts'
import { explorer, floor, measureKeys, people, profileKeys, subjects } from './key-costs.ts'
import { measure, type Spent } from './measure-in-terminal.ts'

const START_ROUNDS = 11
/** Until V8 has collected what the loading has left, s. */
const REST_S = 13

const run = promisify(execFile)

const measureStart = async (env: Service['env']): Promise<void> => {
  const spent: Record<'bare' | 'version' | 'empty' | 'picture' | 'own', Spent[]> = {
    bare: [],
    version: [],
    empty: [],
    picture: [],
    own: [],
  }
  const { firstFrame, quit } = explorer
  // As people start it, without a word that would have to be parsed; it is left on Overview every time.
  const command = [node, program]
  const start = (plan: Record<string, unknown>) => measure({ command, firstFrame, quit, ...plan })
  // Until all has come and rested for a moment, so that the first round fills the ledger and leaves a picture.
  const isThere = [{ press: '', expect: 'month ends' }]
  for (let round = 0; round <= START_ROUNDS; round++) {
    const bare = await measure({ command: [node, '-e', '0'], untilExit: true })
    const version = await measure({ command: [node, program, '--version'], untilExit: true })
    const empty = await start({ env: { ...env, XDG_CACHE_HOME: `${home}/empty-${round}` } })
    // The first frame that the explorer itself draws says so.
    const full = await start({ enter: [{ press: '', expect: 'connecting' }, ...isThere], restSeconds: 2, env })
    // The first round fills the caches of the file system and of the compiler.
    if (round === 0) continue
    spent.bare.push(bare)
    spent.version.push(version)
    spent.empty.push(empty.firstFrame)
    spent.picture.push(full.firstFrame)
    if (full.steps[0]) spent.own.push(full.steps[0])
  }
  const rows = [
    ['first frame, full ledger / node', spent.picture, goals.firstFrame],
    ['drawn by the explorer, full ledger / node', spent.own, goals.ownFrame],
    ['first frame, empty ledger / node', spent.empty, goals.ownFrame],
    ['--version / node -e 0', spent.version, goals.version],
  ] as const
  for (const [what, ours, goal] of rows) {
    const of = (member: keyof Spent) =>
      [ours, spent.bare].map((all) => all.map((one) => one[member])) as [number[], number[]]
    compare(what, ...of('ms'), 'ms', goal)
    compare(`${what}, CPU`, ...of('cpuMs'), 'ms', goal)
  }
}

const measureRest = async (env: Service['env']): Promise<void> => {
  const idle = { idleSeconds: 5 }
  const ours = await measure({ ...subjects.Usage, ...idle, env })
  const yardstick = await measure({ ...floor, ...idle })
  const beside = (value: number, unit: string) => `hand-written ${value.toFixed(1)} ${unit}`
  say('idle, CPU a second', beside(yardstick.idleCpuMs, 'ms'), ours.idleCpuMs, goals.idleCpuMs, ' ms')
  say('idle, bytes a second', beside(yardstick.idleBytes, 'B'), ours.idleBytes, goals.idleBytes, ' B')
  say('memory, resident', beside(yardstick.residentMb, 'MB'), ours.residentMb, goals.residentMb, ' MB', true)
}

/** 2,000 people and 60 days, which is more than 100,000 rows: loaded page by page while keys are pressed, then from the ledger. */
const measureWalk = async (env: Service['env']): Promise<void> => {
  const enter = [
    explorer.enter[0],
    { press: 't', expect: 'last 30 days' },
    { press: '3', expect: '30d' },
    ...people.enter,
  ]
  // Until all people are loaded `G` leaves the selection on the first row: down first, so that each key moves it.
  const loading = { press: 'G', keys: 'jk', seconds: 20 }
  const cold = await measure({ ...people, enter, loading, restSeconds: REST_S, env })
  const kept = { press: 'G', keys: 'kj', seconds: 3 }
  const warm = await measure({ ...people, enter, loading: kept, restSeconds: REST_S, env })
  say('a walk loads: p95 key to frame', '', cold.loading.p95Ms, goals.keyToFrameMs, ' ms')
  say('a walk loads: keys without an answer', '', cold.loading.unanswered, 0, '')
  say('a walk loads: longest', '', cold.loading.maxMs, goals.longestMs, ' ms')
  say('100,000 rows loaded: memory', '', cold.residentMb, goals.walkMb, ' MB')
  say('100,000 rows kept: memory', '', warm.residentMb, goals.walkMb, ' MB')
}

/** Benchmarks of single rooms, each of which prints its own goals and ends with a status other than 0 for one it misses. */
const measureRooms = async (): Promise<void> => {
  for (const args of [[path('export.ts')], [path('ledger.ts')], ['--expose-gc', path('people.ts')]]) {
    const { stdout } = await run(node, args).catch((error: { stdout: string }) => error)
    console.log(`\n${stdout.trimEnd()}`)
    results.add(stdout.match(/NOT met$/gm)?.length ?? 0)
  }
}

const { values: asked } = parseArgs({
  options: { only: { type: 'string' }, profile: { type: 'boolean' }, accept: { type: 'boolean' } },
})
/** What can be asked for by name, in the order of its measuring: the lists whose keys are pressed too. */
const parts: Record<string, () => Promise<void>> = {
  hooks: measureHooks,
  completions: async () => measureCompletions(await serve()),
  start: async () => measureStart(await serve()),
  rest: async () => measureRest(await serve()),
  walk: async () => measureWalk(await serve('--users', '2000', '--days', '90')),
  rooms: measureRooms,
  ...Object.fromEntries(Object.keys(subjects).map((list) => [list, () => measureKeys(list, asked.only !== undefined)])),
}
const names = asked.only?.split(',') ?? Object.keys(asked.profile ? subjects : parts)
const unknown = names.filter((name) => !(name in parts))
if (!asked.profile && unknown.length > 0)
  throw new Error(`${unknown.join()} is no part: there are ${Object.keys(parts).join(', ')}`)
try {
  if (asked.profile) await profileKeys(names)
  else for (const name of names) await parts[name]?.()
} finally {
  cleanUp()
}
if (!asked.profile) results.end({ isAccepted: asked.accept === true })
