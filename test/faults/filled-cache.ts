import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startService } from '../../src/service/start-service.ts'
import { builtProgram, type Env, outputOf, type Ran, withFolder } from '../helpers/built-program.ts'
import { type Outcome, pick, stackIn } from './fault.ts'

const lines = ['analytics tokens --last 20d', 'analytics tools --last 20d', 'analytics users --last 5d --all']

/** How a run differs from a normal one. */
type Limits = {
  /** Size limit of written files, KiB, by `ulimit -f`. */
  fileKb?: number
  /** File for standard output instead of a pipe. */
  outputFile?: string
  env?: Env
}

export type Bench = {
  folder: string
  cache: string
  /** Runs a command line against the service in its own process. */
  qd: (line: string, limits?: Limits) => Promise<Ran>
  /** The same, killed after a time. */
  killed: (line: string, afterMs: number) => Promise<void>
  expected: Map<string, string>
}

/** Calls `work` with a service and a cache filled by the lines, and removes both afterwards. */
export const withBench = (work: (bench: Bench) => Promise<Outcome>): Promise<Outcome> =>
  withFolder(async (folder) => {
    const service = await startService({ demo: { users: 30, days: 60, seed: 1 } })
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_CACHE_HOME: folder,
      XDG_STATE_HOME: folder,
      QUARTERDECK_BASE_URL: service.url,
      QUARTERDECK_API_KEY: service.keys.owner,
    }
    const start = (line: string, { fileKb, outputFile, env: more }: Limits = {}) => {
      const words = [
        process.execPath,
        builtProgram,
        ...line.split(' '),
        ...(line.includes('--format') ? [] : ['--json']),
      ]
      const limit = fileKb === undefined ? '' : `ulimit -f ${fileKb};`
      const shell = `${limit} exec "$@" ${outputFile === undefined ? '' : '> "$0"'}`
      return spawn('/bin/bash', ['-c', shell, outputFile ?? '-', ...words], { env: { ...env, ...more } })
    }
    const qd = (line: string, limits?: Limits): Promise<Ran> => outputOf(start(line, limits))
    const killed = async (line: string, afterMs: number): Promise<void> => {
      const child = start(line)
      const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
      await once(child, 'close')
      clearTimeout(timer)
    }
    try {
      const expected = new Map<string, string>()
      for (const line of lines) expected.set(line, (await qd(line)).out)
      return await work({ folder, cache: join(folder, 'quarterdeck', 'cache.db'), qd, killed, expected })
    } finally {
      await service.close()
    }
  })

/** A crash: a stack, or a status that is neither 0 nor 7. */
export const crashOf = (line: string, { code, err }: Ran): string | undefined => {
  if (stackIn(err)) return `${line}: ${stackIn(err)}`
  return code === 0 || code === 7 ? undefined : `${line}: status ${code}`
}

/** A crash, or different output with status 0. */
export const problemOf = ({ expected }: Bench, line: string, ran: Ran): string | undefined =>
  crashOf(line, ran) ??
  (ran.code === 7 || ran.out === expected.get(line) ? undefined : `${line}: ${ran.out.length} other characters`)

export const lineOf = (round: number): string => pick(lines, round)
