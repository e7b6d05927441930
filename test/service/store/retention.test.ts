import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../src/service/db/postgres-db.ts'
import { createMonth } from '../../../src/service/db/postgres-schema.ts'
import { openStore } from '../../../src/service/store/store.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { postgresServers, runSql } from '../../helpers/postgres.ts'

const engines = [
  { name: 'SQLite', createDatabase: async () => join(makeFolder(), 'data.db') },
  ...(await postgresServers(1)),
]

const open = async (data: string) => {
  const store = await openStore(data)
  onTestFinished(() => store.close())
  return store
}

/** Three users on some days of four months. */
const days = ['2025-11-30', '2025-12-01', '2025-12-31', '2026-01-01', '2026-02-28']
const rows = days.flatMap((day) =>
  ['a', 'b', 'c'].map((id) => ({ day, user_id: id, row: `{"user_id":"${id}","date":"${day}"}` })),
)

for (const { name, createDatabase } of engines) {
  test(`${name}: whole months are deleted, oldest first, and can be stored again`, async () => {
    const data = await createDatabase()
    const [store, other] = [await open(data), await open(data)]
    await store.personDays.put(rows)
    await store.days.put('credits', { day: '2025-11-30', row: '{"date":"2025-11-30"}', grouped: '' })
    const months = await store.retention.findMonths('2026-01')
    expect(months).toEqual([
      { month: '2025-11', rows: 3, sizeBytes: expect.any(Number) },
      { month: '2025-12', rows: 6, sizeBytes: expect.any(Number) },
    ])
    for (const { sizeBytes } of months) expect(sizeBytes).toBeGreaterThan(100)
    for (const { month } of months) await store.retention.deleteMonth(month)
    expect(await store.retention.findMonths('2026-01')).toEqual([])
    expect((await store.retention.findMonths('2027-01')).map((found) => found.rows)).toEqual([3, 3])
    const read = async () => (await store.personDays.readPage('2025-11-30', '2026-02-28', 10, '')).rows
    expect(await read()).not.toContain('2025')
    expect(await read()).toContain('2026-01-01')
    // Totals of the organisation stay.
    expect(await store.days.read('credits', '2025-11-30', '2025-11-30', false)).toBe('{"date":"2025-11-30"}')
    await store.personDays.put(rows)
    expect(await read()).toContain('2025-11-30')
    await other.personDays.put(rows)
  })

  test(`${name}: the ranking loses a deleted month, too, if the newest day is old`, async () => {
    const store = await open(await createDatabase())
    await store.personDays.put(rows.map((row) => ({ ...row, row: row.row.replace('}', ',"sessions":2}') })))
    const total = async () => {
      const found = await store.rollups.readTop({ days: 90, sort: 'sessions', limit: 9 })
      return [found?.totals.sessions, found?.users.map((user) => user.active_days)]
    }
    expect(await total()).toEqual([24, [4, 4, 4]])
    await store.retention.deleteMonth('2025-12')
    expect(await total()).toEqual([12, [2, 2, 2]])
  })

  test(`${name}: a month is deleted with what is derived from it, and with the transaction`, async () => {
    const store = await open(await createDatabase())
    await store.personDays.put(rows)
    const failed = store.write(async (stores) => {
      await stores.retention.deleteMonth('2025-12')
      throw new Error('stop')
    })
    await expect(failed).rejects.toThrow('stop')
    expect(await store.retention.findMonths('2026-01')).toMatchObject([{ rows: 3 }, { rows: 6 }])
    await store.retention.deleteMonth('2025-12')
    await store.retention.deleteMonth('2024-01')
    expect(await store.retention.findMonths('2026-01')).toMatchObject([{ month: '2025-11' }])
  })
}

for (const { name, createDatabase } of engines.slice(1))
  test(`${name}: a month whose rows are in use is not deleted, and others need not wait long`, async () => {
    const url = await createDatabase()
    const store = await open(url)
    await store.personDays.put(rows)
    const reader = await openPostgres(url)
    onTestFinished(() => reader.close())
    const [isReading, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const reading = reader.write(async (transaction) => {
      await transaction.all('SELECT FROM person_days')
      isReading.resolve()
      await mayEnd.promise
    })
    await isReading.promise
    await expect(store.retention.deleteMonth('2025-11')).rejects.toThrow('The rows of users are in use.')
    mayEnd.resolve()
    await reading
    await store.retention.deleteMonth('2025-11')
    const left = "SELECT relname FROM pg_class WHERE relname LIKE '%_2025_11'"
    expect((await runSql(url, left)).rows).toEqual([])
  })

test('a text that is not a month never becomes part of a statement', () => {
  expect(() => createMonth("2026-1'")).toThrow('is not a month')
})
