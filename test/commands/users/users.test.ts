import { expect, onTestFinished, test } from 'vitest'
import type { SeatRow } from '../../../src/domain/seats/seats.ts'
import { startService } from '../../../src/service/start-service.ts'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { answer } from '../../helpers/faulty-server.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { testServer } from '../../helpers/test-server.ts'

const demo = await startDemo()
const at = { url: demo.url, key: demo.key }
const api = async (path: string) => JSON.parse((await runQd(['api', path], at)).out)

test('users list joins the seats of the API with the use of the last days', async () => {
  const { out, err, code } = await runQd(['users', 'list', '--json'], at)
  expect(code).toBe(0)
  const { users, counts } = JSON.parse(out)
  const { users: seats } = await api('/api/v0/organization/users?limit=100')
  const { data } = await api('/api/v1/analytics/tokens?startDate=2026-10-22&endDate=2026-11-20')
  expect(users.map(({ id }: SeatRow) => id).sort()).toEqual(seats.map(({ id }: SeatRow) => id).sort())
  for (const seat of seats) {
    const recent = data.flatMap(({ by_user }: { by_user: { user_id: string; billable_tokens: number }[] }) =>
      by_user.filter(({ user_id }) => user_id === seat.id).map(({ billable_tokens }) => billable_tokens),
    )
    const { computed: user } = users.find(({ id }: SeatRow) => id === seat.id)
    expect(user.recentCredits).toBe(recent.reduce((sum: number, credits: number) => sum + credits, 0))
    expect(user.state === 'active').toBe(recent.some((credits: number) => credits > 0))
    expect(user.createdAt).toBe(new Date(seat.createdAt).toISOString())
  }
  expect(counts).toEqual({ seats: 18, active: 11, inactive: 1, never: 6, usersWithoutSeat: 0 })
  expect(err).toBe(
    '18 seats: 11 active, 1 inactive for 30 days, 6 never used.\nThe billing month is assumed to begin on day 1: set billingDay in the profile.\n',
  )
})

test('users inactive lists unused seats, with hostile names made safe', async () => {
  const { out, code } = await runQd(['users', 'inactive', '--format', 'csv', '--exit-code'], at)
  const lines = out.trimEnd().split('\n')
  expect([code, lines.length]).toEqual([1, 8])
  expect(out).toContain(`"'=HYPERLINK(""https://example.invalid"",""Open"")`)
  expect(out).not.toContain('\u001b')
})

test('with pseudonyms, no name, address or id is printed', async () => {
  const { users } = await api('/api/v0/organization/users?limit=100')
  for (const words of [
    ['users', 'list'],
    ['limits', 'list'],
  ]) {
    const { out } = await runQd([...words, '--json', '--pseudonyms'], at)
    for (const { id, email } of users) for (const text of [id, email]) expect(out).not.toContain(`"${text}"`)
    expect(out).toContain('"email":"Person ')
  }
})

test('a server that does not list users is an error that says so', async () => {
  const strict = await startDemo({ users: 3, days: 10, seed: 1, isStrict: true })
  for (const words of [
    ['users', 'list'],
    ['limits', 'list'],
    ['limits', 'set', '2M', '--global', '--yes'],
  ]) {
    const { code, err, out } = await runQd(words, strict)
    expect([words, code, out]).toEqual([words, 4, ''])
    expect(err).toContain('This server does not support this operation: it is not in its API description.')
  }
})

test.each([402, 403])('a status of %i is explained', async (status) => {
  const openApi = {
    paths: { '/api/v0/organization/users': { get: {} }, '/api/v0/organization/usage/limits/users': { get: {} } },
  }
  const server = await testServer((request, ...rest) =>
    request.path.includes('openapi')
      ? answer(200, openApi)(request, ...rest)
      : answer(status, { detail: 'not in your plan' })(request, ...rest),
  )
  const { code, err } = await runQd(['users', 'list'], { url: server.url, key: 'qd-test-key' })
  expect(code).toBe(3)
  expect(err).toContain('not in your plan')
})

test('limits that the server refuses leave the seats', async () => {
  const service = await startService({ now: () => NOW, demo: { users: 3, days: 10, seed: 1 } })
  onTestFinished(service.close)
  const { out, code } = await runQd(['users', 'list', '--json'], { url: service.url, key: service.keys.manager })
  expect(code).toBe(0)
  expect(JSON.parse(out).users.length).toBeGreaterThan(3)
})
