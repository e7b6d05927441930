import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Keychain } from '../../../src/config/keys/keychain.ts'
import { answer, reset, startFaultyServer } from '../../helpers/faulty-server.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { lockedKeychain, memoryKeychain } from '../../helpers/memory-keychain.ts'
import { startOrganisation } from '../../helpers/organisation.ts'
import { type RunOptions, runQd, SALT } from '../../helpers/run-qd.ts'
import { testServer } from '../../helpers/test-server.ts'

const organisation = await startOrganisation()
afterAll(() => organisation.close())

let home: string
let keychain: Keychain
let kept: Map<string, string>
beforeEach(() => {
  home = makeFolder()
  kept = new Map()
  keychain = memoryKeychain(kept)
  organisation.requests.length = 0
})

const qd = (line: string, options: RunOptions = {}) =>
  runQd(line.split(' ').filter(Boolean), { home, keychain, cache: cacheFile(), ...options })
const configFile = () => join(home, 'quarterdeck', 'config.json')
const keyFile = (profile = 'acme') => join(home, 'quarterdeck', 'keys', `${profile}.json`)
const cacheFile = () => join(home, 'quarterdeck', 'cache.db')
const places = () => ({ XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_STATE_HOME: home })
const config = () => JSON.parse(readFileSync(configFile(), 'utf8'))

const addAcme = (more = '') => qd(`profile add acme --base-url ${organisation.url} ${more}`)
const typing = (key = organisation.keys.owner): RunOptions => ({ askSecret: async () => key })
const answering = (...answers: (string | undefined)[]): RunOptions => ({ ask: async () => answers.shift() })

test('a profile can be added, used after qd login, and removed', async () => {
  expect((await addAcme()).out).toBe(
    'Added the profile acme. It is the current one; store its key with qd login --profile acme.\n',
  )
  expect(await qd('analytics activity --last 1d')).toMatchObject({
    err: 'The profile acme has no key: store one with qd login --profile acme.\n',
    code: 2,
  })
  const login = { out: 'The key of the profile acme is stored in the system keychain.\n', err: '', code: 0 }
  expect(await qd('login', typing())).toMatchObject(login)
  expect(config()).toEqual({ profile: 'acme', profiles: { acme: { baseUrl: organisation.url, keyIn: 'keychain' } } })
  expect((await qd('analytics activity --last 1d')).code).toBe(0)
  expect((await qd('logout')).out).toBe('Removed the key of the profile acme.\n')
  expect([kept.size, (await qd('analytics activity --last 1d')).code]).toEqual([0, 2])
  expect((await qd('profile remove acme --yes')).out).toBe('The profile acme and its key were removed.\n')
  expect(config()).toEqual({ profiles: {} })
})

test('a missing address is asked for on a terminal, and an error in a pipe', async () => {
  const prompted = await qd('profile add acme', answering('https://api.example.com/', ''))
  expect(prompted.code).toBe(0)
  expect(config().profiles.acme).toEqual({ baseUrl: 'https://api.example.com' })
  const refused = await qd('profile add other', answering('http://api.example.com'))
  expect(refused.err).toContain(
    'The entered address is http://api.example.com, which would send the key unencrypted; use https.',
  )
  const alone = await qd('profile add other')
  expect(alone.err).toBe('--base-url is missing: set it to the address of the API.\n')
  expect([refused.code, alone.code]).toEqual([2, 2])
})

test('an existing profile is replaced only after confirmation, and keeps unknown members', async () => {
  await addAcme('--app-url https://app.example.com --read-only')
  const before = config()
  before.profiles.acme.mine = { colour: 'green' }
  before.other = [1]
  writeFileSync(configFile(), JSON.stringify(before))
  const add = 'profile add acme --base-url https://new.example.com'
  expect((await qd(add)).code).toBe(2)
  expect((await qd(add, answering('no'))).code).toBe(1)
  expect(config()).toEqual(before)
  expect((await qd(add, answering('yes'))).code).toBe(0)
  expect(config()).toEqual({
    profile: 'acme',
    profiles: { acme: { mine: { colour: 'green' }, baseUrl: 'https://new.example.com' } },
    other: [1],
  })
})

test('profile list marks the current profile, says where each key is stored, and includes the demo', async () => {
  await addAcme()
  await qd('profile add two --base-url https://b.example --app-url https://c.example --read-only', {})
  await qd(`profile add three --base-url https://d.example --helper pass`)
  const { out } = await qd('profile list --format table', { columns: 200 })
  expect(out.split('\n').map((line) => line.trimEnd())).toEqual([
    expect.stringMatching(/^ {3}NAME +API +APPLICATION +KEY +WRITES$/),
    expect.stringMatching(/^\* {2}acme +http.* the system keychain, else the file .*acme\.json$/),
    expect.stringMatching(/^ {3}two +https:\/\/b\.example +https:\/\/c\.example .* refused$/),
    expect.stringMatching(/^ {3}three .* its helper pass$/),
    expect.stringMatching(/^ {3}demo +demo data, on this machine +its own$/),
    '',
  ])
  const json = JSON.parse((await qd('profile list --json --profile two')).out)
  expect(json.profiles.map(({ name, isUsed }: { name: string; isUsed: boolean }) => [name, isUsed])).toEqual([
    ['acme', false],
    ['two', true],
    ['three', false],
    ['demo', false],
  ])
})

