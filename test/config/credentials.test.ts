import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { parseAddress } from '../../src/config/address.ts'
import { credentialsFromEnv, parseApiKey } from '../../src/config/credentials.ts'
import { failureOf } from '../helpers/make-folder.ts'

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['https://api.example.com/', 'https://api.example.com'],
  ['HTTPS://API.Example.COM:443/gate//', 'https://api.example.com/gate'],
  ['http://localhost:8080/', 'http://localhost:8080'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://127.1.2.3', 'http://127.1.2.3'],
  ['http://[::1]:9', 'http://[::1]:9'],
  ['http://2130706433', 'http://127.0.0.1'],
])('the address %s becomes %s', (text, address) => {
  expect(parseAddress(text, 'X')).toBe(address)
})

test.each([
  ['', 'not an address'],
  ['api.example.com', 'not an address'],
  ['localhost:8080', 'starts with localhost://'],
  [
    'http://api.example.com',
    'QUARTERDECK_BASE_URL is http://api.example.com, which would send the key unencrypted; use https.',
  ],
  ['http://10.0.0.1', 'QUARTERDECK_BASE_URL is http://10.0.0.1, which would send the key unencrypted; use https.'],
  [
    'http://localhost.example.com',
    'QUARTERDECK_BASE_URL is http://localhost.example.com, which would send the key unencrypted; use https.',
  ],
  ['http://0.0.0.0', 'QUARTERDECK_BASE_URL is http://0.0.0.0, which would send the key unencrypted; use https.'],
  ['ftp://localhost', 'ftp://'],
  ['https://user:hunter2@api.example.com', 'user name or password'],
  ['https://user@api.example.com', 'user name or password'],
  ['https://api.example.com/?token=hunter2', 'query or fragment'],
  ['https://api.example.com/#x', 'query or fragment'],
])('%s is refused, and no password is repeated', async (text, words) => {
  const thrown = await failureOf(() => parseAddress(text, 'QUARTERDECK_BASE_URL'))
  expect(thrown).toMatchObject({ name: 'AppError', kind: 'usage' })
  expect(thrown.message).toMatch(/^QUARTERDECK_BASE_URL [^.]/)
  expect(thrown.message).toContain(words)
  expect(inspect(thrown)).not.toContain('hunter2')
})

test('only one newline at the end of a key is trimmed', async () => {
  expect(parseApiKey('abc\n', 'X')).toBe('abc')
  expect(parseApiKey('abc\r\n', 'X')).toBe('abc')
  expect(parseApiKey('!~', 'X')).toBe('!~')
  expect(await failureOf(() => parseApiKey('abc\n\n', 'X'))).toMatchObject({ kind: 'usage' })
})

const wrongKeys = ['top secret', 'topsecrét', 'topsecret\u0007', '\ntopsecret', 'topsecret\u{1f511}']
test.each(wrongKeys)('the key %j is refused and not repeated', async (key) => {
  const thrown = await failureOf(() => parseApiKey(key, '--key-stdin'))
  expect(thrown).toMatchObject({ name: 'AppError', kind: 'usage' })
  expect(thrown.message).toMatch(/^--key-stdin contains/)
  expect(inspect(thrown, { depth: 9, showHidden: true })).not.toContain('topsec')
})

test('an empty key is refused', async () => {
  expect((await failureOf(() => parseApiKey('\n', 'X'))).message).toContain('X is empty; set it to an API key.')
})

const base = { QUARTERDECK_BASE_URL: 'https://api.example.com/', QUARTERDECK_API_KEY: 'k1' }

test('addresses and key are read from the environment', () => {
  expect(credentialsFromEnv({})).toBeUndefined()
  expect(credentialsFromEnv({ QUARTERDECK_BASE_URL: '', QUARTERDECK_API_KEY: '' })).toBeUndefined()
  expect(credentialsFromEnv(base)).toEqual({
    baseUrl: 'https://api.example.com',
    appUrl: 'https://api.example.com',
    apiKey: 'k1',
    keySource: 'QUARTERDECK_API_KEY',
  })
  expect(credentialsFromEnv({ ...base, QUARTERDECK_APP_URL: 'https://app.example.com' })?.appUrl).toBe(
    'https://app.example.com',
  )
})

test.each([
  ['QUARTERDECK_BASE_URL', { QUARTERDECK_API_KEY: 'k' }],
  ['QUARTERDECK_BASE_URL', { QUARTERDECK_APP_URL: 'https://app.example.com' }],
  ['QUARTERDECK_API_KEY', { QUARTERDECK_BASE_URL: 'https://api.example.com' }],
  ['QUARTERDECK_APP_URL', { ...base, QUARTERDECK_APP_URL: 'app' }],
  ['QUARTERDECK_API_KEY', { ...base, QUARTERDECK_API_KEY: 'a b' }],
])('%s is named when it is missing or refused', async (name, env) => {
  const thrown = await failureOf(() => credentialsFromEnv(env))
  expect(thrown).toMatchObject({ name: 'AppError', kind: 'usage' })
  expect(thrown.message).toMatch(new RegExp(`^${name} `))
})
