import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { findCredentials } from '../../../src/config/keys/find-credentials.ts'
import {
  historyOwnerOf,
  type KeyOwner,
  readProfileKey,
  removeProfileKeys,
  writeProfileKey,
} from '../../../src/config/keys/profile-key.ts'
import { storeKey } from '../../../src/config/keys/store-key.ts'
import { readConfig } from '../../../src/config/profiles/config-file.ts'
import type { Profile } from '../../../src/config/profiles/config-schema.ts'
import { failureOf, makeFolder } from '../../helpers/make-folder.ts'
import { lockedKeychain, memoryKeychain } from '../../helpers/memory-keychain.ts'

const acme: Profile = { baseUrl: 'https://api.example.com', historyUrl: 'https://team.example.com/qd/' }
const helper = (key: string) => [process.execPath, '-e', `console.log(${JSON.stringify(key)})`]

let home: string
let kept: Map<string, string>
let keychain: ReturnType<typeof memoryKeychain>
beforeEach(() => {
  home = makeFolder()
  kept = new Map()
  keychain = memoryKeychain(kept)
  configure(acme)
})

const folder = (...names: string[]) => join(home, 'quarterdeck', ...names)
const configure = (profile: Profile) => {
  mkdirSync(folder(), { recursive: true })
  writeFileSync(folder('config.json'), JSON.stringify({ profile: 'acme', profiles: { acme: profile } }))
}
const env = (more = {}) => ({ XDG_CONFIG_HOME: home, PATH: process.env.PATH, ...more })
const deps = (more = {}) => ({ env: env(more), keychain })
const find = async (more = {}, named?: string) => {
  const found = await findCredentials({ ...deps(more), named, isReadOnly: false })
  return found.is === 'found' ? found.credentials : found
}
const vendor = (profile = acme): KeyOwner => ({ name: 'acme', profile })
const team = (profile = acme): KeyOwner => historyOwnerOf(vendor(profile)) as KeyOwner
const write = async (place: 'keychain' | 'file') => {
  await writeProfileKey(vendor(), `vendor-key-in-${place}`, place, deps())
  await writeProfileKey(team(), `team-key-in-${place}`, place, deps())
}

test('the first source of the key of the team wins: environment, helper, keychain, file', async () => {
  await write('file')
  await write('keychain')
  const variable = { QUARTERDECK_HISTORY_API_KEY: 'team-key-in-env' }
  configure({ ...acme, historyHelper: helper('team-key-of-helper') })
  const order = [await find(variable), await find()]
  configure(acme)
  order.push(await find())
  kept.delete('acme@history')
  order.push(await find())
  const url = 'https://team.example.com/qd'
  expect(order).toMatchObject([
    { history: { url, apiKey: 'team-key-in-env', keySource: 'QUARTERDECK_HISTORY_API_KEY' } },
    {
      history: { url, apiKey: 'team-key-of-helper', keySource: "the helper of the team's server of the profile acme" },
    },
    { history: { url, apiKey: 'team-key-in-keychain', keySource: 'the system keychain' } },
    { history: { url, apiKey: 'team-key-in-file', keySource: `the file ${folder('keys', 'acme@history.json')}` } },
  ])
  for (const found of order) expect(found).toMatchObject({ apiKey: 'vendor-key-in-keychain' })
})

test('a profile without historyUrl has one server, whatever keys there are', async () => {
  await write('file')
  configure({ baseUrl: acme.baseUrl, historyHelper: ['never-run'] })
  expect(await find({ QUARTERDECK_HISTORY_API_KEY: 'k' })).toMatchObject({ history: undefined })
})

test('without a key of the team, the command that stores it is named', async () => {
  await writeProfileKey(vendor(), 'vendor-key', 'file', deps())
  expect(await failureOf(find())).toMatchObject({
    kind: 'usage',
    message: "The team's server of the profile acme has no key: store one with qd login --history --profile acme.",
  })
})

test('a stored key is refused for the other server and for another origin', async () => {
  await write('file')
  const [own, teams] = [folder('keys', 'acme.json'), folder('keys', 'acme@history.json')]
  renameSync(own, `${own}.kept`)
  renameSync(teams, own)
  renameSync(`${own}.kept`, teams)
  for (const [owner, command] of [
    [vendor(), 'qd login.'],
    [team(), 'qd login --history.'],
  ] as const) {
    const { message } = await failureOf(readProfileKey(owner, deps()))
    expect(message).toMatch(
      /is only for https:\/\/(api|team)\.example\.com, not for https:\/\/(team|api)\.example\.com/,
    )
    expect(message).toContain(`log in again with ${command}`)
    expect(message).not.toContain('-key-')
  }
  await writeProfileKey(team(), 'team-key', 'file', deps())
  const moved = team({ ...acme, historyUrl: 'https://team.example.com:8443' })
  expect((await failureOf(readProfileKey(moved, deps()))).message).toContain('is only for https://team.example.com')
})

