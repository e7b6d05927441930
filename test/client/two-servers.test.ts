import { expect, onTestFinished, test } from 'vitest'
import { type Client, type ClientOptions, createClient } from '../../src/client/client.ts'
import { MASK } from '../../src/client/redact.ts'
import { isHistoryUrl } from '../../src/client/request-url.ts'
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import { answer, type Behaviour } from '../helpers/faulty-server.ts'
import { testServer } from '../helpers/test-server.ts'
import { errorOf } from './setup.ts'

const VENDOR_KEY = 'qd-key-of-the-vendor'
const TEAM_KEY = 'qd-key-of-the-team'
const day = { query: { startDate: '2026-11-01', endDate: '2026-11-01' } }
const empty = answer(200, {})

/** A client for a vendor and a team's server, which answer with these behaviours. */
const twoServers = async (
  { vendor = [empty], team = [empty] }: { vendor?: Behaviour[]; team?: Behaviour[] } = {},
  options: Partial<ClientOptions> = {},
) => {
  const servers = { vendor: await testServer(...vendor), team: await testServer(...team) }
  const client: Client = createClient({
    credentials: {
      baseUrl: servers.vendor.url,
      appUrl: servers.vendor.url,
      apiKey: VENDOR_KEY,
      keySource: 'QUARTERDECK_API_KEY',
      history: { url: servers.team.url, apiKey: TEAM_KEY, keySource: 'QUARTERDECK_HISTORY_API_KEY' },
    },
    random: () => 0.5,
    sleep: async () => {},
    env: {},
    ...options,
  })
  onTestFinished(() => client.close())
  const keys = () => ({
    vendor: [...new Set(servers.vendor.received.map(({ headers }) => headers.authorization))],
    team: [...new Set(servers.team.received.map(({ headers }) => headers.authorization))],
  })
  return { client, keys, ...servers }
}

const params = { computerId: 'c', serviceAccountId: 's', keyId: 'k', wikiRunId: 'w', repoUrl: 'r', name: 'n' }
const history = ['credits', 'tools', 'activity', 'productivity', 'users', 'readinessReports', 'controlsHistory']

test('each endpoint goes to its own server, and each server receives only its own key', async () => {
  const { client, keys, vendor, team } = await twoServers()
  const sentTo: Record<'vendor' | 'team', string[]> = { vendor: [], team: [] }
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const before = team.received.length
    if (endpoints[name].response === 'archive') await client.download('exportWiki', { params }).catch(() => {})
    else await client.call(name as 'computer', { params, ...day } as never).catch(() => {})
    sentTo[team.received.length > before ? 'team' : 'vendor'].push(name)
  }
  const isMirrored = (name: string) => 'isHistory' in endpoints[name as EndpointName]
  expect(sentTo.team).toEqual(expect.arrayContaining(history))
  expect(sentTo.team).toEqual(Object.keys(endpoints).filter(isMirrored))
  expect(sentTo.vendor).toEqual(expect.arrayContaining(['ciJobs', 'serviceAccountKeys', 'exportWiki', 'openApi']))
  expect(team.received.every(({ method }) => method === 'GET')).toBe(true)
  expect(keys()).toEqual({ vendor: [`Bearer ${VENDOR_KEY}`], team: [`Bearer ${TEAM_KEY}`] })
  expect(vendor.received.length + team.received.length).toBe(Object.keys(endpoints).length)
})

test('a typed path goes to the server of its endpoint, and an address to the server of its origin', async () => {
  const { client, keys, vendor, team } = await twoServers()
  const get = (path: string) => client.send({ method: 'GET', path })
  await get('/api/v1/analytics/tokens?startDate=2026-11-01')
  await get('/api/organization/agent-readiness-reports')
  await get(`${team.url}/health`)
  await client.downloadPath('/api/v1/analytics/users', []).catch(() => {})
  expect(team.received).toHaveLength(4)
  await get('/api/v0/automations/ci/jobs')
  await get('/nowhere')
  await get(`${vendor.url}/api/v1/analytics/tokens`)
  await client.send({ method: 'POST', path: '/api/v1/analytics/tokens', body: {} })
  expect(vendor.received.map(({ path }) => path)).toEqual([
    '/api/v0/automations/ci/jobs',
    '/nowhere',
    '/api/v1/analytics/tokens',
    '/api/v1/analytics/tokens',
  ])
  expect((await errorOf(get('https://elsewhere.example/x'))).message).toContain('may only be sent to')
  expect(keys()).toEqual({ vendor: [`Bearer ${VENDOR_KEY}`], team: [`Bearer ${TEAM_KEY}`] })
})

test('if both servers have the same origin, the longer address that a typed one begins with decides', () => {
  const at = (url: string) => ({ baseUrl: `https://gate.example${url}`, appUrl: `https://gate.example${url}` })
  const isTeams = (typed: string, vendor: string, team: string) =>
    isHistoryUrl('GET', `https://gate.example${typed}`, at(vendor), at(team))
  expect(isTeams('/team/x', '/vendor', '/team')).toBe(true)
  expect(isTeams('/vendor/x', '/vendor', '/team')).toBe(false)
  expect(isTeams('/teams/x', '/vendor', '/team')).toBe(false)
  expect(isTeams('/team/x', '', '/team')).toBe(true)
  expect(isTeams('/team/vendor/x', '/team/vendor', '/team')).toBe(false)
  expect(isTeams('/team/x', '/team/vendor', '/team')).toBe(true)
})

