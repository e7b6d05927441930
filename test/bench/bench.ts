/**
 * How fast the built program is, seen from outside and beside its yardsticks: bare Node for its start, hand-written
 * escape codes for its keys. Each figure and its yardstick are taken in turn, round by round, so that whatever else
 * the machine does falls on both. Run on a machine at rest with: npm run bench
 *
 * `-- --only start,keys` measures some parts only. `-- --profile` shows where the time of a key goes, in all lists or with
 * `--only Usage,Diff` in some. What is worse by more than 15 % than in RESULTS.md is said and fails, and RESULTS.md stays;
 * `-- --accept` writes it all the same. Only what does not depend on what else the machine does is compared so: CPU as a multiple of
 * its yardstick, bytes, memory.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { startFront } from '../helpers/front-server.ts'
import { cellsOfMove } from './changed-cells.ts'
import { measure, type Phase, type Spent } from './measure-in-terminal.ts'
import { keepProfiles, profiled, profilesIn, timesOf, timesText } from './profile.ts'
import { createResults } from './results.ts'

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const node = process.execPath
const program = path('../../dist/qd.js')

const START_ROUNDS = 11
const KEY_ROUNDS = 3
/** As many as there are people to scroll through: samples are few. */
const PROFILED_KEYS = 800
const HOOK_RUNS = 500
const COMPLETION_RUNS = 21
/** Until the process that loads has gone, s: see REST_AFTER_MS in connect.ts. */
const REST_S = 13
const sizes = [
  { cols: 80, rows: 24 },
  { cols: 120, rows: 40 },
  { cols: 200, rows: 60 },
]

/** Goals: multiples of the yardstick, or the figure itself. */
const goals = {
  /** Until something of the organisation stands, where the explorer was open before; and until the explorer has drawn. */
  firstFrame: 4,
  ownFrame: 7,
  version: 1.2,
  moveCpu: 3,
  scrollCpu: 4,
  bytes: 1,
  keyToFrameMs: 4,
  /** The longest wait while a walk loads: what a hand does not feel. */
  longestMs: 50,
  /** `hooks notify` beside the start of Node, and in ms what it may take beyond that. */
  hook: 1.2,
  hookBeyondMs: 100,
  /** From a Tab to what may stand there. */
  completionMs: 150,
  // "Idle nothing": what is left is Node's own housekeeping.
  idleCpuMs: 1,
  idleBytes: 0,
  residentMb: 100,
  /** While 100,000 rows are held. */
  walkMb: 150,
}

/** A program with a list that j and k walk through, and how to get there. */
type Subject = {
  command: string[]
  /** Text that stands in the first frame. */
  firstFrame: string
  enter: { press: string; expect: string }[]
  quit: string
}

const explorer: Subject = {
  // Each run begins on Overview, wherever the one before was left.
  command: [node, program, '--no-restore'],
  firstFrame: 'Overview',
  enter: [
    // Nothing to press: the data has come.
    { press: '', expect: 'month ends' },
    { press: '2', expect: 'figures' },
    { press: 'F\r', expect: '@northwind.example' },
  ],
  quit: '\x03\x03',
}
/** The same program at the list of people: all of them are loaded by the first `G`. */
const people: Subject = { ...explorer, enter: [{ press: '3', expect: 'MOVE' }] }
/** The lists of revisions and of what one changed, and the tree of its settings. */
const history: Subject = { ...explorer, enter: [...explorer.enter.slice(0, 1), { press: '5', expect: 'diff of' }] }
const diff: Subject = { ...explorer, enter: [...history.enter, { press: '\r', expect: 'settings' }] }
const settings: Subject = { ...explorer, enter: [...diff.enter, { press: '\r', expect: 'fold' }] }
const computers: Subject = { ...explorer, enter: [...explorer.enter.slice(0, 1), { press: '6', expect: 'STATUS' }] }
const keys: Subject = { ...explorer, enter: [...explorer.enter.slice(0, 1), { press: '7', expect: 'ACCOUNT' }] }
const subjects: Record<string, Subject> = {
  Usage: explorer,
  People: people,
  Revisions: history,
  Diff: diff,
  Settings: settings,
  Computers: computers,
  Keys: keys,
}
const floor: Subject = { command: [node, path('floor.ts')], firstFrame: 'row 1 of', enter: [], quit: 'q' }

type Service = { env: Record<string, string>; stop: () => void }

