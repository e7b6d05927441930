import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { clearLedger } from '../../src/cache/ledger/clear-ledger.ts'
import { type Fault, numberOf, pick, tryTimes } from './fault.ts'
import { crashOf, lineOf, problemOf, withBench } from './filled-cache.ts'

const rowDamages = [
  'UPDATE day SET rows = zeroblob(20)',
  'UPDATE day SET by_user = zeroblob(20)',
  'UPDATE day SET people = zeroblob(3)',
  'DELETE FROM day WHERE day > (SELECT min(day) FROM day)',
  'UPDATE walk_page SET raw = zeroblob(20)',
  'UPDATE walk_page SET columns = zeroblob(20)',
  'DELETE FROM walk',
  'DELETE FROM walk_day',
  'DELETE FROM person',
  "UPDATE day SET rows = 'text'",
  'DROP TABLE day',
  'DELETE FROM partition',
]

/** Writes another value into one column of one row, chosen by the round. `IGNORE` skips NULL and duplicate keys. */
const flipColumn = (database: DatabaseSync, round: number): void => {
  const columns = database
    .prepare(
      `SELECT m.name AS place, p.name AS part FROM sqlite_schema AS m, pragma_table_info(m.name) AS p
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'`,
    )
    .all()
  const { place, part } = pick(columns, numberOf(round, columns.length))
  const { count } = database.prepare(`SELECT count(*) AS count FROM ${place}`).get() ?? {}
  const offset = numberOf(round * 31, Math.max(1, Number(count)))
  database.exec(
    `UPDATE OR IGNORE ${place}
     SET ${part} = CASE typeof(${part}) WHEN 'text' THEN ${part} || 'x' WHEN 'blob' THEN NULL ELSE ${part} + 1 END
     WHERE rowid = (SELECT rowid FROM ${place} LIMIT 1 OFFSET ${offset})`,
  )
}

const damageRows = (cache: string, round: number): void => {
  const database = new DatabaseSync(cache)
  if (round % 2 === 0) flipColumn(database, round)
  else database.exec(pick(rowDamages, round >> 1))
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
      // SQLite does not detect flipped bits, so a number may differ.
      return crashOf(line, await bench.qd(line))
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
      // Committed data is still there, and the killed run's output is now correct.
      const offline = await bench.qd(`${kept} --offline`)
      if (offline.code !== 0 || offline.out !== bench.expected.get(kept))
        return `${kept} was lost (status ${offline.code})`
      return problemOf(bench, line, await bench.qd(line))
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
            : problemOf(bench, line, each),
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