test('a redirect from one server to the other one is not followed', async () => {
  const { client, vendor, team } = await twoServers()
  team.play(answer(302, '', { location: `${vendor.url}/x` }))
  vendor.play(answer(302, '', { location: `${team.url}/x` }))
  expect((await errorOf(client.call('activity', day))).message).toContain('must not receive the key')
  expect((await errorOf(client.call('ciJobs', {}))).message).toContain('must not receive the key')
  expect([vendor.received.length, team.received.length]).toEqual([1, 1])
})

test('a key is masked in the responses of both servers, and the log names the server', async () => {
  const echo = answer(200, { jobs: [], data: [], meta: {}, echoed: [VENDOR_KEY, TEAM_KEY] })
  const { client } = await twoServers({ vendor: [echo], team: [echo] })
  const replies = [await client.call('ciJobs', {}), await client.call('activity', day)]
  for (const { raw } of replies) expect(raw).toMatchObject({ echoed: [MASK, MASK] })
  expect(client.log.entries().map(({ endpoint, isHistory }) => [endpoint, isHistory])).toEqual([
    ['ciJobs', undefined],
    ['activity', true],
  ])
})

test('a rejected key and an unreachable server are reported with their own source and host', async () => {
  const { client, vendor, team } = await twoServers()
  team.play(answer(401, { detail: 'no' }))
  vendor.play(answer(401, { detail: 'no' }))
  const [host, vendorHost] = [new URL(team.url).host, new URL(vendor.url).host]
  const message = async (call: Promise<unknown>) => (await errorOf(call)).message
  expect(await message(client.call('activity', day))).toMatch(new RegExp(`${host}.*QUARTERDECK_HISTORY_API_KEY`))
  expect(await message(client.call('ciJobs', {}))).toMatch(new RegExp(`${vendorHost}.*QUARTERDECK_API_KEY`))
  await team.close()
  expect(await message(client.call('activity', day))).toContain(host)
  vendor.play(answer(200, { jobs: [] }))
  expect((await client.call('ciJobs', {})).body).toEqual({ jobs: [] })
})

test('the retries of one server use nothing of the budget of the other one', async () => {
  const busy = answer(503, {})
  const { client, vendor, team } = await twoServers({ vendor: [busy], team: [busy] }, { limits: { retryBudget: 2 } })
  for (const _ of [1, 2]) await errorOf(client.call('activity', day))
  expect(team.received).toHaveLength(4)
  await errorOf(client.call('ciJobs', {}))
  expect(vendor.received).toHaveLength(3)
})

test('the time is that of the server that answers the analytics', async () => {
  const dated = (date: string) => answer(200, { jobs: [], data: [], meta: {} }, { date })
  const vendor = 'Fri, 20 Nov 2026 23:00:00 GMT'
  const team = 'Sat, 21 Nov 2026 02:00:00 GMT'
  const at = Date.parse(team)
  const clocks = { now: () => at, monotonicNow: () => 0 }
  const { client } = await twoServers({ vendor: [dated(vendor)], team: [dated(team)] }, clocks)
  // The vendor's clock determines no days, but it shows that this machine's clock is wrong.
  expect((await client.call('ciJobs', {})).serverDate).toBeUndefined()
  expect([client.serverNow(), client.clockSkewMs()]).toEqual([undefined, Date.parse(vendor) - at])
  expect((await client.call('activity', day)).serverDate).toBe(at)
  expect([client.serverNow(), client.clockSkewMs()]).toEqual([at, 0])
  expect((await client.call('ciJobs', {})).serverDate).toBe(at)
  expect(client.serverNow()).toBe(at)
})

test('an archive comes from the vendor, and a link to the team in its response receives no key', async () => {
  const { client, keys, vendor, team } = await twoServers({ team: [answer(200, Buffer.from('PK'))] })
  vendor.play(answer(200, { url: `${team.url}/archive.zip` }))
  const { chunks } = await client.download('exportWiki', { params: { wikiRunId: 'w' } })
  for await (const chunk of chunks) expect(Buffer.from(chunk).toString()).toBe('PK')
  expect(keys()).toEqual({ vendor: [`Bearer ${VENDOR_KEY}`], team: [undefined] })
})

test.each([
  ['a key that a header cannot contain', { url: 'https://team.example', apiKey: 'a b' }],
  ['an address without https', { url: 'http://team.example', apiKey: TEAM_KEY }],
])('%s of the team is rejected before anything is sent', async (_, own) => {
  const vendor = { baseUrl: 'https://a.example', appUrl: 'https://a.example', apiKey: VENDOR_KEY, keySource: 'V' }
  const make = async () => createClient({ credentials: { ...vendor, history: { ...own, keySource: 'T' } }, env: {} })
  expect(await errorOf(make())).toMatchObject({ kind: 'usage' })
})

test('a read-only profile sends no change to either server', async () => {
  const vendor = await testServer(empty)
  const team = await testServer(empty)
  const credentials = {
    ...{ baseUrl: vendor.url, appUrl: vendor.url, apiKey: VENDOR_KEY, keySource: 'V', whyReadOnly: 'no writes' },
    history: { url: team.url, apiKey: TEAM_KEY, keySource: 'T' },
  }
  const client = createClient({ credentials, env: {} })
  onTestFinished(() => client.close())
  for (const { url } of [vendor, team])
    expect(await errorOf(client.send({ method: 'DELETE', path: `${url}/x` }))).toMatchObject({ kind: 'usage' })
  expect([...vendor.received, ...team.received]).toEqual([])
})
