import { expect, test } from 'vitest'
import { createApp } from '../../../src/service/create-app.ts'
import { demoIds } from '../../../src/service/demo/kit/repositories.ts'
import { type CallOptions, createTestService, keyOf, NOW } from '../test-service.ts'

const { store, call, json } = await createTestService({ users: 3, days: 3 })

const newestAfter = async (path: string, options: CallOptions) => {
  const before = await store.auditLog.readNewest(1_000)
  const reply = await call(path, options)
  const added = (await store.auditLog.readNewest(1_000)).filter(({ id }) => !before.some((row) => row.id === id))
  return { status: reply.status, added, requestId: reply.headers.get('x-request-id') }
}

const account = Object.values(demoIds.serviceAccounts)[0]
const computer = Object.values(demoIds.computers)[0]
const created = await json('/api/v0/computers', {
  method: 'POST',
  body: { name: 'made-here', remoteUser: 'dev', provider: 'byom' },
})

test.each([
  ['POST', '/api/v0/computers', 'createComputer', 'second', { name: 'second', remoteUser: 'dev', provider: 'byom' }],
  ['PATCH', `/api/v0/computers/${created.id}`, 'updateComputer', created.id, { name: 'renamed' }],
  ['POST', `/api/v0/computers/${created.id}/refresh`, 'refreshComputer', created.id, undefined],
  ['POST', `/api/v0/computers/${created.id}/restart`, 'restartComputer', created.id, undefined],
  ['POST', `/api/v0/service-accounts/${account}/api-keys`, 'createKey', account, { name: 'deploy' }],
  ['PUT', '/api/v0/organization/usage/limits/global', 'setGlobalLimit', null, { limit: 5_000_000 }],
  // The row must not name a user, because an erased one could not be removed from it.
  ['PUT', '/api/v0/organization/usage/limits/users', 'setUserLimits', null, { users: [{ email: 'a@b', limit: null }] }],
  ['DELETE', `/api/v0/computers/${created.id}`, 'deleteComputer', created.id, undefined],
] as const)('%s %s adds one audit row', async (method, path, action, target, body) => {
  const { status, added, requestId } = await newestAfter(path, { method, role: 'manager', body })
  expect(status).toBeLessThan(300)
  expect(added).toEqual([
    { id: requestId, at: expect.any(Number), key_name: 'manager', role: 'manager', action, target },
  ])
})

test('reads, refused changes and changes without the right role add no row', async () => {
  const refused: [string, CallOptions, number][] = [
    [`/api/v0/computers/${computer}`, {}, 200],
    ['/api/v0/computers/none', { method: 'DELETE' }, 404],
    [`/api/v0/computers/${computer}`, { method: 'PATCH', body: { name: '' } }, 400],
    [`/api/v0/computers/${computer}`, { method: 'PATCH', body: { name: 'x' }, role: 'guest' }, 403],
    ['/api/v0/wiki/none', { method: 'DELETE' }, 404],
  ]
  for (const [path, options, status] of refused)
    expect(await newestAfter(path, options), path).toMatchObject({ status, added: [] })
})

test('a change whose audit row cannot be written is undone', async () => {
  const { auditLog, write } = store
  const broken: typeof write = (work) =>
    write((stores) => work({ ...stores, auditLog: { ...auditLog, add: () => Promise.reject(new Error('disk full')) } }))
  const app = createApp(
    { ...store, write: broken, withSignal: () => ({ ...store, write: broken }) },
    { now: () => NOW },
  )
  const name = (await json(`/api/v0/computers/${computer}`)).name
  const reply = await app.request(`/api/v0/computers/${computer}`, {
    method: 'PATCH',
    body: '{"name":"lost"}',
    headers: { authorization: `Bearer ${keyOf('owner')}`, 'content-type': 'application/json' },
  })
  expect(reply.status).toBe(500)
  expect((await json(`/api/v0/computers/${computer}`)).name).toBe(name)
})
