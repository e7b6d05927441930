import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type DemoService, type Env, outputOf, serveDemo } from '../helpers/built-program.ts'
import { record } from './results.ts'

export const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
export const node = process.execPath

/** Folder of the measured programs; it is removed at the end. */
export const home = mkdtempSync(`${tmpdir()}/quarterdeck-bench-`)
process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 10 }))

/** Maximum values: multiples of the yardstick, or absolute values in the unit of the name. */
export const goals = {
  /** Time until the explorer shows saved data from its last run, and until it has drawn its own first frame. */
  firstFrame: 4,
  ownFrame: 7,
  version: 1.2,
  /** A status bar runs `qd status` every few seconds. */
  status: 1.5,
  moveCpu: 3,
  scrollCpu: 4,
  bytes: 1,
  keyToFrameMs: 4,
  /** The longest time from a key to its frame while per-user rows are loaded. Users don't notice a shorter one. */
  longestMs: 50,
  /** `hooks notify` as a multiple of the start of Node, and its limit in ms beyond that. */
  hook: 1.2,
  hookBeyondMs: 100,
  /** Time from Tab to the completions. */
  completionMs: 150,
  // Node itself causes this much in the background.
  idleCpuMs: 1,
  idleBytes: 0,
  residentMb: 100,
  /** While 100,000 rows are loaded. */
  walkMb: 150,
}

export const envFor = ({ url, key }: Pick<DemoService, 'url' | 'key'>, folder = home) => ({
  QUARTERDECK_BASE_URL: url,
  QUARTERDECK_API_KEY: key,
  XDG_CACHE_HOME: `${folder}/cache`,
  XDG_CONFIG_HOME: `${folder}/config`,
  XDG_STATE_HOME: `${folder}/state`,
})
export type ServiceEnv = ReturnType<typeof envFor>

/** Serves a demo of this size until this process ends; returns the environment of a program that uses it. */
export const serve = async (...size: string[]): Promise<ServiceEnv> => envFor(await serveDemo(...size))

/** Starts a script of this folder as a server that prints its address. It ends with this process. */
export const startScript = async (name: string, args: readonly string[], env: Env = {}) => {
  const words = ['--no-warnings', path(name), ...args]
  const child = spawn(node, words, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  const [line] = await once(child.stdout, 'data')
  return { url: String(line).trim(), pid: child.pid ?? 0, stop: () => void child.kill() }
}

/** The value that a share of the values does not exceed. @param share - From 0 to 1. */
export const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
export const median = (values: readonly number[]): number => at(values, 0.5)

/** Creates a generator of integers from 0 to `max` - 1, with the same sequence in each run. */
export const createRandom = (seed = 1) => {
  let state = seed
  return (max: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
}

export const timeOf = (work: () => unknown): number => {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

export const compare = (
  what: string,
  ours: readonly number[],
  yardstick: readonly number[],
  unit: string,
  goal: number,
): void => {
  const [value, other] = [median(ours), median(yardstick)]
  const digits = unit === 'ms' ? 2 : 0
  const isSteady = unit === 'B' || what.endsWith(', CPU') || what.endsWith(', CPU a key')
  const figures = `${value.toFixed(digits)} ${unit} over ${other.toFixed(digits)} ${unit}`
  record(what, figures, value / other, goal, 'x', isSteady)
}

/** Runs a program to its end. Returns its duration and, on Linux only, the CPU time of its threads and its peak memory. */
export const runMeasured = async (command: string, args: readonly string[], env: Env) => {
  const startedAt = performance.now()
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.resume()
  let [megabytes, cpuMs] = [0, 0]
  const timer = setInterval(() => {
    // The latest peak, not the maximum: until the child runs the program, it shows the memory of this process.
    megabytes = memoryOf(child.pid, 'VmHWM') || megabytes
    cpuMs = Math.max(cpuMs, cpuOf(child.pid))
  }, 5)
  const { code, err } = await outputOf(child).finally(() => clearInterval(timer))
  if (code !== 0) throw new Error(`${command} ended with status ${code}: ${err}`)
  return { ms: performance.now() - startedAt, cpuMs, megabytes }
}

const read = (pid: number | undefined, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** The peak (VmHWM) or current (VmRSS) memory of a process, MB. */
export const memoryOf = (pid: number | undefined, name: 'VmHWM' | 'VmRSS'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(read(pid, 'status'))?.[1] ?? 0) / 1000

/** The CPU time of a process, ms. The kernel counts it in ticks of 10 ms; the fields follow the name, which may have spaces. */
export const cpuOf = (pid: number | undefined): number => {
  const fields = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}
