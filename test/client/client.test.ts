import { expect, test } from 'vitest'
import { answer } from '../helpers/faulty-server.ts'
import { bench } from './setup.ts'

const range = { startDate: '2026-02-01', endDate: '2026-02-02' }
const day = {
  date: '2026-02-01',
  group_key: 'web',
  daily_active_users: 3,
}
const meta = { org_id: 'o1', start_date: '2026-02-01', end_date: '2026-02-02' }

test('a call asks the path of the table with its query and the key', async () => {
  const { client, server } = await bench([answer(200, { data: [day], meta }, { 'x-request-id': 'r-1' })])
  const reply = await client.call('activity', { query: { ...range, group_by: 'client' } })
  expect(reply.body.data?.[0]?.daily_active_users).toBe(3)
  expect(reply.raw).toEqual({ data: [day], meta })
  expect(reply).toMatchObject({ status: 200, requestId: 'r-1', problems: [] })
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({
    method: 'GET',
    path: '/api/v1/analytics/activity?startDate=2026-02-01&endDate=2026-02-02&group_by=client',
  })
  expect(server.received[0]?.headers.authorization).toMatch(/^Bearer qd-live/)
})
