/**
 * How fast the built program is, seen from outside and beside its yardsticks: bare Node for its start, hand-written
 * escape codes for its keys. Each figure and its yardstick are taken in turn, round by round, so that whatever else
 * the machine does falls on both. Run with: npm run bench
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const node = process.execPath
const program = path('../../dist/qd.js')

const START_ROUNDS = 11
const KEY_ROUNDS = 3
const HOOK_RUNS = 500
/** Until the process that loads has gone, s: see REST_AFTER_MS in connect.ts. */
const REST_S = 13
const sizes = [
  { cols: 80, rows: 24 },
  { cols: 120, rows: 40 },
  { cols: 200, rows: 60 },
]

/** Goals of the design: multiples of the yardstick, or the figure itself. */
const goals = {
  firstFrame: 7,
  version: 2,
  moveCpu: 8,
  scrollCpu: 12,
  moveBytes: 1.25,
  scrollBytes: 1.5,
  keyToFrameMs: 16,
  /** The longest wait while a walk loads: what a hand does not feel. */
  longestMs: 50,
  /** What `hooks notify` may take beyond the start of Node. */
  hookBeyondMs: 100,
  // "Idle nothing": what is left is Node's own housekeeping.
  idleCpuMs: 1,
  idleBytes: 0,
  residentMb: 150,
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
  command: [node, program],
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
const floor: Subject = { command: [node, path('floor.ts')], firstFrame: 'row 1 of', enter: [], quit: 'q' }

type Phase = { cpuMs: number; bytes: number; p95Ms: number; unanswered: number }
type Answer = {
  exitMs: number
  firstFrameMs: number
  phases: Record<'move' | 'scroll', Phase>
  idleCpuMs: number
  idleBytes: number
  residentMb: number
  loading: { p95Ms: number; maxMs: number }
}

const run = promisify(execFile)

const measure = async (plan: Record<string, unknown>): Promise<Answer> => {
  const text = JSON.stringify({ cols: 120, rows: 40, ...plan })
  try {
    return JSON.parse((await run('python3', [path('pty-bench.py'), text])).stdout)
  } catch (error) {
    const { stdout, message } = error as { stdout?: string; message: string }
    throw new Error(`${(plan.command as string[]).join(' ')} could not be measured: ${stdout || message}`)
  }
}

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

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

let missed = 0
const say = (what: string, figures: string, value: number, goal: number, unit: string): void => {
  const isMet = value <= goal
  if (!isMet) missed++
  const shown = `${value.toFixed(unit === 'x' ? 2 : 1)}${unit}`
  console.log(
    `${what.padEnd(38)} ${figures.padEnd(26)} ${shown.padStart(10)}   goal ${`${goal}${unit}`.padEnd(9)} ${isMet ? 'met' : 'NOT met'}`,
  )
}

const compare = (what: string, ours: readonly number[], yardstick: readonly number[], unit: string, goal: number) => {
  const [value, other] = [median(ours), median(yardstick)]
  const digits = unit === 'ms' ? 2 : 0
  say(what, `${value.toFixed(digits)} ${unit} over ${other.toFixed(digits)} ${unit}`, value / other, goal, 'x')
}

const measureStart = async (env: Service['env']): Promise<void> => {
  const bare: number[] = []
  const version: number[] = []
  const first: number[] = []
  const filled: number[] = []
  for (let round = 0; round <= START_ROUNDS; round++) {
    const one = await measure({ command: [node, '-e', '0'], untilExit: true })
    const two = await measure({ command: [node, program, '--version'], untilExit: true })
    const { command, firstFrame, quit } = explorer
    const three = await measure({
      command,
      firstFrame,
      quit,
      env: { ...env, XDG_CACHE_HOME: `${home}/empty-${round}` },
    })
    // Until the month is forecast, so that the first round fills the ledger.
    const four = await measure({ command, firstFrame, quit, enter: explorer.enter.slice(0, 1), env })
    // The first round fills the caches of the file system and of the compiler.
    if (round === 0) continue
    bare.push(one.exitMs)
    version.push(two.exitMs)
    first.push(three.firstFrameMs)
    filled.push(four.firstFrameMs)
  }
  compare('first frame, empty ledger / node', first, bare, 'ms', goals.firstFrame)
  compare('first frame, full ledger / node', filled, bare, 'ms', goals.firstFrame)
  compare('--version / node -e 0', version, bare, 'ms', goals.version)
}

const measureKeys = async (env: Service['env'], subject: Subject, list: string): Promise<void> => {
  for (const { cols, rows } of sizes) {
    const phases = [
      { name: 'move', before: '', keys: 'jk', warm: 100, count: 200 },
      // To the edge of the window first; from there on every key scrolls.
      { name: 'scroll', before: 'j'.repeat(rows), keys: 'j', warm: 100, count: 200 },
    ]
    const ours: Answer[] = []
    const yardstick: Answer[] = []
    for (let round = 0; round < KEY_ROUNDS; round++) {
      yardstick.push(await measure({ ...floor, cols, rows, phases }))
      ours.push(await measure({ ...subject, cols, rows, phases, env }))
    }
    for (const name of ['move', 'scroll'] as const) {
      const [mine, theirs] = [ours, yardstick].map((answers) => answers.map(({ phases }) => phases[name]))
      if (!mine || !theirs) continue
      const deaf = [...mine, ...theirs].reduce((sum, { unanswered }) => sum + unanswered, 0)
      if (deaf > 0)
        throw new Error(`${deaf} keys were not answered at ${cols}x${rows} (${name}): the figures say nothing`)
      const what = `${list}: ${name} ${cols}x${rows}`
      const of = (all: Phase[], member: keyof Phase) => all.map((phase) => phase[member])
      const isMove = name === 'move'
      compare(
        `${what}, CPU a key`,
        of(mine, 'cpuMs'),
        of(theirs, 'cpuMs'),
        'ms',
        goals[isMove ? 'moveCpu' : 'scrollCpu'],
      )
      compare(
        `${what}, bytes a key`,
        of(mine, 'bytes'),
        of(theirs, 'bytes'),
        'B',
        goals[isMove ? 'moveBytes' : 'scrollBytes'],
      )
      const [p95, floorP95] = [median(of(mine, 'p95Ms')), median(of(theirs, 'p95Ms'))]
      say(`${what}, p95 key to frame`, `hand-written ${floorP95.toFixed(1)} ms`, p95, goals.keyToFrameMs, ' ms')
    }
  }
}

const measureRest = async (env: Service['env']): Promise<void> => {
  const idle = { idleSeconds: 5 }
  const ours = await measure({ ...explorer, ...idle, env })
  const yardstick = await measure({ ...floor, ...idle })
  const beside = (value: number, unit: string) => `hand-written ${value.toFixed(1)} ${unit}`
  say('idle, CPU a second', beside(yardstick.idleCpuMs, 'ms'), ours.idleCpuMs, goals.idleCpuMs, ' ms')
  say('idle, bytes a second', beside(yardstick.idleBytes, 'B'), ours.idleBytes, goals.idleBytes, ' B')
  say('memory, resident', beside(yardstick.residentMb, 'MB'), ours.residentMb, goals.residentMb, ' MB')
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
  say('100,000 rows loaded: memory', '', cold.residentMb, goals.residentMb, ' MB')
  say('100,000 rows kept: memory', '', warm.residentMb, goals.residentMb, ' MB')
}

/** Benchmarks of single rooms, each of which prints its own goals and ends with a status other than 0 for one it misses. */
const measureRooms = async (): Promise<void> => {
  for (const args of [[path('export.ts')], [path('ledger.ts')], ['--expose-gc', path('people.ts')]]) {
    const { stdout } = await run(node, args).catch((error: { stdout: string }) => error)
    console.log(`\n${stdout.trimEnd()}`)
    missed += stdout.match(/NOT met$/gm)?.length ?? 0
  }
}

console.log(`Node ${process.versions.node}; medians of ${START_ROUNDS} starts and of ${KEY_ROUNDS} x 200 keys\n`)
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
  const at = (values: readonly number[], share: number): number =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const [own, other] = [at(hook, share), at(bare, share)]
    const figures = `${own.toFixed(1)} ms over ${other.toFixed(1)} ms`
    say(`hooks notify, webhook dead: ${name} beyond`, figures, own - other, goals.hookBeyondMs, 'ms')
  }
  say(`hooks notify, ${HOOK_RUNS} runs: not status 0`, '', failures, 0, '')
}

const home = mkdtempSync(`${tmpdir()}/quarterdeck-bench-`)
const usual = await startService()
// More people than keys are pressed, so that the list never ends.
const large = await startService('--users', '1000', '--days', '45')
const crowd = await startService('--users', '2000', '--days', '90')
try {
  await measureHooks()
  await measureStart(usual.env)
  await measureKeys(large.env, explorer, 'Usage')
  await measureRest(usual.env)
  await measureWalk(crowd.env)
  await measureKeys(crowd.env, people, 'People')
  await measureRooms()
} finally {
  usual.stop()
  large.stop()
  crowd.stop()
  rmSync(home, { recursive: true, force: true })
}
console.log(missed === 0 ? '\nAll goals met.' : `\n${missed} goals NOT met.`)
