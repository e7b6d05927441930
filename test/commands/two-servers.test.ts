import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLedger } from '../../src/cache/ledger/open-ledger.ts'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import { NOW } from '../helpers/demos.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { memoryKeychain } from '../helpers/memory-keychain.ts'
import { type RunOptions, runQd, SALT } from '../helpers/run-qd.ts'
import { startTwoServers } from '../helpers/two-servers.ts'

/** The requests that each service has answered. */
type Asked = { path: string; status: number }
const asked: Record<Server, Asked[]> = { vendor: [], team: [] }
/** The vendor has only the endpoints that every server has. */
const services = {} as Record<Server, RunningService>
beforeAll(async () => {
  const start = (name: Server, users: number, isStrict: boolean) =>
    startService({
      now: () => NOW,
      demo: { users, days: 40, seed: users },
      isStrict,
      log: (entry) => void asked[name].push(entry),
    })
  services.vendor = await start('vendor', 12, true)
  services.team = await start('team', 9, false)
})
afterAll(async () => {
  for (const service of Object.values(services)) await service.close()
})

/** Servers in front of both services, which the test may disturb. */
const bothFronts = () => {
  const of = (name: Server) => ({ url: services[name].url, key: services[name].keys.owner, ids: services[name].ids })
  return startTwoServers(of('vendor'), of('team'))
}

const environmentOf = (both: Record<Server, { url: string; key: string }>) => ({
  XDG_CACHE_HOME: '/nowhere',
  QUARTERDECK_BASE_URL: both.vendor.url,
  QUARTERDECK_API_KEY: both.vendor.key,
  QUARTERDECK_HISTORY_URL: both.team.url,
  QUARTERDECK_HISTORY_API_KEY: both.team.key,
})

/** Runs a command in the environment of both servers. */
const runFor = (both: Parameters<typeof environmentOf>[0], line: string, options: RunOptions = {}) =>
  runQd(line.split(' '), { env: environmentOf(both), ...options })

type Server = 'vendor' | 'team'

const commands: [line: string, ...Server[]][] = [
  ['analytics tokens --last 3d', 'team'],
  ['analytics tokens --last 3d --by model', 'team'],
  ['analytics tools --last 3d', 'team'],
  ['analytics activity --last 3d', 'team'],
  ['analytics productivity --last 3d', 'team'],
  ['analytics users --last 3d', 'team'],
  ['analytics users --last 3d --totals', 'team'],
  ['readiness list', 'team'],
  ['readiness criteria', 'team'],
  ['readiness show latest', 'team'],
  ['controls history', 'team'],
  ['controls show latest', 'team'],
  ['controls diff latest~1 latest', 'team'],
  ['controls blame sandbox', 'team'],
  // What needs attention is from both.
  ['overview --last 3d', 'vendor', 'team'],
  ['report --last 3d -o FOLDER/report.md', 'vendor', 'team'],
  ['ci jobs', 'vendor'],
  ['keys list SA', 'vendor'],
  ['computers update PC --name renamed', 'vendor'],
  ['computers install-deps PC', 'vendor'],
  ['wiki export RUN -o FOLDER/wiki.zip', 'vendor'],
  ['wiki delete RUN --yes', 'vendor'],
  ['api /api/v1/analytics/activity -q startDate=2026-11-01 -q endDate=2026-11-02', 'team'],
  ['api /api/v0/automations/ci/jobs', 'vendor'],
  ['doctor', 'vendor', 'team'],
]

test.each(commands)('qd %s', async (template, ...expected) => {
  const { ids } = services.vendor
  const names: Record<string, string | undefined> = {
    SA: ids.serviceAccounts[0],
    PC: ids.computers.at(-1),
    RUN: ids.wikiRuns.at(-1),
    FOLDER: makeFolder(),
  }
  const both = {
    vendor: { url: services.vendor.url, key: services.vendor.keys.owner },
    team: { url: services.team.url, key: services.team.keys.owner },
  }
  for (const own of Object.values(asked)) own.length = 0
  const line = template.replace(/\b(SA|PC|RUN|FOLDER)\b/g, (name) => names[name] ?? name)
  const { code, out, err } = await runFor(both, line)
  expect(code, out + err).toBe(0)
  const answering = (['vendor', 'team'] as const).filter((name) =>
    asked[name].some(({ path }) => !path.endsWith('/openapi.json')),
  )
  expect(answering).toEqual(expected)
  const statuses = Object.values(asked).flatMap((own) => own.map(({ status }) => status))
  for (const refused of [401, 403]) expect(statuses).not.toContain(refused)
  for (const text of [out, err]) for (const { key } of Object.values(both)) expect(text).not.toContain(key)
})