/** The service stands apart, so that what it does is not counted as the explorer's. */
const startService = (...size: string[]): Promise<Service> =>
  new Promise((resolve) => {
    const args = ['serve', '--demo', '--port', '0', '--json', '--end-with-parent', ...size]
    const child = spawn(node, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
    child.on('exit', (code, signal) => {
      // Whatever would be measured from here on is an explorer without data.
      console.error(`The service ended by itself with ${signal ?? `status ${code}`}: measure again.`)
      process.exit(1)
    })
    child.stdout.setEncoding('utf8').once('data', (line: string) => {
      const { url, keys } = JSON.parse(line) as { url: string; keys: { owner: string } }
      resolve({
        env: {
          QUARTERDECK_BASE_URL: url,
          QUARTERDECK_API_KEY: keys.owner,
          XDG_CACHE_HOME: `${home}/cache`,
          XDG_STATE_HOME: `${home}/state`,
        },
        stop: () => {
          child.removeAllListeners('exit')
          child.kill()
        },
      })
    })
  })

/** What so much of the values is not above. @param share - From 0 to 1. */
const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

const median = (values: readonly number[]): number => at(values, 0.5)

const run = promisify(execFile)
const results = createResults()

/** @param isSteady - Whether it is the same whatever else the machine does, so that a worse one is a regression. */
const say = (what: string, figures: string, value: number, goal: number, unit: string, isSteady = false): void =>
  results.say({ what, figures, value, goal, unit, isSteady })

const compare = (
  what: string,
  ours: readonly number[],
  yardstick: readonly number[],
  unit: string,
  goal: number,
  note = '',
) => {
  const [value, other] = [median(ours), median(yardstick)]
  const digits = unit === 'ms' ? 2 : 0
  const isSteady = unit === 'B' || what.endsWith(', CPU') || what.endsWith(', CPU a key')
  say(
    what,
    `${value.toFixed(digits)} ${unit} over ${other.toFixed(digits)} ${unit}${note}`,
    value / other,
    goal,
    'x',
    isSteady,
  )
}

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

/**
 * A move changes more in some lists than in others, a preview or a detail too, so the yardstick writes the same cells. Where ours scrolls
 * it scrolls a list of its own.
 *
 * @param names - The phases that the list is long enough for.
 */
const measureKeys = async (
  env: Service['env'],
  subject: Subject,
  list: string,
  names: readonly ('move' | 'scroll')[] = ['move', 'scroll'],
): Promise<void> => {
  for (const { cols, rows } of sizes)
    for (const name of names) {
      const phases = phasesOf(rows).filter((phase) => phase.name === name)
      const isMove = name === 'move'
      const cells = isMove ? { CELLS: JSON.stringify(await cellsOfMove(subject.enter, env, { cols, rows })) } : {}
      const mine: Phase[] = []
      const theirs: Phase[] = []
      for (let round = 0; round < KEY_ROUNDS; round++) {
        theirs.push((await measure({ ...floor, cols, rows, phases, env: cells })).phases[name])
        mine.push((await measure({ ...subject, cols, rows, phases, env })).phases[name])
      }
      const deaf = [...mine, ...theirs].reduce((sum, { unanswered }) => sum + unanswered, 0)
      if (deaf > 0)
        throw new Error(`${deaf} keys were not answered at ${cols}x${rows} (${name}): the figures say nothing`)
      const what = `${list}: ${name} ${cols}x${rows}`
      const of = (all: Phase[], member: 'cpuMs' | 'bytes' | 'p95Ms') => all.map((phase) => phase[member])
      const goal = isMove ? goals.moveCpu : goals.scrollCpu
      const note = isMove ? ', same cells' : ''
      compare(`${what}, CPU a key`, of(mine, 'cpuMs'), of(theirs, 'cpuMs'), 'ms', goal, note)
      compare(`${what}, bytes a key`, of(mine, 'bytes'), of(theirs, 'bytes'), 'B', goals.bytes, note)
      const [p95, floorP95] = [median(of(mine, 'p95Ms')), median(of(theirs, 'p95Ms'))]
      say(`${what}, p95 key to frame`, `hand-written ${floorP95.toFixed(1)} ms`, p95, goals.keyToFrameMs, ' ms')
    }
}

const phasesOf = (rows: number) => [
  { name: 'move' as const, before: '', keys: 'jk', warm: 100, count: 200 },
  // To the edge of the window first; from there on every key scrolls.
  { name: 'scroll' as const, before: 'j'.repeat(rows), keys: 'j', warm: 100, count: 200 },
]

/** The server lists no accounts: the explorer shows the keys of those that were asked about. */
const askForKeys = async (env: Service['env']): Promise<void> => {
  for (const id of ['sa_ci-bot', 'sa_observability', 'sa_release'])
    await run(node, [program, 'keys', 'list', id], { env: { ...process.env, ...env } })
}

/** The list of Usage where the names are of signs that take two cells. */
const measureWideNames = async (env: Service['env']): Promise<void> => {
  const front = await startFront({ url: env.QUARTERDECK_BASE_URL ?? '', key: '' })
  front.alter((body) =>
    JSON.parse(JSON.stringify(body).replaceAll(/([a-z])[a-z]*\.([a-z])[a-z]*(\d*@)northwind\.example/g, wideAddress)),
  )
  const behind = { ...env, QUARTERDECK_BASE_URL: front.url, XDG_CACHE_HOME: `${home}/wide` }
  const enter = [...explorer.enter.slice(0, -1), { press: 'F\r', expect: '例え' }]
  await measureKeys(behind, { ...explorer, enter }, 'Usage, CJK')
  await front.close()
}
const familyNames = '陳佐藤金木村高橋田中李王張劉黃林吳周徐孫김박이최정강조윤장임'
const wideAddress = (_: string, first: string, last: string, end: string): string => {
  const signs = [first, last].map((letter) => familyNames[letter.charCodeAt(0) % familyNames.length])
  return `${signs.join('')}.${first}${last}${end}例え.example`
}

const measureLists = async (env: Service['env']): Promise<void> => {
  // In the largest window these lists are too short to be scrolled.
  const only = ['move'] as const
  await measureKeys(env, history, 'Revisions', only)
  await measureKeys(env, diff, 'Diff', only)
  await measureKeys(env, settings, 'Settings', only)
  await measureKeys(env, computers, 'Computers', only)
  await askForKeys(env)
  await measureKeys(env, keys, 'Keys', only)
}

/** Prints where the time of a key goes. @param only - The lists. @default all of them */
const profileKeys = async (env: Service['env'], only = Object.keys(subjects)): Promise<void> => {
  if (only.includes('Keys')) await askForKeys(env)
  for (const list of only) {
    const subject = subjects[list]
    if (!subject) throw new Error(`${list} is no list: there are ${Object.keys(subjects).join(', ')}`)
    const folder = `${home}/profile-${list}`
    const phases = phasesOf(40)
      .filter(({ name }) => name === 'move' || list === 'Usage' || list === 'People')
      .map((phase) => ({ ...phase, count: PROFILED_KEYS }))
    const command = [node, ...profiled(folder), ...subject.command.slice(1)]
    const answer = await measure({ ...subject, command, phases, env })
    for (const { name, count } of phases)
      for (const path of profilesIn(folder))
        console.log(`${list}: ${name}\n${timesText(timesOf(path, answer.phases[name].span), count)}\n`)
    console.log(`The profiles stand in ${keepProfiles(folder)}\n`)
  }
}

const measureRest = async (env: Service['env']): Promise<void> => {
  const idle = { idleSeconds: 5 }
  const ours = await measure({ ...explorer, ...idle, env })
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
  const loading = { press: 'G', keys: 'jk', seconds: 20 }
  const cold = await measure({ ...people, enter, loading, restSeconds: REST_S, env })
  const warm = await measure({ ...people, enter, loading: { ...loading, seconds: 3 }, restSeconds: REST_S, env })
  say('a walk loads: p95 key to frame', '', cold.loading.p95Ms, goals.keyToFrameMs, ' ms')
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

/** Runs a command with this on standard input: how long it took, ms, and its status. */
const timed = (
  command: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv,
): Promise<{ ms: number; status: number | null }> =>
  new Promise((resolve) => {
    const [program = '', ...words] = command
    const start = performance.now()
    const child = spawn(program, words, { env, stdio: ['pipe', 'ignore', 'ignore'] })
    child.on('exit', (status) => resolve({ ms: performance.now() - start, status }))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })

/** What an agent waits for when its hook tells a webhook that takes connections and never answers. */
const measureHooks = async (): Promise<void> => {
  const dead = createServer(() => {})
  await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve))
  const { port } = dead.address() as AddressInfo
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_STATE_HOME: `${home}/hooks`,
    XDG_CACHE_HOME: `${home}/cache`,
    QUARTERDECK_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
  }
  const bare: number[] = []
  const hook: number[] = []
  let failures = 0
  for (let run = 0; run < HOOK_RUNS; run++) {
    const event = JSON.stringify({ hook_event_name: 'Stop', session_id: `s${run}`, cwd: home })
    bare.push((await timed([node, '-e', '0'], '', env)).ms)
    const { ms, status } = await timed([node, program, 'hooks', 'notify'], event, env)
    hook.push(ms)
    if (status !== 0) failures++
  }
  dead.closeAllConnections()
  dead.close()
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const [own, other] = [at(hook, share), at(bare, share)]
    const figures = `${own.toFixed(1)} ms over ${other.toFixed(1)} ms`
    say(`hooks notify, webhook dead: ${name} beyond`, figures, own - other, goals.hookBeyondMs, 'ms')
    if (name === 'p50') compare('hooks notify / node -e 0, p50', [own], [other], 'ms', goals.hook)
  }
  say(`hooks notify, ${HOOK_RUNS} runs: not status 0`, '', failures, 0, '')
}

