import { expect, test } from 'vitest'
import { createTestService } from '../test-service.ts'

const { json } = await createTestService()
test('grouped rows are the breakdowns of the days, and before the first data there are none', async () => {
  expect((await json('/api/v1/analytics/tokens?startDate=2026-01-14&endDate=2026-01-20')).data).toEqual([])
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

test('both readiness paths answer the same, and repoId is the address of a repository, or its owner and name', async () => {
  const older = await json('/api/organization/maturity-level-reports?limit=5')
  expect(await json('/api/organization/agent-readiness-reports?limit=5')).toEqual(older)
  expect(older.reports).toHaveLength(5)
  for (const repoId of ['https://github.example/northwind/checkout', 'northwind/checkout', 'Northwind/Checkout']) {
    const { reports } = await json(`/api/organization/maturity-level-reports?repoId=${encodeURIComponent(repoId)}`)
    expect(reports).toHaveLength(7)
    for (const { repoUrl } of reports) expect(repoUrl).toBe('https://github.example/northwind/checkout')
  }
  expect((await json('/api/organization/maturity-level-reports?repoId=northwind/nothing')).reports).toEqual([])
})

test('days that are too large for one text are streamed, in full and valid', async () => {
  const { store, json: read } = await createTestService({ users: 3, days: 5 })
  const range = 'startDate=2026-10-01&endDate=2026-10-20'
  const filler = 'ä'.repeat(1_500_000)
  for (const day of ['2026-10-02', '2026-10-16', '2026-10-20'])
    await store.days.put('tools', { day, row: JSON.stringify({ date: day, filler }), grouped: '' })
  const { data, meta } = await read(`/api/v1/analytics/tools?${range}`)
  expect(
    data.filter((row: { filler?: string }) => row.filler === filler).map(({ date }: { date: string }) => date),
  ).toEqual(['2026-10-02', '2026-10-16', '2026-10-20'])
  expect([data.length, meta.org_id]).toEqual([6, 'org_northwind'])
})
