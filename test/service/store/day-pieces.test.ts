import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '../../../src/service/create-app.ts'
import type { Db } from '../../../src/service/db/db.ts'
import { openDatabase } from '../../../src/service/db/open-store-file.ts'
import { openPostgres } from '../../../src/service/db/postgres-db.ts'
import { createSqliteDb } from '../../../src/service/db/sqlite-db.ts'
import { type Store, storeOf } from '../../../src/service/store/store.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { postgresServers } from '../../helpers/postgres.ts'
import { NOW } from '../test-service.ts'

type Engine = { name: string; createPlace: () => Promise<string>; open: (place: string) => Promise<Db> }

const engines: Engine[] = [
  {
    name: 'SQLite file',
    createPlace: async () => join(makeFolder(), 'data.db'),
    open: async (place) => createSqliteDb(openDatabase(place), true),
  },
]
for (const { name, createDatabase } of await postgresServers(1))
  engines.push({ name, createPlace: createDatabase, open: openPostgres })

const [FIRST, SECOND, THIRD, LAST] = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-20'] as const

/** The row of a day of this many MiB. Each piece ends within a character of two units, or of two or three bytes. */
const rowOf = (date: string, mebibytes: number, filler = 'x😀ä陈'): string =>
  JSON.stringify({ date, filler: filler.repeat((mebibytes * 1024 * 1024) / filler.length) })

const inPieces = async (store: Store, isGrouped = false): Promise<string[]> => {
  const pieces: string[] = []
  for await (const piece of store.days.readInPieces('credits', FIRST, LAST, isGrouped)) pieces.push(piece)
  return pieces
}

const countOf = async (db: Db, sql: string): Promise<number> =>
  Number((await db.all<{ count: number }>(`SELECT count(*) AS count FROM ${sql}`))[0]?.count)