/** What a shell waits for at a Tab, with a profile whose key is kept, and names in the ledger. */
const measureCompletions = async ({
  QUARTERDECK_BASE_URL: url = '',
  QUARTERDECK_API_KEY: key = '',
  ...folders
}: Service['env']): Promise<void> => {
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: `${home}/config`, ...folders }
  const qd = async (...words: string[]): Promise<void> => {
    const { status } = await timed([node, program, ...words], key, env)
    if (status !== 0) throw new Error(`qd ${words.join(' ')} ended with status ${status}`)
  }
  await qd('profile', 'add', 'bench', '--base-url', url)
  await qd('login', '--key-stdin', '--keep', 'file', '--yes')
  await qd('analytics', 'users', '--all')
  await qd('controls', 'blame', 'sandbox', '--limit', '1')
  await qd('wiki', 'list')
  const lines = {
    commands: 'qd contr',
    profiles: 'qd --profile ',
    revisions: 'qd controls show ',
    settings: 'qd controls blame sandbox',
    people: 'qd analytics users --where name=',
    runs: 'qd wiki export ',
  }
  for (const [of, line] of Object.entries(lines)) {
    const spent: Spent[] = []
    const command = [node, program, 'completion', '--line', line]
    for (let run = 0; run < COMPLETION_RUNS; run++) spent.push(await measure({ command, untilExit: true, env }))
    const cpuMs = median(spent.map((one) => one.cpuMs))
    const ms = spent.map((one) => one.ms)
    const figures = `p50 ${median(ms).toFixed(1)} ms, CPU ${cpuMs.toFixed(1)} ms`
    say(`completion of ${of}, p95`, figures, at(ms, 0.95), goals.completionMs, ' ms')
  }
}

