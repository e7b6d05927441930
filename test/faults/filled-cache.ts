import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startService } from '../../src/service/start-service.ts'
import { type Outcome, withFolder } from './fault.ts'

const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))
const lines = ['analytics tokens --last 20d', 'analytics tools --last 20d', 'analytics users --last 5d --all']

export type Ran = { code: number | null; out: string; err: string }
/** What a run gets otherwise. */
type Limits = {
  /** Most KiB of any file that it writes, by `ulimit -f`. */
  fileKb?: number
  /** Where its standard output goes, and not into a pipe. */
  outputFile?: string
  env?: Readonly<Record<string, string>>
}

export type Bench = {
  folder: string
  cache: string
  /** Runs a line of commands against the service, in a process of its own. */
  qd: (line: string, limits?: Limits) => Promise<Ran>
  /** The same, killed after a while. */
  killed: (line: string, afterMs: number) => Promise<void>
  right: Map<string, string>
}

/** A service and a cache that the lines have filled; `work` is handed both and they are gone when it has ended. */
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
      const words = [process.execPath, program, ...line.split(' '), ...(line.includes('--format') ? [] : ['--json'])]
      const limit = fileKb === undefined ? '' : `ulimit -f ${fileKb};`
      const shell = `${limit} exec "$@" ${outputFile === undefined ? '' : '> "$0"'}`
      return spawn('/bin/bash', ['-c', shell, outputFile ?? '-', ...words], { env: { ...env, ...more } })
    }
    const qd = async (line: string, limits?: Limits): Promise<Ran> => {
      const child = start(line, limits)
      const ran: Ran = { code: null, out: '', err: '' }
      child.stdout.setEncoding('utf8').on('data', (text) => (ran.out += text))
      child.stderr.on('data', (text) => (ran.err += String(text)))
      ;[ran.code] = await once(child, 'close')
      return ran
    }
    const killed = async (line: string, afterMs: number): Promise<void> => {
      const child = start(line)
      const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
      await once(
        child.on('error', () => {}),
        'close',
      )
      clearTimeout(timer)
    }
    try {
      const right = new Map<string, string>()
      for (const line of lines) right.set(line, (await qd(line)).out)
      return await work({ folder, cache: join(folder, 'quarterdeck', 'cache.db'), qd, killed, right })
    } finally {
      await service.close()
    }
  })

/** A crash: a stack, or a status that is neither 0 nor 7. */
export const crashOf = (line: string, { code, err }: Ran): string | undefined => {
  if (/\n {4}at /.test(err)) return `${line}: ${err.slice(0, 300)}`
  return code === 0 || code === 7 ? undefined : `${line}: status ${code}`
}

/** A crash, or other figures with status 0. */
export const wrongOf = ({ right }: Bench, line: string, ran: Ran): string | undefined =>
  crashOf(line, ran) ??
  (ran.code === 7 || ran.out === right.get(line) ? undefined : `${line}: ${ran.out.length} other characters`)

export const lineOf = (round: number): string => lines[round % lines.length] ?? ''
