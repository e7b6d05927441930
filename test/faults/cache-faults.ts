import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { clearLedger } from '../../src/cache/ledger/clear-ledger.ts'
import { startService } from '../../src/service/start-service.ts'
import { type Fault, type Outcome, tryTimes } from './fault.ts'

const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))
const lines = ['analytics tokens --last 20d', 'analytics tools --last 20d', 'analytics users --last 5d --all']

type Ran = { code: number | null; out: string; err: string }
type Bench = {
  folder: string
  cache: string
  /** Runs a line of commands against the service, in a process of its own. */
  qd: (line: string) => Promise<Ran>
  /** The same, killed after a while. */
  killed: (line: string, afterMs: number) => Promise<void>
  right: Map<string, string>
}

/** A service and a cache that the lines have filled; `work` is handed both and they are gone when it has ended. */
const withBench = async (work: (bench: Bench) => Promise<Outcome>): Promise<Outcome> => {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'))
  const service = await startService({ demo: { users: 30, days: 60, seed: 1 } })
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_STATE_HOME: folder,
    QUARTERDECK_BASE_URL: service.url,
    QUARTERDECK_API_KEY: service.keys.owner,
  }
  const start = (line: string) => spawn(process.execPath, [program, ...line.split(' '), '--json'], { env })
  const qd = async (line: string): Promise<Ran> => {
    const child = start(line)
    const ran: Ran = { code: null, out: '', err: '' }
    child.stdout.on('data', (text) => (ran.out += String(text)))
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
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Wrong are other figures with status 0, a status that is neither 0 nor 7, and a stack. */
const wrongOf = ({ right }: Bench, line: string, { code, out, err }: Ran): string | undefined => {
  if (/\n {4}at /.test(err)) return `${line}: ${err.slice(0, 300)}`
  if (code === 7) return undefined
  return code === 0 && out === right.get(line) ? undefined : `${line}: status ${code}, ${out.length} characters`
}

const lineOf = (round: number): string => lines[round % lines.length] ?? ''

/** Random numbers that are the same in each trial. */
const numberOf = (round: number, most: number): number => (Math.imul(round + 1, 2_654_435_761) >>> 0) % most

const rowDamages = [
  'UPDATE day_part SET bytes = zeroblob(20)',
  'DELETE FROM day_part WHERE rowid % 3 = 0',
  "DELETE FROM day_part WHERE part = 'byUser'",
  "DELETE FROM day_part WHERE part = 'people'",
  'DELETE FROM day WHERE day > (SELECT min(day) FROM day)',
  'UPDATE day SET rows = rows + 1',
  'UPDATE walk_raw SET bytes = zeroblob(20)',
  'DELETE FROM walk_raw',
  'DELETE FROM walk',
  'DELETE FROM person',
  'DELETE FROM word',
  "UPDATE day_part SET bytes = 'text'",
  'DROP TABLE day_part',
  'DELETE FROM partition',
]

const damageRows = (cache: string, round: number): void => {
  const database = new DatabaseSync(cache)
  database.exec(rowDamages[round % rowDamages.length] ?? '')
  database.close()
}

const damageBytes = (cache: string, round: number): void => {
  const bytes = readFileSync(cache)
  if (round % 5 === 0) writeFileSync(cache, bytes.subarray(0, numberOf(round, bytes.length)))
  else {
    for (let each = 0; each < 1 + (round % 40); each++) {
      const at = numberOf(round * 97 + each, bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (each % 8))
    }
    writeFileSync(cache, bytes)
  }
}

const damaged = (damage: (cache: string, round: number) => void) => (count: number) =>
  withBench(async (bench) => {
    const sound = join(bench.folder, 'sound.db')
    const database = new DatabaseSync(bench.cache)
    database.exec(`VACUUM INTO '${sound}'`)
    database.close()
    return tryTimes(count, async (round) => {
      for (const end of ['-wal', '-shm']) rmSync(bench.cache + end, { force: true })
      copyFileSync(sound, bench.cache)
      damage(bench.cache, round)
      const line = lineOf(round)
      return wrongOf(bench, line, await bench.qd(line))
    })
  })

const kills = (count: number) =>
  withBench((bench) =>
    tryTimes(count, async (round) => {
      const line = lineOf(round)
      clearLedger(bench.cache)
      const kept = lineOf(round + 1)
      await bench.qd(kept)
      await bench.killed(line, 60 + numberOf(round, 500))
      // What was written and acknowledged is still there, and the killed run's figures are right now.
      const offline = await bench.qd(`${kept} --offline`)
      if (offline.code !== 0 || offline.out !== bench.right.get(kept))
        return `${kept} was lost (status ${offline.code})`
      return wrongOf(bench, line, await bench.qd(line))
    }),
  )

const WRITERS = 8

const writers = (count: number) =>
  withBench((bench) =>
    tryTimes(count, async (round) => {
      const ran = await Promise.all(
        Array.from({ length: WRITERS }, async (_, at) => {
          const line = at % 4 === 3 ? 'cache clear' : lineOf(round + at)
          return { line, ran: await bench.qd(at % 2 === 0 || at % 4 === 3 ? line : `${line} --refresh`) }
        }),
      )
      return ran
        .map(({ line, ran: each }) =>
          line === 'cache clear'
            ? each.code === 0
              ? undefined
              : `cache clear: ${each.err.slice(0, 200)}`
            : wrongOf(bench, line, each),
        )
        .find((wrong) => wrong !== undefined)
    }),
  )

export const cacheFaults: readonly Fault[] = [
  { name: 'cache: damaged rows', count: 250, run: damaged(damageRows) },
  { name: 'cache: damaged bytes', count: 250, run: damaged(damageBytes) },
  { name: 'cache: kill -9 while it is filled', count: 100, run: kills },
  { name: `cache: ${WRITERS} programs at once, cache clear among them`, count: 50, run: writers },
]