const { values: asked } = parseArgs({
  options: { only: { type: 'string' }, profile: { type: 'boolean' }, accept: { type: 'boolean' } },
})
const home = mkdtempSync(`${tmpdir()}/quarterdeck-bench-`)
const services: Service[] = []
const serve = async (...size: string[]): Promise<Service['env']> => {
  const service = await startService(...size)
  services.push(service)
  return service.env
}

/** What can be asked for by name, in the order of its measuring. */
const parts: Record<string, () => Promise<void>> = {
  hooks: measureHooks,
  completions: async () => measureCompletions(await serve()),
  start: async () => measureStart(await serve()),
  // More people than keys are pressed, so that the list never ends.
  keys: async () => measureKeys(await serve('--users', '1000', '--days', '45'), explorer, 'Usage'),
  lists: async () => measureLists(await serve()),
  wide: async () => measureWideNames(await serve('--users', '1000', '--days', '45')),
  rest: async () => measureRest(await serve()),
  walk: async () => {
    const env = await serve('--users', '2000', '--days', '90')
    await measureWalk(env)
    await measureKeys(env, people, 'People')
  },
  rooms: measureRooms,
}
const names = asked.only?.split(',') ?? Object.keys(asked.profile ? subjects : parts)
const unknown = names.filter((name) => !(name in parts))
if (!asked.profile && unknown.length > 0)
  throw new Error(`${unknown.join()} is no part: there are ${Object.keys(parts).join(', ')}`)
try {
  if (asked.profile) await profileKeys(await serve('--users', '1000', '--days', '45'), names)
  else for (const name of names) await parts[name]?.()
} finally {
  for (const { stop } of services) stop()
  rmSync(home, { recursive: true, force: true })
}
if (!asked.profile) results.end({ isAccepted: asked.accept === true })
