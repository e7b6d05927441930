import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openToWrite } from '../../src/cache/ledger/file/open-ledger-file.ts'
import { dataFileWarning } from '../../src/service/db/open-store-file.ts'
import { migrate, NEWEST_VERSION } from '../../src/service/db/sqlite-schema.ts'
import { startService } from '../../src/service/start-service.ts'
import { createStore } from '../../src/service/store/store.ts'
import { fileFolder } from '../helpers/make-folder.ts'
import { NOW } from './test-service.ts'

const folder = fileFolder()
const now = (): number => NOW
const statusWith = async (url: string, key: string | undefined): Promise<number> =>
  (await fetch(`${url}/api/v0/openapi.json`, { headers: { authorization: `Bearer ${key}` } })).status

test('only its owner can read a data file and its log, and a warning names the chmod if others can', async () => {
  const before = process.umask(0)
  const file = join(folder, 'private.db')
  expect(dataFileWarning(file)).toBeUndefined()
  const store = createStore(file)
  await store.write((stores) => stores.putOrganisation('org_x'))
  const files = readdirSync(folder).filter((name) => name.startsWith('private'))
  expect(files.length).toBeGreaterThan(1)
  for (const name of files) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
  await store.close()
  expect(process.umask(before)).toBe(0)
  expect(dataFileWarning(file)).toBeUndefined()
  chmodSync(file, 0o644)
  const why = `Other users can read ${file}, which contains secrets (mode 644)`
  expect(dataFileWarning(file)).toBe(`${why}. Run chmod 600 ${file}.`)
})

test('keys of a data file are shown once, stay valid until they are replaced, and are stored as hashes only', async () => {
  const data = join(folder, 'keys.db')
  const first = await startService({ data, now })
  expect(Object.keys(first.keys)).toEqual(['owner', 'manager', 'member', 'guest'])
  await first.close()
  const second = await startService({ data, now })
  expect(second.keys).toEqual({})
  expect(await statusWith(second.url, first.keys.owner)).toBe(200)
  await second.close()
  const database = new DatabaseSync(data)
  const stored = database.prepare('SELECT hash FROM access_keys').all() as { hash: Uint8Array }[]
  database.close()
  expect(stored.map(({ hash }) => hash.length)).toEqual([32, 32, 32, 32])
  const given = await startService({ data, now, keys: { guest: 'a-key-that-was-chosen' } })
  expect(given.keys).toEqual({ guest: 'a-key-that-was-chosen' })
  expect(await statusWith(given.url, first.keys.guest)).toBe(401)
  expect(await statusWith(given.url, first.keys.owner)).toBe(200)
  await given.close()
  const renewed = await startService({ data, now, renewKeys: true })
  expect(await statusWith(renewed.url, first.keys.owner)).toBe(401)
  expect(await statusWith(renewed.url, renewed.keys.owner)).toBe(200)
  await renewed.close()
})

test('a data file with data is not filled with the demo again', async () => {
  const data = join(folder, 'demo.db')
  const read = async (users: number): Promise<string> => {
    const service = await startService({ data, now, renewKeys: true, demo: { users, days: 2 } })
    const path = '/api/v1/analytics/users?startDate=2026-10-19&endDate=2026-10-20&limit=100'
    const reply = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${service.keys.owner}` } })
    const text = await reply.text()
    await service.close()
    return text
  }
  expect(await read(30)).toBe(await read(3))
})

test('the tables of version 1 never change, because release 0.1.0 wrote such files', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database, 0, 1)
  const schema = database.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all()
  database.close()
  expect(hash('sha256', JSON.stringify(schema)).slice(0, 16)).toBe('b501b2c629c9548a')
})

test('a file of a newer version or another program, or one that is not a database, is not changed', async () => {
  const newer = join(folder, 'newer.db')
  createStore(newer).close()
  const database = new DatabaseSync(newer)
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: NEWEST_VERSION })
  database.exec(`PRAGMA user_version = ${NEWEST_VERSION + 1}`)
  database.close()
  expect(() => createStore(newer)).toThrow(`${newer} was written by a newer version of quarterdeck`)

  const other = join(folder, 'other.db')
  for (const sql of ['CREATE TABLE facts (theirs TEXT)', `PRAGMA user_version = ${NEWEST_VERSION}`]) {
    const foreign = new DatabaseSync(other)
    foreign.exec(sql)
    foreign.close()
    const before = readFileSync(other)
    expect(() => createStore(other)).toThrow(`${other} is a database of another program`)
    expect(readFileSync(other)).toEqual(before)
  }
  const cache = join(folder, 'cache.db')
  openToWrite(cache).close()
  expect(() => createStore(cache)).toThrow(`${cache} is a database of another program`)

  const text = join(folder, 'notes.txt')
  writeFileSync(text, 'Not a database at all, but longer than the header of one would have to be.'.repeat(20))
  expect(() => createStore(text)).toThrow(/Can't open the data file .*notes\.txt/)
  expect(() => createStore(join(folder, 'none', 'x.db'))).toThrow(
    /Can't open the data file .*x\.db \(the folder does not exist\)\. Name another with --data\.$/,
  )
  expect(() => createStore(folder)).toThrow(/Can't open the data file .* \(it is a folder\)/)
})

test.each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a device', (path: string) => symlinkSync('/dev/zero', path)],
])('%s is rejected as a data file without blocking', (what, make) => {
  const path = join(folder, `${what}.db`)
  make(path)
  expect(() => createStore(path)).toThrow(`${path} is a pipe, socket or device`)
})

test('an address that is already in use is an error', async () => {
  const first = await startService({ now })
  const port = Number(new URL(first.url).port)
  await expect(startService({ now, port })).rejects.toThrow(
    `Can't listen on 127.0.0.1:${port}: the address is already in use. Choose another address or port.`,
  )
  await first.close()
  await first.close()
})