test('profile use selects a profile, and profile show prints it', async () => {
  await addAcme()
  await qd('profile add two --base-url https://b.example/gate/')
  expect((await qd('profile use two')).out).toBe('Now using profile two.\n')
  const shown = await qd('profile show --json')
  expect(JSON.parse(shown.out)).toEqual({
    schema: 1,
    profile: 'two',
    baseUrl: 'https://b.example/gate',
    appUrl: 'https://b.example/gate',
    historyUrl: null,
    key: `the system keychain, else the file ${keyFile('two')}`,
    historyKey: null,
    readOnly: false,
    configFile: configFile(),
  })
  const missing = await qd('profile use tow')
  expect(missing.err).toBe('No profile "tow". Choose from acme, two, demo.\n')
  expect(missing.code).toBe(2)
  await qd('profile use demo')
  expect(JSON.parse((await qd('profile show --json')).out)).toMatchObject({ profile: 'demo', key: 'its own' })
})

test('an invalid configuration fails every command that needs one, with file, line and member', async () => {
  await addAcme()
  writeFileSync(configFile(), '{\n"profiles": {\n"acme": {"baseUrl": 1}}}')
  for (const line of ['analytics activity', 'profile list', 'profile show', 'profile use acme', 'login', 'doctor']) {
    const { out, err, code } = await qd(line)
    expect(out + err, line).toContain(`${configFile()}, line 3, column 10: profiles.acme.baseUrl is missing or invalid`)
    expect(code, line).not.toBe(0)
  }
})

test('a key from standard input is stored, with a note about missing permissions', async () => {
  await addAcme()
  const { err, code } = await qd('login --key-stdin', { readInput: async () => `${organisation.keys.member}\n` })
  expect([err, code]).toEqual(['The key cannot read usage analytics.\n', 0])
  expect(kept.size).toBe(1)
})

test.each([
  ['nothing', undefined, 'No key was given. Without a terminal, pipe it into qd login --key-stdin', 2],
  ['two words', 'a b', 'The entered key contains a character that API keys never have', 2],
  ['an unknown key', 'an-unknown-key', 'rejected the key from qd login (401)', 3],
])('%s is not stored as a key', async (_, typed, words, status) => {
  await addAcme()
  const { err, code } = await qd('login', { askSecret: async () => typed })
  expect([code, err]).toEqual([status, expect.stringContaining(words)])
  if (typed) expect(err).not.toContain(`${typed} `)
  expect([kept.size, config().profiles.acme]).toEqual([0, { baseUrl: organisation.url }])
})

test('a key is stored only when both addresses accept it, or with --no-test', async () => {
  const gone = await startFaultyServer(reset)
  await gone.close()
  await addAcme(`--app-url ${gone.url}`)
  expect(await qd('login', typing())).toMatchObject({ err: expect.stringContaining(new URL(gone.url).host), code: 5 })
  expect(kept.size).toBe(0)
  expect((await qd('login --no-test', typing())).code).toBe(0)
  expect(kept.size).toBe(1)
})

test('if the keychain fails, the key is stored in a file only after confirmation', async () => {
  await addAcme()
  const locked = { ...typing(), keychain: lockedKeychain }
  const trouble = 'The system keychain did not respond within 3 s; check that it is unlocked.\n'
  const alone = await qd('login', locked)
  expect(alone.err).toContain(`${trouble}Store the key unencrypted in the file ${keyFile()}, which only you can read?`)
  expect(alone.code).toBe(2)
  const no = await qd('login', { ...locked, ...answering('n') })
  expect(no.code).toBe(1)
  expect(existsSync(keyFile())).toBe(false)
  const yes = await qd('login', { ...locked, ...answering('yes') })
  expect(yes.out).toBe(`The key of the profile acme is stored in the file ${keyFile()}.\n`)
  expect(config().profiles.acme.keyIn).toBe('file')
  // After that, the keychain is not used any more.
  expect((await qd('analytics activity --last 1d', { keychain: lockedKeychain })).code).toBe(0)
  expect((await qd('logout', { keychain: lockedKeychain })).err).toBe('')
  expect(existsSync(keyFile())).toBe(false)
})

test.each(['keychain', 'file'])('a key in the %s does not follow a profile to other addresses', async (place) => {
  const other = await testServer(answer(200, {}))
  await addAcme()
  await qd(`login --keep ${place}`, typing())
  for (const addresses of [`--base-url ${other.url}`, `--base-url ${organisation.url} --app-url ${other.url}`]) {
    await qd(`profile add acme --yes ${addresses}`)
    const { err, code } = await qd('analytics activity --last 1d')
    expect([code, err]).toEqual([2, expect.stringContaining(`is only for ${organisation.url}, not for`)])
  }
  expect(other.received).toEqual([])
})

