import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { extensions } from '../../../src/contract/extensions.ts'
import { createApp } from '../../../src/service/create-app.ts'
import { demoIds } from '../../../src/service/demo/kit/repositories.ts'
import { startService } from '../../../src/service/start-service.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { createTestService, keyOf, NOW } from '../test-service.ts'

type Document = { paths: Record<string, object> }

test('a strict service has no extensions: each gets 404 or 405', async () => {
  const { store } = await createTestService({ users: 1, days: 1 })
  const strict = createApp(store, { now: () => NOW, isStrict: true })
  const headers = { authorization: `Bearer ${keyOf('owner')}` }
  for (const { path, method } of Object.values(extensions)) {
    const reply = await strict.request(path.replaceAll(/\{\w+\}/g, 'x'), { method, headers })
    expect([404, 405], `${method} ${path}`).toContain(reply.status)
  }
  const { paths } = (await (await strict.request('/api/v0/openapi.json', { headers })).json()) as Document
  expect(paths['/api/v0/computers/{computerId}']).toEqual({ patch: expect.anything() })
  expect(Object.keys(paths)).not.toContain('/api/v0/computers')
  const keys = await strict.request(`/api/v0/service-accounts/${demoIds.serviceAccounts.ci}/api-keys`, { headers })
  expect(keys.status).toBe(200)
})

test('lists are newest first, and the list of wiki runs has only the newest run of each repository', async () => {
  const { json, store } = await createTestService({ users: 1, days: 1 })
  const run = { wikiRunId: 'old', createdAt: NOW - 1e10, repoUrl: 'https://github.example/northwind/checkout' }
  await store.wikis.put(run, JSON.stringify(run), [])
  const newest = (await json('/api/v0/wiki')).wikiRuns.map(({ wikiRunId }: { wikiRunId: string }) => wikiRunId)
  expect(newest).toContain(demoIds.wikiRuns.checkout)
  expect(newest).not.toContain('old')
  const history = await json(`/api/v0/wiki/history/${encodeURIComponent(run.repoUrl)}`)
  expect(history.wikiRuns.at(-1)).toEqual(run)
  const { computers } = await json('/api/v0/computers')
  const ages = computers.map(({ createdAt }: { createdAt: number }) => createdAt)
  expect(ages).toEqual(ages.toSorted((a: number, b: number) => b - a))
})

test('the value of a new key is only in the response that created it', async () => {
  const { json, call, log } = await createTestService({ users: 1, days: 1 })
  const path = `/api/v0/service-accounts/${demoIds.serviceAccounts.unused}/api-keys`
  const { apiKey } = await json(path, { method: 'POST', body: { name: 'once' } })
  expect(apiKey).toMatchObject({ name: 'once', expiresAt: null })
  expect(await (await call(path)).text()).not.toContain(apiKey.value)
  expect(JSON.stringify(log)).not.toContain(apiKey.value)
})

test('created, revoked and deleted resources stay so after a restart', async () => {
  const data = join(makeFolder(), 'service.db')
  const first = await startService({ data, demo: { users: 1, days: 1 }, now: () => NOW })
  const headers = { authorization: `Bearer ${first.keys.owner}`, 'content-type': 'application/json' }
  const ask = async (url: string, path: string, method = 'GET', body?: object) => {
    const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return (reply.status === 204 ? {} : await reply.json()) as { id?: string; apiKey?: { id: string } }
  }
  const keysPath = `/api/v0/service-accounts/${demoIds.serviceAccounts.unused}/api-keys`
  const body = { name: 'fresh', remoteUser: 'agent', provider: 'byom' }
  const { id } = await ask(first.url, '/api/v0/computers', 'POST', body)
  const deleted = `/api/v0/computers/${demoIds.computers.failed}`
  await ask(first.url, deleted, 'DELETE')
  const keyId = (await ask(first.url, keysPath, 'POST', { name: 'fresh' })).apiKey?.id
  await ask(first.url, `${keysPath}/${keyId}/revoke`, 'POST')
  await first.close()
  const { url, ids, close } = await startService({ data, now: () => NOW + 1000 })
  onTestFinished(close)
  expect(await ask(url, `/api/v0/computers/${id}`)).toMatchObject({ name: 'fresh', status: 'active' })
  expect(await ask(url, deleted)).toMatchObject({ status: 404 })
  expect(await ask(url, keysPath)).toMatchObject({ apiKeys: [{ id: keyId, isRevoked: true, revokedAt: NOW }] })
  expect([ids.computers, ids.serviceAccounts]).toEqual([
    expect.arrayContaining([id]),
    expect.arrayContaining([demoIds.serviceAccounts.unused]),
  ])
})