test('the figures are those of the team, and the jobs those of the vendor', async () => {
  const both = await bothFronts()
  const daily = async (options: RunOptions) =>
    JSON.parse((await runFor(both, 'analytics activity --last 3d --json', options)).out).data
  const alone = (name: Server) => ({
    env: { XDG_CACHE_HOME: '/nowhere', QUARTERDECK_BASE_URL: both[name].url, QUARTERDECK_API_KEY: both[name].key },
  })
  expect(await daily({})).toEqual(await daily(alone('team')))
  expect(await daily({})).not.toEqual(await daily(alone('vendor')))
})

test('qd doctor has a row for each address and each key', async () => {
  const both = await bothFronts()
  const rows = async () =>
    JSON.parse((await runFor(both, 'doctor --json')).out).checks as { check: string; state: string; text: string }[]
  const rowOf = async (name: string) => (await rows()).find(({ check }) => check === name)
  expect(await rows()).toEqual(
    expect.arrayContaining([
      {
        check: 'history',
        state: 'ok',
        text: `${both.team.url} for analytics, readiness, controls, seats, limits and the audit log.`,
      },
      { check: 'addresses', state: 'ok', text: `${both.vendor.url} for everything else.` },
      { check: 'history key', state: 'ok', text: 'From QUARTERDECK_HISTORY_API_KEY.' },
      { check: 'key', state: 'ok', text: 'From QUARTERDECK_API_KEY.' },
    ]),
  )
  const rejected = () => ({ status: 401, body: { status: 401, title: 'No', detail: 'no' } })
  both.team.play(rejected)
  expect(await rowOf('history key')).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining(`${new URL(both.team.url).host}`),
  })
  expect([await rowOf('key'), await rowOf('ci')]).toMatchObject([{ state: 'ok' }, { state: 'ok' }])
  both.team.play()
  both.vendor.play(rejected)
  expect(await rowOf('key')).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining(`${new URL(both.vendor.url).host}`),
  })
  expect([await rowOf('history key'), await rowOf('controls')]).toMatchObject([{ state: 'ok' }, { state: 'ok' }])
  both.vendor.play()
  await both.team.close()
  expect(await rowOf('server')).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining(new URL(both.team.url).host),
  })
  expect(await rowOf('ci')).toMatchObject({ state: 'ok' })
})

/** A folder for configuration, keys and cache, with a profile `acme` for both servers. */
const configured = async () => {
  const both = await bothFronts()
  const home = makeFolder()
  const kept = new Map<string, string>()
  const cache = join(home, 'quarterdeck', 'cache.db')
  const qd = (line: string, options: RunOptions = {}) =>
    runQd(line.split(' '), { home, cache, keychain: memoryKeychain(kept), ...options })
  const added = await qd(`profile add acme --base-url ${both.vendor.url} --history-url ${both.team.url}/`)
  return { ...both, home, kept, cache, qd, added, configFile: join(home, 'quarterdeck', 'config.json') }
}

