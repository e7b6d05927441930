import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Db } from '../../../src/service/db/db.ts'
import { openDatabase } from '../../../src/service/db/open-store-file.ts'
import { openPostgres } from '../../../src/service/db/postgres-db.ts'
import { createSqliteDb } from '../../../src/service/db/sqlite-db.ts'
import { tableNames } from '../../../src/service/db/tables.ts'
import { fillWithDemo } from '../../../src/service/demo/fill-with-demo.ts'
import { createDemoPeople } from '../../../src/service/demo/kit/demo-people.ts'
import { openServerData } from '../../../src/service/server-data.ts'
import { type Store, storeOf } from '../../../src/service/store/store.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { postgresFolders, startPostgres } from '../../helpers/postgres.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { NOW } from '../test-service.ts'

const SIZE = { users: 12, days: 40, seed: 1 }
const people = createDemoPeople(SIZE.seed, SIZE.users, SIZE.days)
/** An author of the controls, with an e-mail address. */
const [user] = people.filter(({ email, firstDay }) => email !== null && firstDay === 0)
const { id, name } = user ?? { id: '', name: '' }
const email = user?.email ?? ''
const [other] = people.filter((person) => person.id !== id && person.email !== null)

type Opened = { place: string; db: Db }
const engines: Record<string, () => Promise<Opened>> = {
  'SQLite file': async () => {
    const place = join(makeFolder(), 'data.db')
    return { place, db: createSqliteDb(openDatabase(place), true) }
  },
}
const [folder] = Object.values(postgresFolders())
if (folder !== undefined) {
  const server = await startPostgres(folder)
  engines.PostgreSQL = async () => {
    const place = await server.createDatabase()
    return { place, db: await openPostgres(place) }
  }
} else test.skip('PostgreSQL is not installed')

/** Rows of all tables as one text. Bytes are hexadecimal. */
const dump = async (db: Db): Promise<string> => {
  const rows = await Promise.all(tableNames.map((table) => db.all<Record<string, unknown>>(`SELECT * FROM ${table}`)))
  const texts = rows
    .flat()
    .map((row) =>
      Object.values(row).map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value),
      ),
    )
  return texts.flat().join('\n').toLowerCase()
}

/** Data in which a vendor, this service and an admin have named the user in every way. */
const fill = async (store: Store, db: Db): Promise<void> => {
  await fillWithDemo(store, SIZE, () => NOW)
  const text = JSON.stringify
  await db.upsert('seats', [
    { id, email, row: text({ id, email, firstName: name, lastName: 'x' }) },
    { id: other?.id ?? '', email: other?.email ?? '', row: text({ id: other?.id, email: other?.email }) },
  ])
  await db.upsert('user_limits', [{ email: email.toUpperCase(), row: text({ email: email.toUpperCase(), limit: 5 }) }])
  await db.upsert('audit_events', [
    { id: 'a', created_at: 1, row: text({ eventType: 'x', actor: { principalId: id, email }, createdAt: '' }) },
    { id: 'b', created_at: 2, row: text({ eventType: 'x', actor: null, payload: { note: `removed ${email}, ok` } }) },
    { id: 'c', created_at: 3, row: `{"target":"${email.replace('@', '\\u0040')}"}` },
    { id: 'd', created_at: 4, row: text({ eventType: 'x', actor: { principalId: 'u_9' }, target: 'group' }) },
  ])
  const walk = { fetched_at: 1, is_complete: 0, walk_at: 1, cursor: id }
  await db.upsert('synced_days', [{ endpoint: 'users', day: '2026-10-20', ...walk }])
  await db
    .upsert('wiki_pages', [{ run_id: 'wiki_x', place: 1, path: 'a.md', markdown: `Ask ${email}.` }])
    .catch(() => {})
  await store.auditLog.add({ id: 'r', key_name: 'ann', role: 'owner', action: 'createComputer', target: `of ${email}` })
  await store.reports.put(
    { reportId: 'rep', createdAt: 1, repoUrl: 'https://x.example/r', apps: {}, report: {} },
    text({ reportId: 'rep', createdAt: 1, repoUrl: 'https://x.example/r', report: {}, by: `${name} (${id})` }),
  )
}

