import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { isTransient, networkErrorCode, networkErrorMessage } from '../../src/client/network-faults.ts'
import { answer, startFaultyServer } from '../helpers/faulty-server.ts'
import { errorOf, KEY } from './setup.ts'

test.each([
  ['ECONNREFUSED', true],
  ['ECONNRESET', true],
  ['UND_ERR_HEADERS_TIMEOUT', true],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', false],
  ['CERT_HAS_EXPIRED', false],
  ['ERR_TLS_CERT_ALTNAME_INVALID', false],
  ['ERR_SSL_WRONG_VERSION_NUMBER', false],
  ['EPROTO', false],
  ['HPE_INVALID_CONSTANT', false],
])('%s has its own sentence, and a retry can help: %s', (code, expected) => {
  const sentence = networkErrorMessage(code, 'api.example.com')
  expect(sentence).toContain('api.example.com')
  expect(sentence).toContain(`(${code})`)
  expect(sentence).toContain(': ')
  expect(sentence).not.toBe(networkErrorMessage('UNKNOWN', 'api.example.com').replace('UNKNOWN', code))
  expect(isTransient(code)).toBe(expected)
})

test('a code is found in causes, nothing else of the error is used, and a code like constructor is unknown', () => {
  const inner = Object.assign(new Error('Bearer secret'), { code: 'ECONNRESET' })
  expect(networkErrorCode(new Error('outer', { cause: inner }))).toBe('ECONNRESET')
  expect(networkErrorCode(Object.assign(new Error('x'), { code: 'Bearer secret' }))).toBe('unknown')
  expect(networkErrorCode('text')).toBe('unknown')
  const loop = new Error('loop')
  loop.cause = loop
  expect(networkErrorCode(loop)).toBe('unknown')
  for (const code of ['constructor', 'toString', '__proto__'])
    expect([networkErrorMessage(code, 'h'), isTransient(code)]).toEqual([
      expect.stringContaining('unknown reason'),
      false,
    ])
})

test('a server without TLS at an https address is reported as such, without a retry', async () => {
  const server = await startFaultyServer(answer(200, { jobs: [] }))
  const url = server.url.replace('http:', 'https:')
  const client = createClient({ credentials: { baseUrl: url, appUrl: url, apiKey: KEY, keySource: 't' }, env: {} })
  const thrown = await errorOf(client.call('ciJobs', {}))
  expect(thrown).toMatchObject({ kind: 'unreachable' })
  expect(thrown.message).toContain('does not speak TLS')
  expect(thrown.cause).toBeUndefined()
  expect(inspect(thrown, { depth: 9 })).not.toContain(KEY)
  expect(client.log.entries()).toHaveLength(1)
  await client.close()
  await server.close()
})
