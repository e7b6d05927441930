import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createOwnProfiles } from '../../src/app/own-profiles.ts'
import type { Credentials } from '../../src/config/credentials.ts'
import { NOW } from '../helpers/demos.ts'
import { answer, reset, startFaultyServer } from '../helpers/faulty-server.ts'
import { failureOf, makeFolder } from '../helpers/make-folder.ts'
import { lockedKeychain, memoryKeychain } from '../helpers/memory-keychain.ts'
import { startOrganisation } from '../helpers/organisation.ts'

const organisation = await startOrganisation()
afterAll(() => organisation.close())

let home: string
let opened: (Credentials | undefined)[]
let notices: (string | undefined)[]
let kept: Map<string, string>
beforeEach(() => {
  home = makeFolder()
  opened = []
  notices = []
  kept = new Map()
})

const profilesOf = (options: Partial<Parameters<typeof createOwnProfiles>[0]> = {}) =>
  createOwnProfiles({
    env: { XDG_CONFIG_HOME: home, PATH: process.env.PATH },
    now: () => NOW,
    keychain: memoryKeychain(kept),
    isOffline: false,
    isReadOnly: false,
    shown: undefined,
    reopen: (credentials, notice) => {
      opened.push(credentials)
      notices.push(notice)
    },
    ...options,
  })
const draft = (text = organisation.keys.owner) => ({
  name: 'acme',
  baseUrl: organisation.url,
  key: { in: 'keychain' as const, text },
})
const config = () => readFileSync(join(home, 'quarterdeck', 'config.json'), 'utf8')

test('both addresses and the key are tested, and nothing is stored', async () => {
  const profiles = profilesOf()
  expect(await profiles.test(draft())).toEqual([
    { host: 'api', error: undefined, isLimited: false },
    { host: 'app', error: undefined, isLimited: false },
  ])
  expect(await profiles.test(draft(organisation.keys.member))).toMatchObject([
    { isLimited: true },
    { isLimited: false },
  ])
  const [api, app] = await profiles.test(draft('an-unknown-key'))
  expect([api?.error, app?.error]).toMatchObject([{ status: 401 }, { status: 401 }])
  expect(inspect([api, app])).not.toContain('an-unknown-key')
  expect(kept.size).toBe(0)
  expect(config).toThrow('ENOENT')
})

test('each address has its own result', async () => {
  const page = await startFaultyServer(answer(200, '<title>Sign in</title>', { 'content-type': 'text/html' }))
  const gone = await startFaultyServer(reset)
  onTestFinished(() => page.close())
  await gone.close()
  const [api, app] = await profilesOf().test({ ...draft(), baseUrl: page.url, appUrl: gone.url })
  expect(api?.error?.message).toContain('Sign in')
  expect(app?.error).toMatchObject({ kind: 'unreachable' })
})

test('a saved profile is listed, and opens with its key', async () => {
  const profiles = profilesOf({ shown: 'demo' })
  await profiles.save(draft())
  await profiles.save({ name: 'two', baseUrl: 'https://two.example', key: { helper: 'pass show "a b"' } })
  expect(await profiles.list()).toMatchObject([
    { name: 'acme', isShown: false, key: 'the system keychain', isReadOnly: false },
    { name: 'two', key: 'its helper pass' },
    { name: 'demo', isShown: true },
  ])
  expect(JSON.parse(config())).toEqual({
    profile: 'acme',
    profiles: {
      acme: { baseUrl: organisation.url, keyIn: 'keychain' },
      two: { baseUrl: 'https://two.example', helper: ['pass', 'show', 'a b'] },
    },
  })
  await profiles.open('acme', 'acme is connected.')
  await profiles.open('demo')
  expect(opened).toMatchObject([{ profile: 'acme', apiKey: organisation.keys.owner }, undefined])
  expect(notices).toEqual(['acme is connected.', undefined])
})

test('a profile without a readable key does not open, and --read-only applies to all profiles', async () => {
  await profilesOf().save(draft())
  const locked = profilesOf({ keychain: lockedKeychain, isReadOnly: true })
  expect((await failureOf(locked.open('acme'))).message).toContain(
    'The system keychain did not respond within 3 s; check that it is unlocked.',
  )
  expect((await failureOf(locked.open('absent'))).message).toContain('No profile "absent"')
  expect(opened).toEqual([])
  expect((await locked.list()).map(({ isReadOnly }) => isReadOnly)).toEqual([true, true])
  await profilesOf({ isReadOnly: true }).open('acme')
  expect(opened).toMatchObject([{ whyReadOnly: '--read-only rejects every write; omit it' }])
})

test('if the keychain cannot store the key, no profile is stored, and the key can be stored in a file instead', async () => {
  const locked = profilesOf({ keychain: lockedKeychain })
  expect((await failureOf(locked.save(draft()))).message).toContain(
    'The system keychain did not respond within 3 s; check that it is unlocked.',
  )
  expect(config).toThrow('ENOENT')
  await locked.save({ ...draft(), key: { in: 'file', text: organisation.keys.owner } })
  expect(JSON.parse(config()).profiles).toEqual({ acme: { baseUrl: organisation.url, keyIn: 'file' } })
  await locked.open('acme')
  expect(opened).toMatchObject([{ apiKey: organisation.keys.owner }])
})

test('a replaced profile stays read-only, and its old key is deleted', async () => {
  const profiles = profilesOf()
  await profiles.save(draft())
  const path = join(home, 'quarterdeck', 'config.json')
  const before = JSON.parse(config())
  writeFileSync(path, JSON.stringify({ profiles: { acme: { ...before.profiles.acme, readOnly: true, note: 'kept' } } }))
  await profiles.save({ ...draft(organisation.keys.member), key: { in: 'file', text: organisation.keys.member } })
  expect(JSON.parse(config()).profiles).toEqual({
    acme: { baseUrl: organisation.url, keyIn: 'file', readOnly: true, note: 'kept' },
  })
  expect(kept.size).toBe(0)
})

test('a replaced profile keeps its team server only with the same address', async () => {
  const profiles = profilesOf()
  await profiles.save(draft())
  const historyUrl = 'https://team.example.com'
  const withTeam = JSON.parse(config())
  withTeam.profiles.acme = { ...withTeam.profiles.acme, historyUrl, historyHelper: ['pass', 'team'] }
  const write = () => writeFileSync(join(home, 'quarterdeck', 'config.json'), JSON.stringify(withTeam))
  write()
  await profiles.save(draft('another-key-of-acme'))
  expect(JSON.parse(config()).profiles.acme).toMatchObject({ historyUrl, historyHelper: ['pass', 'team'] })
  await profiles.save({ ...draft(), baseUrl: 'https://other.example.com' })
  expect(JSON.parse(config()).profiles.acme).toEqual({ baseUrl: 'https://other.example.com', keyIn: 'keychain' })
})

test('with --offline nothing is tested', async () => {
  const error = await failureOf(profilesOf({ isOffline: true }).test(draft()))
  expect(error).toMatchObject({ kind: 'usage' })
  expect(error.message).toContain('--offline')
})

test.each([
  [{ name: 'A B' }, 'must have up to 63 lower-case letters'],
  [{ appUrl: 'x' }, 'The address of the application is not an address'],
  [{ key: { helper: '"' } }, 'The helper is not a command'],
])('%j is refused, and nothing is stored', async (change, words) => {
  const error = await failureOf(profilesOf().save({ ...draft(), ...change }))
  expect(error).toMatchObject({ name: 'AppError', kind: 'usage', message: expect.stringContaining(words) })
  expect(config).toThrow('ENOENT')
})
