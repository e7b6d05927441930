import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { USER_FIGURES } from '../../../src/contract/per-user-rows.ts'
import { ROLLUP_WINDOWS } from '../../../src/contract/top-users.ts'
import { addDays } from '../../../src/domain/calendar/calendar.ts'
import type { Db } from '../../../src/service/db/db.ts'
import { openDatabase } from '../../../src/service/db/open-store-file.ts'
import { openPostgres } from '../../../src/service/db/postgres-db.ts'
import { createSqliteDb } from '../../../src/service/db/sqlite-db.ts'
import { keyOf, type TableName } from '../../../src/service/db/tables.ts'
import { openStore, type Store, storeOf } from '../../../src/service/store/store.ts'
import { forManyAsync } from '../../helpers/for-all.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { postgresFolders, startPostgres } from '../../helpers/postgres.ts'

const engines = new Map<string, () => Promise<Db>>([
  ['SQLite', async () => createSqliteDb(openDatabase(join(makeFolder(), 'data.db')), true)],
])
const [postgres] = Object.values(postgresFolders())
if (postgres === undefined) test.skip('PostgreSQL is not installed')
else {
  const { createDatabase } = await startPostgres(postgres)
  engines.set('PostgreSQL', async () => openPostgres(await createDatabase()))
}

const derived = ['user_facts', 'model_days', 'user_windows', 'window_totals'] as const satisfies TableName[]

const tablesOf = async (db: Db) =>
  Object.fromEntries(
    await Promise.all(
      derived.map(async (table) => [table, await db.all(`SELECT * FROM ${table} ORDER BY ${keyOf(table).join(', ')}`)]),
    ),
  ) as Record<(typeof derived)[number], Record<string, unknown>[]>

const NEWEST = '2026-06-30'
type Row = { day: string; user_id: string; user_email?: string | null; primary_model?: string | undefined } & Record<
  string,
  unknown
>
const put = (store: Pick<Store, 'personDays'>, rows: readonly Row[], isPartOfDay = false) =>
  store.personDays.put(
    rows.map(({ day, user_id, ...rest }) => ({ day, user_id, row: JSON.stringify({ user_id, date: day, ...rest }) })),
    { isPartOfDay },
  )

type Sums = Record<string, number | null>
/** Sums of thousandths, which are exact. */
const sumsOf = (rows: readonly Row[]): Sums =>
  Object.fromEntries(
    USER_FIGURES.map((figure) => {
      const values = rows.map((row) => row[figure]).filter((value) => typeof value === 'number')
      const sum = values.reduce((all, value) => all + BigInt(Math.round(value * 1_000)), 0n)
      return [figure, values.length === 0 ? null : Number(sum) / 1_000]
    }),
  )

/** The derived tables of some rows, calculated without a database. */
const expectedTables = (rows: readonly Row[], newest: string | undefined) => {
  const published = rows.filter(({ day }) => newest !== undefined && day <= newest)
  const models = Map.groupBy(published, ({ day, primary_model }) => `${day} ${primary_model ?? ''}`)
  const windows = ROLLUP_WINDOWS.flatMap((days) => {
    const own = published.filter(({ day }) => day > addDays(newest ?? '', -days))
    return [...Map.groupBy(own, ({ user_id }) => user_id)].map(([user_id, ownRows]) => ({
      days,
      user_id,
      user_email:
        ownRows.toSorted((a, b) => (a.day < b.day ? 1 : -1)).find((row) => row.user_email)?.user_email ?? null,
      active_days: ownRows.length,
      ...sumsOf(ownRows),
    }))
  })
  return {
    models: new Map([...models].map(([key, own]) => [key, { users: own.length, ...sumsOf(own) }])),
    windows: new Map(windows.map((window) => [`${window.days} ${window.user_id}`, window])),
  }
}

const aRow = fc.record({
  day: fc.integer({ min: 0, max: 100 }).map((ago) => addDays(NEWEST, -ago)),
  user_id: fc.constantFrom('', 'a', 'Z', 'é', '陈', '\uffee', '😀', "o'hara"),
  user_email: fc.constantFrom(null, 'a@b.example', 'c@d.example', 'x\u0000\ud800'),
  primary_model: fc.constantFrom(undefined, 'opus', 'sonnet', "m'\u0000"),
  billable_tokens: fc.constantFrom(undefined, null, 0, 1, 5_000_000_001, -3, 0.1, 0.2, 1e300, '7'),
  git_commits: fc.integer({ min: 0, max: 3 }),
  sessions: fc.constantFrom(undefined, 2.005, 3),
})
const aStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), rows: fc.array(aRow, { maxLength: 5 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('part' as const), rows: fc.array(aRow, { maxLength: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), user: fc.constantFrom('a', 'é', '😀') }) },
)

