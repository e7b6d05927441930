import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLedger } from '../../src/cache/ledger/open-ledger.ts'
import { NOW } from '../helpers/demos.ts'
import { answer } from '../helpers/faulty-server.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { runQd, SALT } from '../helpers/run-qd.ts'
import { testServer } from '../helpers/test-server.ts'

const key = 'qd-key-of-a-test'

/** A cache with rows of several endpoints, and a server that answers every request with a status. */
const prepare = async (status: number) => {
  const server = await testServer(answer(status, { status, title: 'No', detail: 'not for this key' }))
  const cache = join(makeFolder(), 'cache.db')
  const tenant = { baseUrl: server.url, appUrl: server.url, apiKey: key }
  const open = () => openLedger({ path: cache, salt: SALT, tenant })
  const before = open()
  before.writeReports([{ reportId: 'r', createdAt: NOW }], NOW)
  before.rememberIds('computers', [{ id: 'c', name: 'build' }], NOW)
  before.writeOffer({ extensions: ['ciRepositories'], askedAt: NOW - 48 * 3_600_000 })
  before.close()
  const held = () => {
    const ledger = open()
    const kept = { reports: ledger.readReports().rows.length, computers: ledger.knownIds('computers').length }
    ledger.close()
    return kept
  }
  const run = (line: string) => runQd(line.split(' '), { url: server.url, key, cache })
  return { server, held, run }
}

const nothing = { reports: 0, computers: 0 }
const lines = [
  'api /api/v0/automations/ci/jobs',
  'api /api/v0/computers/c -X PATCH -d {}',
  'api /nothing/there',
  'doctor',
  'ci jobs',
  // Load the OpenAPI document first.
  'computers list',
  'computers restart c --yes',
  'analytics users --totals --last 7d',
  'readiness list --limit 1',
]

test.each(lines)('a 401 for qd %s deletes all rows of the key from the cache', async (line) => {
  const { held, run } = await prepare(401)
  expect(held()).toEqual({ reports: 1, computers: 1 })
  const { code, err } = await run(line)
  expect(code, err).not.toBe(0)
  expect(held()).toEqual(nothing)
})

test.each([
  ['api /api/organization/maturity-level-reports?limit=1', { reports: 0, computers: 1 }],
  ['api /api/v0/computers/c', { reports: 1, computers: 0 }],
  ['api /api/v0/computers/c -X PATCH -d {}', { reports: 1, computers: 1 }],
  ['api /api/v0/automations/ci/jobs', { reports: 1, computers: 1 }],
  ['ci jobs', { reports: 1, computers: 1 }],
  ['readiness list --limit 1', { reports: 0, computers: 1 }],
  ['doctor', { reports: 0, computers: 1 }],
])('a 403 for qd %s deletes the rows of the endpoint', async (line, left) => {
  const { held, run } = await prepare(403)
  await run(line)
  expect(held()).toEqual(left)
})

test('a 401 response does not create a cache', async () => {
  const cache = join(makeFolder(), 'other', 'cache.db')
  const server = await testServer(answer(401, {}))
  expect((await runQd(['ci', 'jobs'], { url: server.url, key, cache })).code).not.toBe(0)
  expect(existsSync(cache)).toBe(false)
})