test.each<[string, Record<string, string>, string]>([
  ['no address', {}, 'env'],
  ['the same origin', { QUARTERDECK_HISTORY_URL: 'https://team.example.com' }, 'env'],
  ['another origin', { QUARTERDECK_HISTORY_URL: 'https://other.example.com' }, 'file'],
  ['only the address of another organisation', { QUARTERDECK_BASE_URL: 'https://two.example.com' }, 'file'],
])('with --profile, the key in the environment with %s is that of the environment', async (_, more, source) => {
  await write('file')
  const found = await find({ QUARTERDECK_HISTORY_API_KEY: 'team-key-in-env', ...more }, 'acme')
  expect(found).toMatchObject({ history: { apiKey: `team-key-in-${source}` }, apiKey: 'vendor-key-in-file' })
})

test('the environment can name both servers and both keys', async () => {
  const own = { QUARTERDECK_BASE_URL: 'https://two.example.com/', QUARTERDECK_API_KEY: 'vendor-key' }
  const both = { ...own, QUARTERDECK_HISTORY_URL: 'https://team.two.example.com/', QUARTERDECK_HISTORY_API_KEY: 'team' }
  expect(await find(both)).toMatchObject({
    baseUrl: 'https://two.example.com',
    apiKey: 'vendor-key',
    history: { url: 'https://team.two.example.com', apiKey: 'team', keySource: 'QUARTERDECK_HISTORY_API_KEY' },
  })
  expect(await find(own)).toMatchObject({ history: undefined })
  const wrong = async (change: object) => (await failureOf(find({ ...both, ...change }))).message
  expect(await wrong({ QUARTERDECK_HISTORY_API_KEY: '' })).toContain('QUARTERDECK_HISTORY_API_KEY is not set')
  expect(await wrong({ QUARTERDECK_HISTORY_API_KEY: 'a secret' })).toMatch(/^QUARTERDECK_HISTORY_API_KEY contains/)
  expect(await wrong({ QUARTERDECK_HISTORY_API_KEY: 'a secret' })).not.toContain('a secret')
  expect(await wrong({ QUARTERDECK_HISTORY_URL: 'http://team.example.com' })).toMatch(
    /^QUARTERDECK_HISTORY_URL is http/,
  )
  const alone = { QUARTERDECK_HISTORY_URL: 'https://team.example.com' }
  expect((await failureOf(find(alone))).message).toBe(
    'QUARTERDECK_HISTORY_URL is set without QUARTERDECK_BASE_URL: set both, or set historyUrl in the profile instead.',
  )
})

test('a key is quick to read only if both are', async () => {
  await write('file')
  const quick = async (profile: Partial<Profile>, more = {}) => {
    configure({ ...acme, ...profile })
    const found = await find(more)
    return 'isKeyQuickToRead' in found && found.isKeyQuickToRead
  }
  expect(await quick({ keyIn: 'file', historyKeyIn: 'file' })).toBe(true)
  expect(await quick({ keyIn: 'file' })).toBe(false)
  expect(await quick({ historyKeyIn: 'file' })).toBe(false)
  expect(await quick({ keyIn: 'file' }, { QUARTERDECK_HISTORY_API_KEY: 'k' })).toBe(true)
  expect(await quick({ keyIn: 'file', historyHelper: helper('k'), historyKeyIn: 'file' })).toBe(false)
})

test('storing the key of the team keeps the place and the key of the other one', async () => {
  const agree = async () => {}
  await storeKey(vendor(), 'vendor-key', { place: 'keychain', agree }, deps())
  await storeKey(team(), 'team-key', { place: 'file', agree }, deps())
  expect(readConfig(folder('config.json')).profiles?.acme).toEqual({ ...acme, keyIn: 'keychain', historyKeyIn: 'file' })
  expect([...kept.keys()]).toEqual(['acme'])
  expect(readdirSync(folder('keys'))).toEqual(['acme@history.json'])
  expect(JSON.parse(readFileSync(folder('keys', 'acme@history.json'), 'utf8'))).toEqual({
    origins: ['https://team.example.com', 'https://team.example.com'],
    key: 'team-key',
  })
  await storeKey(team(), 'team-key-2', { place: 'keychain', agree }, deps())
  expect([[...kept.keys()], readdirSync(folder('keys'))]).toEqual([['acme', 'acme@history'], []])
})

test('both keys are removed from everywhere, also after historyUrl has left the profile', async () => {
  await write('file')
  await write('keychain')
  expect(await removeProfileKeys(vendor(), deps())).toBeUndefined()
  expect([kept.size, readdirSync(folder('keys'))]).toEqual([0, []])
  await write('file')
  await write('keychain')
  await removeProfileKeys(vendor({ baseUrl: acme.baseUrl, historyKeyIn: 'keychain' }), deps())
  expect([kept.size, readdirSync(folder('keys'))]).toEqual([0, []])
})

test('a keychain that fails matters only if it may have one of the keys', async () => {
  const remove = (profile: Partial<Profile>) =>
    removeProfileKeys(vendor({ ...acme, ...profile }), { env: env(), keychain: lockedKeychain })
  expect(await remove({ keyIn: 'file', historyKeyIn: 'file' })).toBeUndefined()
  expect(await remove({ keyIn: 'file' })).toContain('did not respond')
  expect(
    await removeProfileKeys(vendor({ baseUrl: acme.baseUrl, keyIn: 'file' }), { env: env(), keychain: lockedKeychain }),
  ).toBeUndefined()
  expect((await failureOf(remove({ keyIn: 'file', historyKeyIn: 'keychain' }))).message).toContain('did not respond')
})
