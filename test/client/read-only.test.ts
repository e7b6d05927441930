import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { endpoints, type JsonEndpointName } from '../../src/contract/endpoints.ts'
import { answer, startFaultyServer } from '../helpers/faulty-server.ts'
import { failureOf } from '../helpers/make-folder.ts'

let server: Awaited<ReturnType<typeof startFaultyServer>>
beforeEach(async () => {
  server = await startFaultyServer(answer(200, {}))
  onTestFinished(() => server.close())
})

const clientOf = () => {
  const { url } = server
  const whyReadOnly = 'the profile acme refuses every write: x'
  const credentials = { baseUrl: url, appUrl: url, apiKey: 'k'.repeat(20), keySource: 'a test', whyReadOnly }
  const client = createClient({ credentials, env: {} })
  onTestFinished(() => client.close())
  return client
}

const writes = Object.entries(endpoints).filter(([, { method }]) => method !== 'GET')

test.each(writes)('%s is not sent in a read-only run', async (name, { method, path }) => {
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => [id, 'x']))
  const call = clientOf().call(name as JsonEndpointName, { params, body: {} } as never)
  const error = await failureOf(call)
  expect(error).toMatchObject({ name: 'AppError', kind: 'usage', request: { method } })
  expect(error.message).toBe(
    `${method} was not sent to ${new URL(server.url).host}: the profile acme refuses every write: x.`,
  )
  expect(server.received).toEqual([])
})

const methods = ['POST', 'PATCH', 'PUT', 'DELETE', 'post', 'PURGE']
test.each(methods)('in a read-only run a %s to any path is not sent, and a GET is', async (method) => {
  const client = clientOf()
  expect((await failureOf(client.send({ method, path: '/x' }))).message).toContain('was not sent')
  expect(server.received).toEqual([])
  await client.send({ method: 'GET', path: '/x' })
  expect(server.received).toHaveLength(1)
})
