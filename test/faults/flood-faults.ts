import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { startService } from '../../src/service/start-service.ts'
import { envOf, openProgram, type Program, RESTORED } from '../helpers/pty.ts'
import { type Fault, type Outcome, tryTimes } from './fault.ts'
import { floods } from './floods.ts'

const HELP = 'Enter do it  q close'
/** How long the program may be busy with a flood, and how much it may grow by it. */
const MAX_MS = 20_000
const MAX_GROWTH_MB = 200

/** The most memory that a process has ever had, MiB. Linux only. */
const mostMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

const isShown = (program: Program, text: string): boolean => program.screen().some((row) => row.includes(text))

/** Asks for help again and again, as what a flood has opened or begun may take keys for a while; answers whether it came. */
const answersHelp = async (program: Program): Promise<boolean> => {
  for (const endsAt = Date.now() + MAX_MS; Date.now() < endsAt; ) {
    // Ends a paste that has no end, and a field. Alone, as with more behind it it would be a chord.
    program.press('Esc')
    await wait(600)
    if (isShown(program, HELP)) return true
    await program.pressUntil('?', HELP, { timeoutMs: 2_000 }).catch(() => {})
    if (isShown(program, HELP)) return true
  }
  return false
}

type Size = readonly [cols: number, rows: number]
const sizes: readonly Size[] = [
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 60],
]

/** Types a flood into the explorer; answers what broke. */
export const flooded = async (
  name: string,
  [cols, rows]: Size,
  env: Record<string, string>,
): Promise<string | undefined> => {
  const program = openProgram({ cols, rows, env })
  try {
    await program.waitFor((screen) => screen[0]?.includes('0 req') === true, { timeoutMs: MAX_MS })
    const before = mostMb(program.pid)
    await program.flood(Buffer.from(floods[name] ?? ''))
    if (!(await answersHelp(program))) return `no help within ${MAX_MS} ms:\n${program.screen().join('\n')}`
    const grown = mostMb(program.pid) - before
    if (grown > MAX_GROWTH_MB) return `has grown by ${Math.round(grown)} MiB from ${Math.round(before)}`
    // One for each thing that is open, one for what is being fetched, one to quit: as many as it takes.
    let end: Awaited<Program['exited']> | undefined
    for (const endsAt = Date.now() + MAX_MS; end === undefined && Date.now() < endsAt; ) {
      program.press('^c')
      end = (await Promise.race([program.exited, wait(100)])) ?? undefined
    }
    if (end === undefined) return `has not ended within ${MAX_MS} ms`
    const { code } = end
    if (code !== 0) return `ended with ${code}`
    return isDeepStrictEqual(program.modes(), RESTORED) ? undefined : 'left the terminal as it was not'
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
    const { name, size } = attempts[(round * 29) % attempts.length] as (typeof attempts)[number]
    const broken = await flooded(name, size, env)
    return broken && `${name} at ${size.join('x')}: ${broken}`
  })
  await service.close()
  return outcome
}

/** Floods of input in a terminal of its own, by the built program. */
export const floodFaults: readonly Fault[] = [
  { name: 'terminal: floods of input at four sizes', count: attempts.length, run: terminals },
]
