import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allowedHosts } from '../../../src/service/access/guard.ts'
import { createApp } from '../../../src/service/create-app.ts'
import { startService } from '../../../src/service/start-service.ts'
import { createStore } from '../../../src/service/store/store.ts'
import { fileFolder } from '../../helpers/make-folder.ts'
import { createTestService, keyOf, NOW } from '../test-service.ts'

const folder = fileFolder()
const { call, store } = await createTestService({ users: 3, days: 3 })

test('a request without a valid key gets 401', async () => {
  const wrong = ['Bearer wrong', 'Basic dXNlcjpwYXNz', 'Bearer', `Bearer ${keyOf('owner')} x`]
  for (const headers of [{}, ...wrong.map((authorization) => ({ authorization }))]) {
    const reply = await call('/api/v0/openapi.json', { role: null, headers })
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await reply.json()).title).toBe('Unauthorized')
  }
})

const app = createApp(store, { now: () => NOW, hosts: allowedHosts('127.0.0.1', 4000) })
const from = (headers: Record<string, string>) =>
  app.request('http://127.0.0.1:4000/api/v0/openapi.json', {
    headers: { authorization: `Bearer ${keyOf('owner')}`, ...headers },
  })

test('a request whose Host is not an address of the service gets 403', async () => {
  const foreign = ['evil.example', 'evil.example:4000', '127.0.0.1', '127.0.0.1:4001', 'localhost.evil.example:4000']
  for (const host of foreign) expect((await from({ host })).status, host).toBe(403)
  const unknown = await app.request('http://127.0.0.1:4000/nothing', { headers: { host: 'evil.example' } })
  expect(unknown.status).toBe(403)
  for (const host of ['127.0.0.1:4000', 'localhost:4000', 'LOCALHOST:4000', '[::1]:4000'])
    expect((await from({ host })).status, host).toBe(200)
})

test('requests with a foreign Origin, or with null as Origin, get 403, and no response allows an origin', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:4001', 'https://127.0.0.1:4000']) {
    const reply = await from({ host: '127.0.0.1:4000', origin })
    expect(reply.status, origin).toBe(403)
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  }
  const same = await from({ host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4000' })
  expect(same.status).toBe(200)
  expect(same.headers.get('access-control-allow-origin')).toBeNull()
})

test('a service on an address that other machines can reach requires keys chosen by the user', async () => {
  await expect(startService({ host: '0.0.0.0' })).rejects.toThrow(
    'Other machines can reach 0.0.0.0, so the service requires your own keys: create one with qd serve keys add, or set QUARTERDECK_SERVE_KEY_OWNER. It has no TLS: put a proxy with TLS in front of it.',
  )
  const service = await startService({ host: '0.0.0.0', keys: { owner: 'a-key-that-was-chosen' } })
  const reply = await fetch(`${service.url.replace('0.0.0.0', '127.0.0.1')}/api/v0/openapi.json`, {
    headers: { authorization: 'Bearer a-key-that-was-chosen' },
  })
  await service.close()
  expect(reply.status).toBe(200)
})

test('a key with a name is enough for an address that other machines can reach, and no other key is generated', async () => {
  const data = join(folder, 'named.db')
  const given = createStore(data)
  await given.keys.add('the-value-of-a-revoked-key', { name: 'old', role: 'owner' })
  await given.keys.revoke('old')
  await given.keys.add('the-value-of-an-ingest-key', { name: 'agents', role: 'ingest' })
  await expect(startService({ host: '0.0.0.0', data })).rejects.toThrow('Other machines can reach 0.0.0.0')
  await given.keys.add('the-value-of-the-key-ann', { name: 'ann', role: 'owner' })
  await given.close()
  const service = await startService({ host: '0.0.0.0', data })
  const reply = await fetch(`${service.url.replace('0.0.0.0', '127.0.0.1')}/api/v0/openapi.json`, {
    headers: { authorization: 'Bearer the-value-of-the-key-ann' },
  })
  await service.close()
  expect([reply.status, service.keys]).toEqual([200, {}])
})

test('the host and origin of --public-url are allowed, and no other', async () => {
  const publicUrl = new URL('https://qd.example.com')
  const proxied = createApp(store, { now: () => NOW, publicUrl, hosts: allowedHosts('127.0.0.1', 4000, publicUrl) })
  const status = async (host: string, origin?: string): Promise<number> => {
    const headers = { authorization: `Bearer ${keyOf('owner')}`, host, ...(origin && { origin }) }
    return (await proxied.request(`http://${host}/api/v0/openapi.json`, { headers })).status
  }
  expect(await status('qd.example.com')).toBe(200)
  expect(await status('QD.example.com', 'https://qd.example.com')).toBe(200)
  expect(await status('127.0.0.1:4000', 'https://qd.example.com')).toBe(200)
  expect(await status('qd.example.com:8443')).toBe(403)
  expect(await status('evil.example')).toBe(403)
  expect(await status('qd.example.com', 'https://qd.example.com.evil.example')).toBe(403)
  expect(await status('qd.example.com', 'null')).toBe(403)
  // The same address as a service without a proxy.
  expect((await from({ host: 'qd.example.com' })).status).toBe(403)
})

test('generated keys have 256 random bits; keys that are short, have spaces or are duplicates are rejected and not shown', async () => {
  for (const keys of [{ owner: 'short' }, { owner: 'with spaces in the middle' }]) {
    const failure = await startService({ keys }).catch((error: Error) => error.message)
    expect(failure).toContain('The key for owner must have at least')
    expect(failure).not.toContain(keys.owner)
  }
  await expect(startService({ keys: { owner: 'the-same-key-twice', guest: 'the-same-key-twice' } })).rejects.toThrow(
    'Two roles have the same key. Use a different key for each role.',
  )
  const service = await startService()
  await service.close()
  const made = new Set(Object.values(service.keys))
  expect(made.size).toBe(4)
  for (const key of made) expect(Buffer.from(key.replace('qdk_', ''), 'base64url')).toHaveLength(32)
})

test("every response, errors included, has the date of the service's clock", async () => {
  for (const [path, role] of [
    ['/api/v0/openapi.json', 'owner'],
    ['/api/v0/openapi.json', null],
    ['/nowhere', 'owner'],
  ] as const)
    expect((await call(path, { role })).headers.get('date')).toBe('Wed, 21 Oct 2026 09:00:00 GMT')
  const foreign = await call('/api/v0/openapi.json', { headers: { origin: 'https://foreign.example' } })
  expect(foreign.headers.get('date')).toBe('Wed, 21 Oct 2026 09:00:00 GMT')
})
