import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { findCredentials } from '../../../src/config/keys/find-credentials.ts'
import { removeProfileKeys, writeProfileKey } from '../../../src/config/keys/profile-key.ts'
import type { Profile } from '../../../src/config/profiles/config-schema.ts'
import { failureOf, makeFolder } from '../../helpers/make-folder.ts'
import { lockedKeychain, memoryKeychain } from '../../helpers/memory-keychain.ts'

const ENV_KEY = 'key-of-the-environment'
const acme = { baseUrl: 'https://api.example.com/' }
const helper = [process.execPath, '-e', 'console.log("key-of-the-helper")']

let home: string
let keychain: ReturnType<typeof memoryKeychain>
beforeEach(async () => {
  home = makeFolder()
  keychain = memoryKeychain()
  configure(acme)
  await writeProfileKey({ name: 'acme', profile: acme }, 'key-of-the-keychain', 'keychain', { env: env(), keychain })
  await writeProfileKey({ name: 'acme', profile: acme }, 'key-of-the-file', 'file', { env: env(), keychain })
})

const configure = (profile: Profile) => {
  mkdirSync(join(home, 'quarterdeck'), { recursive: true })
  writeFileSync(
    join(home, 'quarterdeck', 'config.json'),
    JSON.stringify({ profile: 'acme', profiles: { acme: profile } }),
  )
}
const env = (more = {}) => ({ XDG_CONFIG_HOME: home, PATH: process.env.PATH, ...more })
const find = async (options: Partial<Parameters<typeof findCredentials>[0]> = {}) => {
  const found = await findCredentials({ env: env(), named: undefined, isReadOnly: false, keychain, ...options })
  return found.is === 'found' ? found.credentials : found
}

const file = () => `the file ${join(home, 'quarterdeck', 'keys', 'acme.json')}`

test('the first source of a key wins: input, environment, helper, keychain, file', async () => {
  configure({ ...acme, helper })
  const readKey = async () => 'key-of-the-input\n'
  const withKey = env({ QUARTERDECK_API_KEY: ENV_KEY })
  const order = [await find({ env: withKey, readKey }), await find({ env: withKey }), await find()]
  configure(acme)
  order.push(await find())
  await keychain.remove('acme')
  order.push(await find())
  expect(order).toMatchObject([
    { apiKey: 'key-of-the-input', keySource: '--key-stdin', isKeyQuickToRead: false, shadowed: undefined },
    { apiKey: ENV_KEY, keySource: 'QUARTERDECK_API_KEY', shadowed: expect.stringContaining('instead of the key of') },
    { apiKey: 'key-of-the-helper', keySource: 'the helper of the profile acme', isKeyQuickToRead: false },
    { apiKey: 'key-of-the-keychain', keySource: 'the system keychain', isKeyQuickToRead: false },
    // The keychain may have a key the next time, so this key cannot be read quickly.
    { apiKey: 'key-of-the-file', keySource: file(), isKeyQuickToRead: false },
  ])
  for (const credentials of order)
    expect(credentials).toMatchObject({ baseUrl: 'https://api.example.com', profile: 'acme' })
})

test('a key is read only from where it was stored', async () => {
  configure({ ...acme, keyIn: 'file' })
  expect(await find({ keychain: lockedKeychain })).toMatchObject({ apiKey: 'key-of-the-file' })
  configure({ ...acme, keyIn: 'keychain' })
  expect((await failureOf(find({ keychain: lockedKeychain }))).message).toBe(
    'The system keychain did not respond within 3 s; check that it is unlocked.',
  )
  await keychain.remove('acme')
  expect((await failureOf(find())).message).toContain('The profile acme has no key')
})

test('a key is deleted from everywhere, and a failing keychain matters only if it may have the key', async () => {
  const remove = (keyIn?: 'keychain' | 'file') =>
    removeProfileKeys(
      { name: 'acme', profile: { ...acme, ...(keyIn && { keyIn }) } },
      { env: env(), keychain: lockedKeychain },
    )
  expect([await remove('file'), await remove()]).toEqual([undefined, expect.stringContaining('did not respond')])
  expect((await failureOf(remove('keychain'))).message).toContain('did not respond')
  expect((await find({ keychain: memoryKeychain() }).catch((error) => error)).message).toContain('has no key')
})

test('if the keychain fails, the file is read; without a file, the error of the keychain is reported', async () => {
  expect(await find({ keychain: lockedKeychain })).toMatchObject({ keySource: file() })
  configure({ baseUrl: 'https://other.example' })
  expect((await failureOf(find({ keychain: lockedKeychain }))).message).toContain('is only for https://api.example.com')
})

test('a failing helper is an error, even with other key sources', async () => {
  configure({ ...acme, helper: [process.execPath, '-e', 'process.exit(1)'] })
  expect((await failureOf(find())).message).toContain('exited with status 1')
})

test('helper output that is not a key is rejected and not printed', async () => {
  configure({ ...acme, helper: [process.execPath, '-e', 'console.log("two words")'] })
  expect((await failureOf(find())).message).toMatch(/^The helper of the profile acme contains (?!.*two words)/)
})

test('a key file not written by qd login is an error', async () => {
  await keychain.remove('acme')
  const origins = ['https://api.example.com', 'https://api.example.com']
  for (const text of [
    'a-bare-key',
    '{"key":"k"}',
    JSON.stringify({ origins }),
    JSON.stringify({ key: 'k', origins: [origins[0], 1] }),
  ]) {
    writeFileSync(join(home, 'quarterdeck', 'keys', 'acme.json'), text, { mode: 0o600 })
    const error = await failureOf(find())
    expect(error.message, text).toBe(`The key in ${file()} was not stored by qd login: log in again.`)
  }
})

test('variables need no profile, and a note names the profile that they override', async () => {
  const variables = env({ QUARTERDECK_BASE_URL: 'https://e.example', QUARTERDECK_API_KEY: ENV_KEY })
  expect(await find({ env: variables })).toEqual({
    baseUrl: 'https://e.example',
    appUrl: 'https://e.example',
    apiKey: ENV_KEY,
    keySource: 'QUARTERDECK_API_KEY',
    isKeyQuickToRead: true,
    shadowed: 'QUARTERDECK_BASE_URL overrides the profile acme. Unset it or use --profile.',
    whyReadOnly: undefined,
  })
  // A key in the environment belongs to the addresses in the environment.
  expect(await find({ env: variables, named: 'acme' })).toMatchObject({ apiKey: 'key-of-the-keychain' })
})

test('a run or a profile may be read-only', async () => {
  expect(await find()).toMatchObject({ whyReadOnly: undefined })
  expect(await find({ isReadOnly: true })).toMatchObject({
    whyReadOnly: '--read-only rejects every write; omit it',
  })
  configure({ ...acme, readOnly: true })
  expect(await find()).toMatchObject({ whyReadOnly: expect.stringMatching(/^the profile acme is read-only; /) })
})

test('a helper from a file that other users can write to is not run', async () => {
  configure({ ...acme, helper })
  const path = join(home, 'quarterdeck', 'config.json')
  chmodSync(path, 0o666)
  const why = 'The key from the helper of the profile acme is not used:'
  await expect(find()).rejects.toThrow(`${why} other users can write to ${path}; run chmod go-w ${path}.`)
  chmodSync(path, 0o644)
  expect(await find()).toMatchObject({ apiKey: 'key-of-the-helper' })
  if (process.getuid?.() !== 0) return
  chownSync(path, 12_345, 12_345)
  await expect(find()).rejects.toThrow(`${why} ${path} belongs to another user`)
})
