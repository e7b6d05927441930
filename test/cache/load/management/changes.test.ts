import { expect, test } from 'vitest'
import { exitCodeFor } from '../../../../src/base/errors.ts'
import type { ChangeName, ChangeRequest } from '../../../../src/cache/load/management/change.ts'
import type { Loader } from '../../../../src/cache/load/own-loader.ts'
import { demoIds } from '../../../../src/service/demo/kit/repositories.ts'
import { startChangeServer } from '../../../helpers/change-server.ts'
import { NOW } from '../../../helpers/demos.ts'
import { answer, type Behaviour, reset, resetAfter } from '../../../helpers/faulty-server.ts'
import { clientOf, ownService, ownSource } from '../../../helpers/own-service.ts'
import { testServer } from '../../../helpers/test-server.ts'

const { computers, serviceAccounts, wikiRuns } = demoIds
const params = { computerId: 'c' }
const key = { serviceAccountId: 'sa', keyId: 'k' }

/** Each change once. */
const all = Object.entries({
  updateComputer: { params, body: { name: 'n' } },
  installDependencies: { params },
  createComputer: { body: { name: 'n', remoteUser: 'u', provider: 'byom' } },
  deleteComputer: { params },
  restartComputer: { params },
  refreshComputer: { params },
  createKey: { params: { serviceAccountId: 'sa' }, body: { name: 'n' } },
  revokeKey: { params: key },
  setGlobalLimit: { body: { limit: null } },
  setUserLimits: { body: { users: [{ email: 'a@b', limit: null }] } },
  deleteWiki: { params: { wikiRunId: 'w' } },
} satisfies { [N in ChangeName]: ChangeRequest<N> }).map(
  ([name, request]) => [name, (loader: Loader) => loader.actions.change(name as ChangeName, request as never)] as const,
)

const serverThat = async (behaviour: Behaviour) => {
  const made = await startChangeServer(behaviour)
  return { ...made, ...ownSource(clientOf(made.server.url, 'qd-key-of-a-test')) }
}

const unknown = { is: 'unknown', error: { kind: 'outcomeUnknown' } }
const refusedAs = (kind: string, status: number) => ({ is: 'refused', error: { kind, status } })

test.each(all)('%s is sent once: unknown without a response or after a 502, otherwise refused', async (_, change) => {
  for (const [behaviour, expected] of [
    [reset, unknown],
    [resetAfter('{"id"', 100), unknown],
    [resetAfter('', 10, 202), unknown],
    [answer(502, {}), unknown],
    [answer(403, { detail: 'no' }), refusedAs('refused', 403)],
    [answer(404, { detail: 'no' }), refusedAs('notFound', 404)],
    [answer(409, { detail: 'no' }), refusedAs('failed', 409)],
  ] as const) {
    const { loader, sent, server } = await serverThat(behaviour)
    const outcome = await change(loader)
    expect(outcome).toMatchObject(expected)
    expect(sent()).toHaveLength(1)
    if (behaviour !== reset || outcome.is !== 'unknown') continue
    // The error names the address with its port.
    expect(outcome.error.message).toMatch(`${new URL(server.url).host} `)
    expect(outcome.error.message).toContain('check before retrying')
    expect(exitCodeFor(outcome.error)).toBe(6)
  }
})

test.each(all)('%s is not sent in read-only mode or offline', async (_, change) => {
  const server = await testServer(answer(200, {}))
  const readOnly = ownSource(clientOf(server.url, 'qd-key-of-a-test'), () => NOW, true)
  for (const { loader } of [readOnly, ownSource(undefined)]) {
    const outcome = await change(loader)
    expect(outcome).toMatchObject({ is: 'refused', error: { kind: 'usage' } })
    if (outcome.is === 'refused') expect(outcome.error.message).toMatch(/^Nothing was sent/)
  }
  expect(server.received).toEqual([])
})

test('an unsupported extension is not requested', async () => {
  const { loader, client } = await ownService({ isStrict: true })
  const outcome = await loader.actions.change('deleteComputer', { params: { computerId: computers.active } })
  expect(outcome).toMatchObject({ is: 'refused', error: { kind: 'notFound' } })
  expect(client.log.entries().map(({ method }) => method)).toEqual(['GET'])
})

test("a change returns the server's result, and its ids are cached", async () => {
  const { loader, ledger, store } = await ownService()
  const body = { name: 'fresh', remoteUser: 'agent', provider: 'byom' }
  const made = await loader.actions.change('createComputer', { body })
  const id = made.is === 'done' ? (made.answer.id ?? '') : ''
  expect((await store.computers.read(id, NOW))?.computer.name).toBe('fresh')
  expect(ledger.knownIds('computers')).toMatchObject([{ id, name: 'fresh', source: 'seen' }])
  expect(await loader.actions.change('deleteComputer', { params: { computerId: id } })).toMatchObject({ is: 'done' })
  expect(ledger.knownIds('computers')).toEqual([])
  const again = await loader.actions.change('installDependencies', { params: { computerId: computers.failed } })
  expect(again).toMatchObject({ is: 'done', answer: { status: 'provisioning' } })
  const running = await loader.actions.change('installDependencies', { params: { computerId: computers.failed } })
  expect(running).toMatchObject({ is: 'refused', error: { status: 409 } })
  loader.actions.addIds('wikiRuns', [wikiRuns.payments], 'added')
  expect(await loader.actions.change('deleteWiki', { params: { wikiRunId: wikiRuns.payments } })).toMatchObject({
    is: 'done',
  })
  expect(ledger.knownIds('wikiRuns')).toEqual([])
})

test('the value of a new key is in the outcome but neither in the log nor in the ledger', async () => {
  const { loader, ledger, client } = await ownService()
  const request = { params: { serviceAccountId: serviceAccounts.unused }, body: { name: 'new' } }
  const outcome = await loader.actions.change('createKey', request)
  const value = outcome.is === 'done' ? (outcome.answer.apiKey?.value ?? '') : ''
  expect(value).toMatch(/^qdsk_/)
  expect(JSON.stringify(client.log.entries())).not.toContain(value)
  expect(JSON.stringify(ledger.knownIds('serviceAccounts'))).not.toContain(value)
  const { data } = await loader.load('serviceAccount', { id: serviceAccounts.unused })
  expect(data.item).toMatchObject([{ name: 'new', isRevoked: false }])
  expect(JSON.stringify(data)).not.toContain(value)
})

test('a change can be cancelled before it is sent, not after', async () => {
  const leaving = new AbortController()
  const { loader, sent } = await serverThat(async (...request) => {
    leaving.abort()
    await new Promise((resolve) => setTimeout(resolve, 20))
    answer(200, { id: 'c' })(...request)
  })
  const outcome = await loader.actions.change('updateComputer', { params, body: {} }, { signal: leaving.signal })
  expect(outcome).toMatchObject({ is: 'done', answer: { id: 'c' } })
  await loader.load('extensions', {})
  const { signal } = leaving
  const cancelled = await loader.actions.change('deleteComputer', { params }, { signal })
  expect(cancelled).toMatchObject({ is: 'refused', error: { kind: 'interrupted' } })
  expect(sent()).toHaveLength(1)
})