test('each command gets the key from the helper, and login and logout reject profiles with a helper', async () => {
  const script = join(home, 'helper.mjs')
  writeFileSync(script, `console.log(${JSON.stringify(organisation.keys.owner)})`)
  await runQd(
    ['profile', 'add', 'acme', '--base-url', organisation.url, '--helper', `"${process.execPath}" "${script}"`],
    { home },
  )
  expect(config().profiles.acme.helper).toEqual([process.execPath, script])
  expect((await qd('analytics activity --last 1d')).code).toBe(0)
  for (const line of ['login', 'logout'])
    expect((await qd(line, typing())).err).toContain('gets its key from the helper')
  writeFileSync(script, 'process.exit(4)')
  expect(await qd('analytics activity --last 1d')).toMatchObject({
    code: 1,
    err: expect.stringContaining('No key: the helper of the profile acme'),
  })
})

test('logging out deletes the cached rows, added ids and reported items of the key, and no others', async () => {
  await addAcme()
  await qd(`profile add two --base-url ${organisation.url}`)
  writeFileSync(join(home, 'quarterdeck', 'salt'), SALT, { mode: 0o600 })
  await qd('login', typing())
  await qd('login --profile two', typing(organisation.keys.manager))
  const show = (profile: string, more = '') => qd(`analytics activity --last 1d --profile ${profile} ${more}`)
  const organisations = async () => JSON.parse((await qd('cache status --json')).out).organisations.length
  expect((await show('acme')).code).toBe(0)
  // Rows of one profile are not shown to another one, even if both use the same server.
  expect((await show('two', '--offline')).code).toBe(7)
  expect((await show('two')).code).toBe(0)
  expect(await organisations()).toBe(2)

  const owners = () =>
    Object.keys(JSON.parse(readFileSync(join(home, 'quarterdeck', 'attention.json'), 'utf8')).attention)
  for (const profile of ['acme', 'two']) await qd(`watch --once --profile ${profile}`)
  expect(owners()).toHaveLength(2)
  for (const profile of ['acme', 'two']) await qd(`computers add of_${profile} --profile ${profile}`)
  const added = () => readFileSync(join(home, 'quarterdeck', 'entered.json'), 'utf8').match(/of_\w+/g)
  expect(added()).toEqual(['of_acme', 'of_two'])

  const { out, err } = await qd('logout --profile acme')
  expect([out, err]).toEqual(['Removed the key of the profile acme.\n', ''])
  expect(added()).toEqual(['of_two'])
  expect(await organisations()).toBe(1)
  expect(owners()).toHaveLength(1)
  expect((await show('two', '--offline')).code).toBe(0)
  expect((await qd('profile remove two', answering('yes'))).code).toBe(0)
  expect(await organisations()).toBe(0)
  expect(owners()).toEqual([])
  expect(added()).toBeNull()
})

test('doctor shows the profile, the key source, overriding variables and read-only mode', async () => {
  await addAcme('--read-only')
  await qd('login', typing())
  const own = await qd('doctor')
  expect(own.out).toContain(`✓ profile    acme, from ${configFile()}.\n`)
  expect(own.out).toContain('✓ key        From the system keychain.\n')
  expect(own.out).toContain('✓ writes     None: the profile acme is read-only; use another one or remove its readOnly')
  expect([own.err, own.code]).toEqual(['', 0])
  const byKey = await qd('doctor', { env: { ...places(), QUARTERDECK_API_KEY: organisation.keys.owner } })
  expect(byKey.out).toContain('! profile    QUARTERDECK_API_KEY is used instead of the key of the profile acme.\n')
  expect(byKey.out).toContain('✓ key        From QUARTERDECK_API_KEY.\n')
  const locked = await qd('doctor', { keychain: lockedKeychain })
  expect([locked.code, locked.out]).toEqual([
    1,
    expect.stringContaining('✗ key        The system keychain did not respond within 3 s'),
  ])
})

test('unknown members are warned about once, and an included profile is not removed', async () => {
  await addAcme('--helper /bin/true')
  const team = join(home, 'quarterdeck', 'team.json')
  writeFileSync(team, JSON.stringify({ profiles: { acme: { baseUrl: organisation.url } } }))
  writeFileSync(configFile(), '{"profile": "acme", "include": ["team.json"],\n"profil": 1}')
  const warning = `${configFile()}, line 2, column 1: profil is an unknown member; use profile.\n`
  expect(await qd('profile list --json')).toMatchObject({ err: warning, code: 0 })
  expect(await qd('profile show')).toMatchObject({ err: warning, code: 0 })
  await qd('login', typing())
  expect(config()).toMatchObject({ profiles: { acme: { keyIn: 'keychain' } } })
  expect(await qd('analytics activity --last 1d')).toMatchObject({
    err: warning,
    code: 0,
  })
  expect(await qd('profile remove acme --yes')).toMatchObject({
    err: `${configFile()} was not changed: profiles.acme is set in ${team}, which it includes; change it there.\n`,
    code: 2,
  })
  expect(kept.size).toBe(1)
})