for (const [engine, open] of Object.entries(engines)) {
  test(`${engine}: after forget-user, no table has the id or the e-mail address, and all other users stay`, async () => {
    const { place, db } = await open()
    const store = storeOf(db, true)
    await fill(store, db)
    const before = await dump(db)
    expect(before).toContain(id)
    expect(before).toContain(email)
    const usersOf = async (): Promise<string[]> =>
      (await db.all<{ user_id: string }>('SELECT DISTINCT user_id FROM person_days ORDER BY user_id')).map(
        (row) => row.user_id,
      )
    const usersBefore = await usersOf()

    // Found by the address, with the id that belongs to it.
    const asked = await runQd(['serve', 'forget-user', email.toUpperCase(), '--data', place])
    expect(asked.code).toBe(2)
    expect(asked.err).toMatch(
      /^Permanently erase \d+ rows \(person_days \d+, analytics_days \d+, .*teams 1, budgets 1\)/,
    )
    expect(await dump(db)).toBe(before)
    const { code, out } = await runQd(['serve', 'forget-user', email.toUpperCase(), '--data', place, '--yes', '--json'])
    expect(code).toBe(0)
    const { rows } = JSON.parse(out)
    expect(rows).toMatchObject({
      analytics_days: rows.person_days,
      seats: 1,
      synced_days: 1,
      reports: 1,
    })
    expect(rows.person_days).toBeGreaterThan(10)
    expect(rows.audit_events).toBeGreaterThanOrEqual(3)
    expect(rows.user_limits).toBeGreaterThanOrEqual(1)

    const after = await dump(db)
    for (const text of [id, email]) expect(after.includes(text), text).toBe(false)
    expect(await usersOf()).toEqual(usersBefore.filter((each) => each !== id))
    for (const person of people.filter((each) => each.id !== id && usersBefore.includes(each.id)))
      expect(after).toContain(person.id)
    // The totals of days stay; the author of a revision is replaced.
    expect(await store.days.read('credits', '2026-10-20', '2026-10-20', true)).toBe(
      await reference.days.read('credits', '2026-10-20', '2026-10-20', true),
    )
    expect((await store.revisions.readPage(undefined, 100)).rows).toContain('"email":"forgotten user"')
    const audit = await store.auditLog.readNewest(9)
    expect(audit).toContainEqual(expect.objectContaining({ action: 'serve forget-user', target: null }))
    expect((await runQd(['serve', 'forget-user', id, '--data', place, '--yes'])).code).toBe(4)
    await store.close()
    if (engine === 'SQLite file') expect(readFileSync(place).includes(email)).toBe(false)
  })

  test(`${engine}: forget-user removes a user from a day that is stored in pieces, and keeps all others exactly`, async () => {
    const { place, db } = await open()
    const store = storeOf(db, true)
    const day = '2026-10-01'
    // The user's texts lie across the ends of pieces.
    const row = (users: readonly string[]): string =>
      JSON.stringify({ date: day, by_user: users.map((user_id) => ({ user_id, note: 'x'.repeat(99) })) })
    const others = Array.from({ length: 5_000 }, (_, at) => `user_${at}`)
    const users = others.flatMap((one, at) => (at % 7 === 0 ? [one, id] : [one]))
    await store.days.put('credits', { day, row: row(users), grouped: '' })
    await store.days.put('tools', { day, row: row(others), grouped: row([id]) })
    await store.personDays.put([{ day, user_id: id, row: JSON.stringify({ date: day, user_id: id }) }])
    expect((await runQd(['serve', 'forget-user', id, '--data', place, '--yes'])).out).toContain('analytics_days 2')
    expect((await store.days.read('credits', day, day, false)) === row(others)).toBe(true)
    expect((await store.days.read('tools', day, day, false)) === row(others)).toBe(true)
    expect(await store.days.read('tools', day, day, true)).toBe(row([]))
    expect((await dump(db)).includes(id)).toBe(false)
    await store.close()
  })

  test(`${engine}: rows of a forgotten user are removed from what a mirror reads, and others are not touched`, async () => {
    const { place, db } = await open()
    const store = storeOf(db, true)
    const row = { date: '2026-10-01', user_id: id, user_email: email }
    const untouched = { date: '2026-10-01', user_id: 'u_2', user_email: null, note: 'x' }
    expect((await store.forgetting.createScrubber())(row)).toBe(row)
    await store.personDays.put([{ day: '2026-10-01', user_id: id, row: JSON.stringify(row) }])
    const server = await openServerData(place, false)
    await server.forgetUser(id, false)
    await server.close()
    const scrub = await store.forgetting.createScrubber()
    expect(scrub(row)).toBeUndefined()
    expect(scrub({ ...row, user_id: 'other', user_email: email.toUpperCase() })).toBeUndefined()
    expect(scrub(untouched)).toBe(untouched)
    expect(scrub({ date: 'd', by_user: [{ user_id: id, billable_tokens: 4 }, { user_id: 'u_2' }] })).toEqual({
      date: 'd',
      by_user: [{ user_id: 'u_2' }],
    })
    expect(
      scrub({ user: { id, email, name: 'Ann' }, settings: { allowed: [email, 'b@x.example'], [email]: 1 } }),
    ).toEqual({
      user: { id: 'forgotten user', email: 'forgotten user', name: 'forgotten user' },
      settings: { allowed: ['b@x.example'] },
    })
    await store.close()
  })
}

const reference = storeOf(createSqliteDb(openDatabase(), false), false)
await fillWithDemo(reference, SIZE, () => NOW)

test('forget-user refuses a user that no data names, and an empty id', async () => {
  const place = join(makeFolder(), 'data.db')
  storeOf(createSqliteDb(openDatabase(place), true), true)
  expect(await runQd(['serve', 'forget-user', 'u_none', '--data', place, '--yes'])).toMatchObject({
    code: 4,
    err: 'No data of a user u_none was found, so nothing was changed. Check the id, or use the e-mail address.\n',
  })
  expect((await runQd(['serve', 'forget-user', ' ', '--data', place])).code).toBe(2)
})

test.each(['owner', 'sessions', 'claude-opus-4'])(
  'forget-user erases nothing for %s, which is in many rows but is no user',
  async (word) => {
    const place = join(makeFolder(), 'data.db')
    const db = createSqliteDb(openDatabase(place), true)
    const store = storeOf(db, true)
    await db.upsert('seats', [{ id: 'u_1', email: 'a@b.example', row: '{"id":"u_1","role":"owner"}' }])
    const day = '2026-10-01'
    await store.days.put('credits', { day, row: '{"by_model":[{"model_id":"claude-opus-4"}]}', grouped: '' })
    await store.personDays.put([{ day, user_id: 'u_1', row: '{"user_id":"u_1","sessions":3}' }])
    const before = await dump(db)
    expect((await runQd(['serve', 'forget-user', word, '--data', place, '--yes'])).code).toBe(4)
    expect(await dump(db)).toBe(before)
    await store.close()
  },
)
