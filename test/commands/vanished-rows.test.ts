import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { clearLedger } from '../../src/cache/ledger/clear-ledger.ts'
import { openLedger } from '../../src/cache/ledger/open-ledger.ts'
import { startDemoOrganisation } from '../helpers/demo-organisation.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { SALT } from '../helpers/run-qd.ts'

const commands = [
  'analytics tokens --last 9d',
  'analytics tokens --last 9d --group-by model',
  'analytics tools --last 9d',
  'analytics users --last 4d --all',
  'analytics users --last 4d',
  'overview --last 9d',
  'readiness list --all',
  'controls history --all',
] as const

const demo = await startDemoOrganisation()
const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-vanished-'))
/** A cache with all rows that the commands load. */
const filled = join(folder, 'filled.db')
/** The right output of each command. */
const right = new Map<string, unknown>()
for (const line of commands) right.set(line, JSON.parse((await demo.qd(line, { cache: filled })).out))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  await demo.close()
})
let cache: string
beforeEach(() => {
  cache = join(makeFolder(), 'cache.db')
})
afterEach(() => demo.front.play())

const qd = (line: string) => demo.qd(line, { cache })
const damage = (sql: string): void => {
  const database = new DatabaseSync(cache)
  database.exec(sql)
  database.close()
}

const damages = [
  'UPDATE day SET rows = zeroblob(20)',
  'UPDATE day SET by_user = zeroblob(20)',
  'UPDATE day SET people = zeroblob(3)',
  "UPDATE day SET day = substr(day, 1, 9) || ':' WHERE day = (SELECT min(day) FROM day)",
  "UPDATE day SET fetched_at = 8.9e15; UPDATE walk SET fetched_at = 9e17; UPDATE item SET bytes = '9e17' WHERE list = 'fetchedAt'",
  'UPDATE walk_page SET columns = zeroblob(9)',
  'UPDATE walk_page SET names = zeroblob(3)',
  'DELETE FROM walk',
  'DELETE FROM walk_day',
  'DELETE FROM person',
  'DELETE FROM day WHERE day = (SELECT max(day) FROM day)',
  "UPDATE item SET bytes = zeroblob(9) WHERE list = 'reports'",
  "DELETE FROM item WHERE list = 'revisions' AND rank = (SELECT max(rank) FROM item WHERE list = 'revisions')",
  "UPDATE item SET bytes = zeroblob(9) WHERE list = 'revisions'",
  'DROP TABLE day',
]

/** The commands that read a damaged table; all for a missing one. */
const readersOf = (sql: string): string[] =>
  commands.filter((line) => {
    const isOfItems = /^(?:readiness|controls)/.test(line)
    if (line.startsWith('overview') || sql.startsWith('DROP')) return true
    if (/\bday\b/.test(sql)) return !isOfItems || sql.includes('item')
    return sql.includes('item') ? isOfItems : line.startsWith('analytics users')
  })

test.each(damages)(
  'after %s the commands that read it are right online, and right or incomplete offline',
  async (sql) => {
    copyFileSync(filled, cache)
    damage(sql)
    for (const line of readersOf(sql)) {
      const offline = await qd(`${line} --offline`)
      if (offline.code !== 7) expect([line, offline.code, JSON.parse(offline.out)]).toEqual([line, 0, right.get(line)])
      const { code, out, err } = await qd(line)
      expect([line, code, err.includes('wrong')]).toEqual([line, 0, false])
      expect(JSON.parse(out)).toEqual(right.get(line))
    }
  },
)

test('unreadable cached rows make a load incomplete, and the next load is correct', async () => {
  copyFileSync(filled, cache)
  damage('UPDATE walk_page SET raw = zeroblob(9)')
  const line = 'analytics users --last 4d --all'
  expect((await qd(line)).code).toBe(7)
  const { code, out } = await qd(line)
  expect([code, JSON.parse(out)]).toEqual([0, right.get(line)])
})

test.each(commands)('%s is right or incomplete while the cache is cleared at each of its requests', async (line) => {
  await qd(line)
  demo.front.play(() => {
    clearLedger(cache)
    return undefined
  })
  const { code, out } = await qd(`${line} --refresh`)
  if (code !== 7) expect([code, JSON.parse(out)]).toEqual([0, right.get(line)])
})

test.each(commands.slice(0, 4))(
  'if the cache is cleared after it was read, %s names the organisation',
  async (line) => {
    copyFileSync(filled, cache)
    const { code, out } = await demo.qd(line, {
      openLedger: async (tenant) => {
        const ledger = openLedger({ path: cache, salt: SALT, tenant })
        const clearedAfter =
          <Asked extends unknown[], Answer>(read: (...asked: Asked) => Answer) =>
          (...asked: Asked): Answer => {
            const answer = read(...asked)
            clearLedger(cache)
            return answer
          }
        const readRawDays = clearedAfter(ledger.readRawDays)
        return { ledger: { ...ledger, readRawDays, readRawPage: clearedAfter(ledger.readRawPage) }, salt: SALT }
      },
    })
    expect([code, JSON.parse(out).meta]).toEqual([0, (right.get(line) as { meta: unknown }).meta])
  },
)
