import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createResults } from './results.ts'

export const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
export const node = process.execPath
export const program = path('../../dist/qd.js')

/** Where the programs that are measured keep what is theirs. Goes with {@link cleanUp}. */
export const home = mkdtempSync(`${tmpdir()}/quarterdeck-bench-`)

/** Goals: multiples of the yardstick, or the figure itself. */
export const goals = {
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

export type Service = { env: Record<string, string>; stop: () => void }

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

const ends: (() => void)[] = []
/** Does it in {@link cleanUp}. */
export const atEnd = (end: () => void): void => void ends.push(end)

/** Serves the demo, of this size, until {@link cleanUp}; answers what a program that asks it needs in its environment. */
export const serve = async (...size: string[]): Promise<Service['env']> => {
  const service = await startService(...size)
  atEnd(service.stop)
  return service.env
}

export const cleanUp = (): void => {
  for (const end of ends) end()
  rmSync(home, { recursive: true, force: true })
}

/** What so much of the values is not above. @param share - From 0 to 1. */
export const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

export const median = (values: readonly number[]): number => at(values, 0.5)

export const results = createResults()

/** @param isSteady - Whether it is the same whatever else the machine does, so that a worse one is a regression. */
export const say = (what: string, figures: string, value: number, goal: number, unit: string, isSteady = false): void =>
  results.say({ what, figures, value, goal, unit, isSteady })

export const compare = (
  what: string,
  ours: readonly number[],
  yardstick: readonly number[],
  unit: string,
  goal: number,
) => {
  const [value, other] = [median(ours), median(yardstick)]
  const digits = unit === 'ms' ? 2 : 0
  const isSteady = unit === 'B' || what.endsWith(', CPU') || what.endsWith(', CPU a key')
  say(
    what,
    `${value.toFixed(digits)} ${unit} over ${other.toFixed(digits)} ${unit}`,
    value / other,
    goal,
    'x',
    isSteady,
  )
}