for (const [engine, open] of engines) {
  test(`${engine}: after random changes, rollups equal an independent sum and those that are rebuilt`, async () => {
    const db = await open()
    await forManyAsync(
      engine === 'SQLite' ? 10 : 4,
      fc.array(aStep, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (steps, isOneWrite) => {
        for (const table of ['person_days', 'facts', ...derived]) await db.run(`DELETE FROM ${table}`)
        const store = storeOf(db, true)
        const rows = new Map<string, Row>()
        let newest: string | undefined
        const apply = async (stores: Pick<Store, 'personDays' | 'rollups'>): Promise<void> => {
          for (const step of steps) {
            if (step.kind === 'delete') {
              for (const [key, { user_id }] of rows) if (user_id === step.user) rows.delete(key)
              await stores.personDays.deleteUser(step.user)
              continue
            }
            const changed = new Map(step.rows.map((row) => [`${row.day} ${row.user_id}`, row]))
            const isNew = [...changed].some(([key, row]) => JSON.stringify(rows.get(key)) !== JSON.stringify(row))
            for (const [key, row] of changed) rows.set(key, row)
            await put(stores, [...changed.values()], step.kind === 'part')
            const days = [...changed.values()].map(({ day }) => day)
            if (step.kind === 'part') await stores.rollups.publish(days)
            if (step.kind === 'part' || isNew)
              newest = [newest, ...days]
                .filter((day) => day)
                .toSorted()
                .at(-1)
          }
        }
        await (isOneWrite ? store.write(apply) : apply(store))
        const tables = await tablesOf(db)
        const known = [...rows.values()].map((row) => ({
          ...row,
          user_email: row.user_email?.replace('\u0000\ud800', '\ufffd\ufffd') ?? null,
          primary_model: row.primary_model?.replace('\u0000', '\ufffd'),
          billable_tokens: row.billable_tokens === 1e300 ? null : row.billable_tokens,
        }))
        const expected = expectedTables(known, newest)
        expect(tables.user_facts).toHaveLength(known.length)
        const { models, windows } = expected
        expect(tables.user_windows).toHaveLength(windows.size)
        for (const row of tables.user_windows) expect(row).toEqual(windows.get(`${row.days} ${row.user_id}`))
        expect(tables.model_days).toHaveLength(models.size)
        for (const { day, model, ...rest } of tables.model_days) expect(rest).toEqual(models.get(`${day} ${model}`))
        for (const { days, users, first_day: first, last_day: last, ...sums } of tables.window_totals) {
          const own = known.filter(({ day }) => day >= String(first) && day <= String(last))
          expect({ last, users, sums }).toEqual({
            last: newest,
            users: new Set(own.map(({ user_id }) => user_id)).size,
            sums: sumsOf(own),
          })
          expect(first).toBe(addDays(String(last), 1 - Number(days)))
        }
        const months: string[] = []
        await store.rollups.rebuild((month) => months.push(month))
        expect(await tablesOf(db)).toEqual(tables)
        for (const table of derived) await db.run(`DELETE FROM ${table}`)
        await store.rollups.rebuild()
        expect(await tablesOf(db)).toEqual(tables)
        expect(months).toEqual([...new Set(months)].toSorted())
      },
    )
    await db.close()
  }, 60_000)
}

for (const [engine, open] of engines) {
  test(`${engine}: a part of a day changes no rollup until the day is published`, async () => {
    const db = await open()
    const store = storeOf(db, true)
    const credits = async () =>
      (await store.rollups.readTop({ days: 7, sort: 'billable_tokens', limit: 9 }))?.users.map(
        ({ user_id, billable_tokens }) => `${user_id} ${billable_tokens}`,
      )
    await put(store, [{ day: '2026-06-28', user_id: 'a', billable_tokens: 1 }], true)
    expect([await credits(), await store.rollups.newestDay()]).toEqual([undefined, undefined])
    await store.rollups.publish(['2026-06-28'])
    expect([await credits(), await store.rollups.newestDay()]).toEqual([['a 1'], '2026-06-28'])
    await put(store, [{ day: '2026-06-30', user_id: 'a', billable_tokens: 5 }], true)
    // A change of an earlier day does not publish the newer one.
    await put(store, [{ day: '2026-06-27', user_id: 'b', billable_tokens: 2 }])
    expect([await credits(), await store.rollups.newestDay()]).toEqual([['b 2', 'a 1'], '2026-06-28'])
    await store.rollups.rebuild()
    expect(await store.rollups.newestDay()).toBe('2026-06-28')
    await store.rollups.publish(['2026-06-29'])
    expect([await credits(), await store.rollups.newestDay()]).toEqual([['b 2', 'a 1'], '2026-06-29'])
    await store.rollups.publish(['2026-06-30'])
    expect(await credits()).toEqual(['a 6', 'b 2'])
    await db.close()
  })

  test(`${engine}: equal rows are not written, and a failed transaction leaves no facts`, async () => {
    const db = await open()
    const store = storeOf(db, true)
    const rows = ['a', 'b'].map((user_id) => ({ day: NEWEST, user_id, sessions: 1 }))
    expect(await put(store, rows)).toBe(2)
    const before = await tablesOf(db)
    expect(await put(store, rows)).toBe(0)
    expect(await put(store, [...rows, { day: NEWEST, user_id: 'b', sessions: 2 }])).toBeGreaterThan(0)
    await put(store, rows)
    const failed = store.write(async (stores) => {
      await put(stores, [{ day: NEWEST, user_id: 'c', sessions: 1 }])
      throw new Error('stop')
    })
    await expect(failed).rejects.toThrow('stop')
    expect(await tablesOf(db)).toEqual(before)
    await db.close()
  })
}

test('a data file of the first version gets its facts when it is opened', async () => {
  const file = join(makeFolder(), 'data.db')
  const first = await openStore(file)
  await put(first, [
    { day: '2026-06-29', user_id: 'a', sessions: 1 },
    { day: NEWEST, user_id: 'b', sessions: 2 },
  ])
  await first.close()
  const database = new DatabaseSync(file)
  for (const table of derived) database.exec(`DELETE FROM ${table}`)
  database.exec('DELETE FROM facts')
  database.close()
  const store = await openStore(file)
  const top = await store.rollups.readTop({ days: 7, sort: 'sessions', limit: 9 })
  expect(top?.users.map(({ user_id }) => user_id)).toEqual(['b', 'a'])
  expect(top?.totals).toMatchObject({ last_day: NEWEST, users: 2, sessions: 3 })
  await store.close()
})