test('qd profile add, login, show, list and logout handle both addresses and keys', async () => {
  const { vendor, team, qd, kept, added, configFile } = await configured()
  expect(added.out).toContain('store its keys with qd login --profile acme and qd login --history --profile acme.')
  expect(JSON.parse(readFileSync(configFile, 'utf8')).profiles.acme).toEqual({
    baseUrl: vendor.url,
    historyUrl: team.url,
  })

  const asked: string[] = []
  const askSecret = (key: string) => async (question: string) => {
    asked.push(question)
    return key
  }
  const login = await qd('login', { askSecret: askSecret(vendor.key) })
  expect([login.code, login.out]).toEqual([0, 'The key of the profile acme is stored in the system keychain.\n'])
  expect(team.requests).toEqual([])
  // The vendor's key is never sent to the team, so the test of a wrong key fails at the team.
  const wrong = await qd('login --history', { askSecret: askSecret(vendor.key) })
  expect([wrong.code, wrong.err]).toEqual([3, expect.stringContaining(new URL(team.url).host)])
  const sent = vendor.requests.length
  const second = await qd('login --history', { askSecret: askSecret(team.key) })
  expect([second.code, second.out]).toEqual([
    0,
    "The key of the team's server of acme is stored in the system keychain.\n",
  ])
  expect(vendor.requests).toHaveLength(sent)
  expect(asked).toEqual([
    `API key of acme, for ${vendor.url} (not echoed): `,
    ...Array(2).fill(`Key of the team's server of acme, for ${team.url} (not echoed): `),
  ])
  expect([...kept.keys()]).toEqual(['acme', 'acme@history'])
  expect(JSON.parse(readFileSync(configFile, 'utf8')).profiles.acme).toMatchObject({
    keyIn: 'keychain',
    historyKeyIn: 'keychain',
  })

  const members = {
    baseUrl: vendor.url,
    historyUrl: team.url,
    key: 'the system keychain',
    historyKey: 'the system keychain',
  }
  expect(JSON.parse((await qd('profile show --json')).out)).toMatchObject(members)
  expect((await qd('profile show --format table')).out).toMatch(/^history +http/m)
  expect(JSON.parse((await qd('profile list --json')).out).profiles).toMatchObject([members, { historyUrl: null }])
  expect((await qd('profile list --format table')).out).toMatch(/API +APPLICATION +HISTORY +KEY +HISTORY KEY/)
  expect((await qd('analytics activity --last 3d')).code).toBe(0)
  expect((await qd('ci jobs')).code).toBe(0)

  expect((await qd('logout')).code).toBe(0)
  expect(kept.size).toBe(0)
  expect(JSON.parse(readFileSync(configFile, 'utf8')).profiles.acme).toEqual({
    baseUrl: vendor.url,
    historyUrl: team.url,
  })
})

test('logging out deletes what was cached with both keys, and with the first one before there was a second one', async () => {
  const { vendor, team, qd, cache, home, configFile } = await configured()
  writeFileSync(join(home, 'quarterdeck', 'salt'), SALT, { mode: 0o600 })
  await qd('login', { askSecret: async () => vendor.key })
  await qd('login --history', { askSecret: async () => team.key })
  await qd('analytics activity --last 3d')
  const config = readFileSync(configFile, 'utf8')
  const { historyUrl: _, ...alone } = JSON.parse(config).profiles.acme
  writeFileSync(configFile, JSON.stringify({ profile: 'acme', profiles: { acme: alone } }))
  await qd('analytics activity --last 3d')
  writeFileSync(configFile, config)
  const tenant = { baseUrl: vendor.url, appUrl: vendor.url, apiKey: vendor.key }
  const daysOf = (own: Parameters<typeof openLedger>[0]['tenant']) => {
    const ledger = openLedger({ path: cache, salt: SALT, tenant: own })
    const { length } = ledger.cachedDays('activity', { from: '2026-01-01', to: '2026-12-31' })
    ledger.close()
    return length
  }
  const both = { ...tenant, history: { url: team.url, apiKey: team.key } }
  expect([daysOf(tenant), daysOf(both)]).toEqual([3, 3])
  await qd('logout')
  expect([daysOf(tenant), daysOf(both)]).toEqual([0, 0])
})

test('a profile without a team server needs none of its options', async () => {
  const home = makeFolder()
  const qd = (line: string) => runQd(line.split(' '), { home })
  expect((await qd('profile add acme --base-url https://a.example --history-helper pass')).err).toContain(
    'add its address with --history-url',
  )
  expect((await qd('profile add acme --base-url https://a.example --history-url http://b.example')).err).toContain(
    '--history-url is http://b.example, which would send the key unencrypted',
  )
  expect((await qd('profile add acme --base-url https://a.example')).code).toBe(0)
  expect((await qd('login --history')).err).toContain('The profile acme names no team server')
  expect((await qd('profile list --format table')).out).not.toContain('HISTORY')
  expect((await qd('profile show --format table')).out).not.toContain('history')
})
