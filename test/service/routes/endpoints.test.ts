import { expect, test } from 'vitest'
import { type Endpoint, type EndpointName, endpoints, responseSchema } from '../../../src/contract/endpoints.ts'
import { demoIds } from '../../../src/service/demo/kit/repositories.ts'
import { createTestService, RANGE } from '../test-service.ts'

const { call, json, store } = createTestService()
const releaseKey = JSON.parse(store.serviceAccounts.readKeys(demoIds.serviceAccounts.release) ?? '').id

type Example = { path: string; body?: unknown; groupBy?: string }
const examples: Record<EndpointName, Example[]> = {
  credits: [{ path: `?${RANGE}` }, { path: `?${RANGE}&group_by=model`, groupBy: 'model' }],
  tools: [{ path: `?${RANGE}` }, { path: `?${RANGE}&group_by=tool_name`, groupBy: 'tool_name' }],
  activity: [{ path: `?${RANGE}` }, { path: `?${RANGE}&group_by=client`, groupBy: 'client' }],
  productivity: [{ path: `?${RANGE}` }],
  users: [{ path: `?${RANGE}&limit=100` }],
  readinessReports: [{ path: '' }, { path: '?limit=3' }],
  updateComputer: [{ path: demoIds.computers.active, body: { name: 'atlas 2' } }],
  installDependencies: [{ path: demoIds.computers.failed }],
  controlsHistory: [{ path: '' }],
  serviceAccountKeys: Object.values(demoIds.serviceAccounts).map((path) => ({ path })),
  exportWiki: [{ path: demoIds.wikiRuns.checkout }],
  deleteWiki: [{ path: demoIds.wikiRuns.payments }],
  ciJobs: [{ path: '' }],
  openApi: [{ path: '' }],
  computers: [{ path: '' }, { path: '?includeProvisioningSteps=true' }],
  computer: [{ path: demoIds.computers.byom }],
  computerByName: [{ path: 'cygnus' }],
  createComputer: [{ path: '', body: { name: 'new', remoteUser: 'agent', provider: 'cloud-sandbox' } }],
  deleteComputer: [{ path: demoIds.computers.failsAgain }],
  restartComputer: [{ path: demoIds.computers.active }],
  refreshComputer: [{ path: demoIds.computers.active }],
  createKey: [{ path: demoIds.serviceAccounts.nightly, body: { name: 'new' } }],
  revokeKey: [{ path: `${demoIds.serviceAccounts.release}/api-keys/${releaseKey}` }],
  wikiRuns: [{ path: '' }],
  wikiRun: [{ path: demoIds.wikiRuns.notices }],
  wikiHistory: [{ path: encodeURIComponent('https://github.example/northwind/checkout') }],
  ciRepositories: [{ path: '' }],
  ciRepositoryOwners: [{ path: '' }],
  ciScan: [{ path: '' }],
}

const pathOf = (endpoint: Endpoint, example: Example): string =>
  endpoint.path.includes('{') ? endpoint.path.replace(/\{.+\}/, example.path) : endpoint.path + example.path

for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][])
  for (const example of examples[name]) {
    const path = pathOf(endpoint, example)
    test(`${endpoint.method} ${path} answers exactly by the contract`, async () => {
      const reply = await call(path, {
        method: endpoint.method,
        ...(example.body !== undefined && { body: example.body }),
      })
      expect(reply.status).toBe(endpoint.status)
      expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      if (endpoint.response === 'archive') {
        expect(reply.headers.get('content-type')).toBe('application/zip')
        return
      }
      if (endpoint.status === 204) return expect(await reply.text()).toBe('')
      const answer = await reply.json()
      const parsed = responseSchema(endpoint, example.groupBy).parse(answer)
      expect(parsed).toEqual(answer)
    })
  }

test('an analytics answer has one row a day and says its range', async () => {
  for (const path of ['tokens', 'tools', 'activity', 'productivity']) {
    const { data, meta } = await json(`/api/v1/analytics/${path}?startDate=2026-10-01&endDate=2026-10-20`)
    expect(data.map(({ date }: { date: string }) => date)).toEqual(
      Array.from({ length: 20 }, (_, at) => `2026-10-${String(at + 1).padStart(2, '0')}`),
    )
    expect(meta).toEqual({ org_id: 'org_northwind', start_date: '2026-10-01', end_date: '2026-10-20' })
  }
})

test('a range before there is any data is answered with no rows', async () => {
  const { data } = await json('/api/v1/analytics/tokens?startDate=2026-01-14&endDate=2026-01-20')
  expect(data).toEqual([])
})

test('grouped rows are the breakdowns of the days, flattened', async () => {
  const day = 'startDate=2026-10-14&endDate=2026-10-14'
  const [credits] = (await json(`/api/v1/analytics/tokens?${day}`)).data
  expect((await json(`/api/v1/analytics/tokens?${day}&group_by=model`)).data).toEqual(
    credits.by_model.map(({ model_id, model_tier: _tier, ...rest }: { model_id: string; model_tier: string }) => ({
      date: '2026-10-14',
      group_key: model_id,
      ...rest,
    })),
  )
  const [tools] = (await json(`/api/v1/analytics/tools?${day}`)).data
  expect((await json(`/api/v1/analytics/tools?${day}&group_by=tool_name`)).data).toEqual(
    tools.by_tool.map(({ tool, invocations }: { tool: string; invocations: number }) => ({
      date: '2026-10-14',
      group_key: tool,
      tool_calls: invocations,
    })),
  )
  const [activity] = (await json(`/api/v1/analytics/activity?${day}`)).data
  const clients = (await json(`/api/v1/analytics/activity?${day}&group_by=client`)).data
  expect(
    Object.fromEntries(
      clients.map((row: { group_key: string; daily_active_users: number }) => [row.group_key, row.daily_active_users]),
    ),
  ).toEqual(activity.daily_active_users_by_client)
})

test('both names of the readiness path answer the same', async () => {
  const older = await json('/api/organization/maturity-level-reports?limit=5')
  expect(await json('/api/organization/agent-readiness-reports?limit=5')).toEqual(older)
  expect(older.reports).toHaveLength(5)
})

test('repoId is the address of a repository, or its owner and name', async () => {
  for (const repoId of ['https://github.example/northwind/checkout', 'northwind/checkout', 'Northwind/Checkout']) {
    const { reports } = await json(`/api/organization/maturity-level-reports?repoId=${encodeURIComponent(repoId)}`)
    expect(reports).toHaveLength(7)
    for (const { repoUrl } of reports) expect(repoUrl).toBe('https://github.example/northwind/checkout')
  }
  expect((await json('/api/organization/maturity-level-reports?repoId=northwind/nothing')).reports).toEqual([])
})

test('a change of a computer changes what it names and nothing else', async () => {
  const path = `/api/v0/computers/${demoIds.computers.byom}`
  const before = await json(path, { method: 'PATCH', body: {} })
  const hostId = '7d3f2f0e-3c1c-4b5e-9d59-0f6f3c1f2a11'
  const after = await json(path, { method: 'PATCH', body: { name: '工作机', hostId, unknown: 1 } })
  expect(after).toEqual({ ...before, name: '工作机', hostId })
  expect(await json(path, { method: 'PATCH', body: {} })).toEqual(after)
})

test('keys of a service account are all there, active or not', async () => {
  const { apiKeys } = await json(`/api/v0/service-accounts/${demoIds.serviceAccounts.ci}/api-keys`)
  expect(apiKeys).toHaveLength(5)
  expect(await json(`/api/v0/service-accounts/${demoIds.serviceAccounts.unused}/api-keys`)).toEqual({ apiKeys: [] })
})