for (const { name: engine, createPlace, open } of engines) {
  test(`${engine}: long and short days are read exactly as they were stored, as one text and in pieces`, async () => {
    const db = await open(await createPlace())
    const store = storeOf(db, true)
    const short = '{"date":"2026-10-02"}'
    const long = [rowOf(FIRST, 1), rowOf(THIRD, 0.3, '\\"'), rowOf(LAST, 0.25, 'é')]
    const grouped = `${rowOf(FIRST, 0.5)},${rowOf(FIRST, 0.1)}`
    await store.days.put('credits', { day: FIRST, row: long[0] ?? '', grouped })
    await store.days.put('credits', { day: SECOND, row: short, grouped: '{"group_key":"a"}' })
    await store.days.put('credits', { day: THIRD, row: long[1] ?? '', grouped: '' })
    await store.days.put('credits', { day: LAST, row: long[2] ?? '', grouped: '' })
    await store.days.put('tools', { day: FIRST, row: rowOf(FIRST, 0.3, 'tools'), grouped: '' })
    const expected = { row: [long[0], short, long[1], long[2]], grouped: [grouped, '{"group_key":"a"}'] }
    for (const [part, texts] of Object.entries(expected)) {
      const isGrouped = part === 'grouped'
      // Not toBe, whose message would print megabytes.
      expect((await store.days.read('credits', FIRST, LAST, isGrouped)) === texts.join(',')).toBe(true)
      expect((await inPieces(store, isGrouped)).join('') === texts.join(',')).toBe(true)
      expect(await store.days.readSize('credits', FIRST, LAST, isGrouped)).toBe(Buffer.byteLength(texts.join('')))
    }
    await store.close()
  })

  test(`${engine}: an equal day writes nothing, and no piece of a replaced or deleted day remains`, async () => {
    const db = await open(await createPlace())
    const store = storeOf(db, true)
    const put = (row: string, grouped = '') => store.days.put('credits', { day: FIRST, row, grouped })
    const [long, longer] = [rowOf(FIRST, 1), rowOf(FIRST, 2)]
    expect(await put(long, '{}')).toBe(1)
    const written: string[] = []
    const spied = storeOf(spyOn(db, { onUpsert: (table) => written.push(table) }), true)
    expect(await spied.days.put('credits', { day: FIRST, row: long, grouped: '{}' })).toBe(0)
    expect(written).toEqual(['analytics_days'])
    expect(await put(long, '{ }')).toBe(1)
    expect(await put(longer)).toBe(1)
    expect((await inPieces(store)).join('') === longer).toBe(true)
    expect(await put(long)).toBe(1)
    expect((await inPieces(store)).join('') === long).toBe(true)
    expect(await countOf(db, 'day_pieces')).toBe(Math.ceil(long.length / (64 * 1024)))
    expect(await put('{}')).toBe(1)
    expect(await countOf(db, 'day_pieces')).toBe(0)
    expect(await inPieces(store)).toEqual(['{}'])
    await put(long)
    expect(await store.days.remove('credits', FIRST)).toBe(1)
    expect(await store.days.remove('credits', FIRST)).toBe(0)
    expect([await countOf(db, 'day_pieces'), await countOf(db, 'analytics_days')]).toEqual([0, 0])
    expect([await inPieces(store), await store.days.read('credits', FIRST, LAST, false)]).toEqual([[], ''])
    await store.close()
  })

  // In one process, two connections to a file would wait for each other.
  if (open === openPostgres)
    test(`${engine}: of two instances that write one day at once, one wins with all its pieces`, async () => {
      const place = await createPlace()
      const stores = [storeOf(await open(place), true), storeOf(await open(place), true)]
      const rows = [rowOf(FIRST, 1), rowOf(FIRST, 1.5, 'ab')]
      for (let round = 0; round < 4; round++) {
        await Promise.all(
          stores.map((store, at) => store.days.put('credits', { day: FIRST, row: rows[at] ?? '', grouped: '' })),
        )
        for (const store of stores)
          expect(rows.includes(await store.days.read('credits', FIRST, FIRST, false))).toBe(true)
        await stores[0]?.days.put('credits', { day: FIRST, row: '{}', grouped: '' })
      }
      for (const store of stores) await store.close()
    })

  test(`${engine}: a day that is replaced while it is sent ends the response with an error`, async () => {
    const store = storeOf(await open(await createPlace()), true)
    const replacements: (() => Promise<unknown>)[] = [
      () => store.days.put('credits', { day: FIRST, row: rowOf(FIRST, 5, 'later'), grouped: '' }),
      () => store.days.put('credits', { day: FIRST, row: '{}', grouped: '' }),
      () => store.days.remove('credits', FIRST),
    ]
    for (const replace of replacements) {
      await store.days.put('credits', { day: FIRST, row: rowOf(FIRST, 2.5), grouped: '' })
      const reader = (await answerOf(store)).body?.getReader()
      // The start of the document, and a piece.
      for (let chunks = 0; chunks < 2; chunks++) expect((await reader?.read())?.done).toBe(false)
      await replace()
      const readAll = async () => {
        while (!(await reader?.read())?.done);
      }
      await expect(readAll()).rejects.toThrow(`The credits of ${FIRST} were replaced while they were read.`)
    }
    await store.close()
  })

  test(`${engine}: no part of a long answer is in memory as a whole`, async () => {
    const db = await open(await createPlace())
    let maxLength = 0
    const onRows = (rows: readonly object[]) => {
      const length = rows.flatMap(Object.values).reduce((sum, value) => sum + String(value ?? '').length, 0)
      maxLength = Math.max(maxLength, length)
    }
    const store = storeOf(spyOn(db, { onRows }), true)
    const rows = [rowOf(FIRST, 2), rowOf(LAST, 2)]
    await store.days.put('credits', { day: FIRST, row: rows[0] ?? '', grouped: '' })
    await store.days.put('credits', { day: LAST, row: rows[1] ?? '', grouped: '' })
    const answer = await answerOf(store)
    const chunks: Uint8Array[] = []
    for await (const chunk of answer.body ?? []) chunks.push(chunk)
    const meta = `{"org_id":"org_local","start_date":"${FIRST}","end_date":"${LAST}"}`
    const text = Buffer.concat(chunks).toString()
    expect(text === `{"data":[${rows}],"meta":${meta}}`).toBe(true)
    expect(maxLength).toBeLessThan(300 * 1024)
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(200 * 1024)
    await store.close()
  })
}

/** The response with the credits of all days. */
const answerOf = async (store: Store): Promise<Response> => {
  await store.keys.put('owner', 'a-key-of-the-owner')
  return createApp(store, { now: () => NOW }).request(`/api/v1/analytics/tokens?startDate=${FIRST}&endDate=${LAST}`, {
    headers: { authorization: 'Bearer a-key-of-the-owner' },
  })
}

type Spies = { onRows?: (rows: readonly object[]) => void; onUpsert?: (table: string) => void }

/** A database that reports the rows that its queries return, and the tables that rows are written to. */
const spyOn = (db: Db, spies: Spies): Db => ({
  ...db,
  all: async <Row>(sql: string, values?: Parameters<Db['all']>[1]) => {
    const rows = await db.all<Row>(sql, values)
    spies.onRows?.(rows as readonly object[])
    return rows
  },
  upsert: (table, rows) => {
    spies.onUpsert?.(table)
    return db.upsert(table, rows)
  },
  write: (work) => db.write((transaction) => work(spyOn(transaction, spies))),
  withSignal: (signal) => spyOn(db.withSignal(signal), spies),
  replica: () => spyOn(db.replica(), spies),
})
