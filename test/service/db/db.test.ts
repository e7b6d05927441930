import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Db } from '../../../src/service/db/db.ts'
import { openDatabase } from '../../../src/service/db/open-store-file.ts'
import { openPostgres } from '../../../src/service/db/postgres-db.ts'
import { createSqliteDb } from '../../../src/service/db/sqlite-db.ts'
import { columnsOf, kindOf, type TableRows, tableNames } from '../../../src/service/db/tables.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { postgresServers } from '../../helpers/postgres.ts'

type Engine = { name: string; open: () => Promise<Db> }

/** Each kind of database: SQLite, and the PostgreSQL servers that are installed. */
const engines: Engine[] = [
  { name: 'SQLite in memory', open: async () => createSqliteDb(openDatabase(), false) },
  { name: 'SQLite file', open: async () => createSqliteDb(openDatabase(join(makeFolder(), 'data.db')), true) },
]
for (const { name, createDatabase } of await postgresServers())
  engines.push({ name, open: async () => openPostgres(await createDatabase()) })

const account = (id: string) => ({ id })
const idsIn = async (db: Db): Promise<string[]> =>
  (await db.all<{ id: string }>('SELECT id FROM service_accounts ORDER BY id')).map(({ id }) => id)

for (const { name: engine, open } of engines) {
  test(`${engine}: hostile text is data, and comes back unchanged`, async () => {
    const db = await open()
    const texts = ["'; DROP TABLE service_accounts; --", '$1 ?1 :id @x', 'a"b\\c', '%_', '😀\u202e\u200d', '\r\n\t']
    await db.upsert('service_accounts', texts.map(account))
    expect((await idsIn(db)).toSorted()).toEqual(texts.toSorted())
    for (const text of texts)
      expect(await db.all('SELECT id FROM service_accounts WHERE id = $1 OR id = $1', [text])).toHaveLength(1)
    await db.close()
  })

  test(`${engine}: text is sorted by code points`, async () => {
    const db = await open()
    const texts = ['a', 'Z', 'é', '陈', '\uffee', '😀', 'z', '~']
    await db.upsert('service_accounts', texts.map(account))
    const sorted = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(await idsIn(db)).toEqual(sorted)
    await db.close()
  })

  test(`${engine}: a row with the same key is replaced, and unknown members are stored exactly`, async () => {
    const db = await open()
    const row = '{"id":"j", "later":{"a":[1e400,null]},"__proto__":1,"id":"j"}'
    for (const text of ['{}', row, row])
      await db.upsert('ci_jobs', [{ id: 'j', updated_at: 1_780_000_000_000.5, row: text }])
    expect(await db.all('SELECT * FROM ci_jobs')).toEqual([{ id: 'j', updated_at: 1_780_000_000_000.5, row }])
    await db.close()
  })

  test(`${engine}: a failed transaction leaves nothing, and the next one works`, async () => {
    const db = await open()
    const failed = db.write(async (transaction) => {
      await transaction.upsert('service_accounts', [account('a')])
      await transaction.write((inner) => inner.upsert('service_accounts', [account('b')]))
      throw new Error('stop')
    })
    await expect(failed).rejects.toThrow('stop')
    expect(await idsIn(db)).toEqual([])
    expect(await db.write(async (transaction) => transaction.run('DELETE FROM service_accounts'))).toBe(0)
    await db.upsert('service_accounts', [account('c')])
    expect(await idsIn(db)).toEqual(['c'])
    await db.close()
  })

  test(`${engine}: others see nothing of a transaction until it has ended`, async () => {
    const db = await open()
    const [hasWritten, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = db.write(async (transaction) => {
      await transaction.upsert('service_accounts', [account('a')])
      hasWritten.resolve()
      await mayEnd.promise
      await transaction.upsert('service_accounts', [account('b')])
    })
    await hasWritten.promise
    const reading = idsIn(db)
    const other = db.write((transaction) => transaction.upsert('service_accounts', [account('c')]))
    // SQLite has one connection, so the others wait; those of PostgreSQL answer without the transaction.
    if (db.dialect === 'postgres') {
      await other
      expect(await reading).not.toContain('a')
    }
    mayEnd.resolve()
    await Promise.all([writing, other])
    expect(['', 'c', 'a,b', 'a,b,c']).toContain((await reading).join())
    expect(await idsIn(db)).toEqual(['a', 'b', 'c'])
    await db.close()
  })

  test(`${engine}: its health names the primary`, async () => {
    const db = await open()
    const { database, hosts, pool } = await db.health()
    expect(database).toBe(db.dialect)
    if (db.dialect === 'postgres') {
      expect(hosts).toEqual([{ host: expect.stringMatching(/^127\.0\.0\.1:\d+$/), role: 'primary' }])
      expect(pool).toEqual({ total: 1, idle: 1, waiting: 0 })
    }
    await db.close()
  })

  test(`${engine}: the version changes after each write`, async () => {
    const db = await open()
    const before = await db.version()
    expect(await db.version()).toBe(before)
    await db.upsert('service_accounts', [account('a')])
    expect(await db.version()).not.toBe(before)
    await db.close()
  })
}

for (const { name: engine, open } of engines) {
  test(`${engine}: each table returns the kinds of values that it was given`, async () => {
    const db = await open()
    const samples = {
      text: 'é',
      day: '2026-02-28',
      number: 3_000_000_000.5,
      integer: 7,
      bytes: new Uint8Array([0, 255]),
    }
    for (const table of tableNames) {
      if (table === 'service_account_keys' || table === 'wiki_pages') continue
      for (const isNull of [false, true]) {
        const row = Object.fromEntries(
          columnsOf(table).map((column) => {
            const { kind, isNullable } = kindOf(table, column)
            return [column, isNull && isNullable ? null : samples[kind]]
          }),
        )
        // Some tables add to a stored row.
        await db.run(`DELETE FROM ${table}`)
        await db.upsert(table, [row as TableRows[typeof table]])
        const [stored] = await db.all<Record<string, unknown>>(`SELECT * FROM ${table}`)
        for (const [column, value] of Object.entries(stored ?? {}))
          expect(value instanceof Uint8Array ? [...value] : value, `${table}.${column}`).toEqual(
            row[column] instanceof Uint8Array ? [0, 255] : row[column],
          )
      }
    }
    await db.close()
  })
}
