import { expect, test } from 'vitest'
import { AnalyticsErrorBody, ErrorBody } from '../../../src/contract/error-bodies.ts'
import { USER_FIGURES } from '../../../src/contract/per-user-rows.ts'
import { demoIds } from '../../../src/service/demo/kit/repositories.ts'
import { type CallOptions, createTestService } from '../test-service.ts'

const { call, store, log } = await createTestService()
const analytics = '/api/v1/analytics'
const history = '/api/v0/organization/enterprise-controls/history'
const reports = '/api/organization/maturity-level-reports'
const computer = `/api/v0/computers/${demoIds.computers.active}`
const day = 'startDate=2026-10-01&endDate=2026-10-02'

const expectRefused = async (path: string, status: number, detail: string, options?: CallOptions) => {
  const reply = await call(path, options)
  const body = await reply.json()
  expect(body).toMatchObject({ status, detail })
  if (path.includes('limit=101')) expect(body.metadata).toEqual({ parameter: 'limit' })
  expect(reply.status).toBe(status)
  if (path.startsWith(analytics))
    expect(AnalyticsErrorBody.parse(body).requestId).toBe(reply.headers.get('x-request-id'))
  else expect(ErrorBody.parse(body)).not.toHaveProperty('requestId')
}

const people = `${analytics}/users?${day}`
const days = (from: string, to: string) => `${analytics}/tokens?startDate=${from}&endDate=${to}`
const latest = 'the latest day with data is 2026-10-20.'
const noDay = (name: string, given: string) => `${name} must be a day (YYYY-MM-DD), but is ${given}.`
const noLimit = (given: string) => `limit must be a whole number from 1 to 100, but is ${given}.`
const noName = (name: string, given: string) => `${name} must be text of 1 to 63 characters, but is ${given}.`
const top = `${analytics}/top-users?days=7`
const wrongDays = (given: string) => `days must be one of 7, 14, 30, 90, but is ${given}.`
const figures = USER_FIGURES.join(', ')
const noCursor = (given: string) => `cursor must be a pagination.nextCursor of this endpoint, but is ${given}.`
const nothingAt = (path: string) => `No endpoint at "${path}". See /api/v0/openapi.json.`

// shapes.test.ts covers the limits themselves.
test.each([
  [`${analytics}/tokens?endDate=2026-10-02`, 'startDate must be a day (YYYY-MM-DD), but is missing.'],
  [days('2026-10-1', '2026-10-02'), noDay('startDate', '"2026-10-1"')],
  [days('2026-02-30', '2026-10-02'), noDay('startDate', '"2026-02-30"')],
  [days('2026-10-20', '2026-10-21'), `endDate is 2026-10-21, which is today in UTC; ${latest}`],
  [days('2026-11-02', '2026-11-03'), `startDate is 2026-11-02, which is not over yet; ${latest}`],
  [days('2026-01-13', '2026-10-02'), 'startDate is 2026-01-13, but the earliest day with data is 2026-01-14.'],
  [days('2026-10-03', '2026-10-02'), 'startDate (2026-10-03) must not be after endDate (2026-10-02).'],
  [`${analytics}/tokens?${day}&startDate=2026-10-01`, 'startDate must be given once, but is given 2 times.'],
  [`${analytics}/tokens?${day}&group_by=tool_name`, 'group_by must be model or omitted, but is "tool_name".'],
  [`${analytics}/activity?${day}&group_by=`, 'group_by must be client or omitted, but is "".'],
  [`${people}&limit=101`, noLimit('101')],
  [`${people}&limit=ten`, noLimit('"ten"')],
  [`${people}&cursor=`, 'cursor must be non-empty text, but is "".'],
  [`${reports}?limit=2.5`, 'limit must be a whole number of at least 1, but is 2.5.'],
  [`${reports}?startAfter=x`, 'startAfter must be the reportId of an existing report, but is "x".'],
  [`${history}?cursor=405`, 'cursor must be a pagination.nextCursor of this endpoint, but is "405".'],
  [`${analytics}/top-users`, wrongDays('missing')],
  [`${analytics}/top-users?days=8`, wrongDays('8')],
  [`${analytics}/top-users?days=seven`, wrongDays('"seven"')],
  [`${top}&sort=autonomy_ratio`, `sort must be one of ${figures}, but is "autonomy_ratio".`],
  [`${top}&limit=101`, noLimit('101')],
  [`${top}&limit=0`, noLimit('0')],
  [`${top}&cursor=user_1`, noCursor('"user_1"')],
  [`${top}&cursor=${Buffer.from('{"days":7}').toString('base64url')}`, noCursor('"eyJkYXlzIjo3fQ"')],
])('%s is answered 400', (path, detail) => expectRefused(path, 400, detail))

test.each<[body: unknown, status: number, detail: string, headers?: Record<string, string>]>([
  [{ name: '' }, 400, noName('name', '""')],
  [{ remoteUser: 'y'.repeat(64) }, 400, noName('remoteUser', `"${'y'.repeat(64)}"`)],
  [{ hostId: 'host-1' }, 400, 'hostId must be a UUID, but is "host-1".'],
  ['{"name":', 400, 'The body must be one JSON object, but is not UTF-8 JSON.'],
  [[], 400, 'The body must be one JSON object, but is a list of 0 items.'],
  ['name', 415, 'Content-Type must be application/json, but is "text/plain".', { 'content-type': 'text/plain' }],
  [{ name: 'x'.repeat(70_000) }, 413, 'The body is longer than 64 KiB.'],
])('a change of a computer with the body %j is answered %i', (body, status, detail, headers = {}) =>
  expectRefused(computer, status, detail, { method: 'PATCH', body, headers }),
)

test.each<[method: string, path: string, status: number, detail: string]>([
  ['PATCH', '/api/v0/computers/cmp_none', 404, 'Not found: computer "cmp_none".'],
  ['POST', '/api/v0/computers/cmp_none/install-deps', 404, 'Not found: computer "cmp_none".'],
  [
    'POST',
    `/api/v0/computers/${demoIds.computers.provisioning}/install-deps`,
    409,
    'Computer "cmp_borealis" is being provisioned. Wait until this has finished.',
  ],
  ['GET', '/api/v0/service-accounts/sa%2Fnone/api-keys', 404, 'Not found: service account "sa/none".'],
  ['GET', '/api/v0/wiki/none/export', 404, 'Not found: wiki run "none".'],
  ['GET', '/api/v0/nothing', 404, nothingAt('/api/v0/nothing')],
  ['PATCH', '/api/v0/computers/', 404, nothingAt('/api/v0/computers/')],
  ['POST', `${analytics}/tokens`, 405, `"${analytics}/tokens" does not support POST. Use GET.`],
])('%s %s is answered %i', (method, path, status, detail) =>
  expectRefused(path, status, detail, { method, ...(method === 'PATCH' && { body: {} }) }),
)

test('a chunked body is rejected after 64 KiB', async () => {
  const piece = new TextEncoder().encode(' '.repeat(1_000))
  let sent = 0
  const stream = new ReadableStream({
    pull: (controller) => {
      sent += piece.length
      controller.enqueue(piece)
    },
  })
  const { app } = await createTestService(null)
  const reply = await app.request('/api/v0/computers/x', {
    method: 'PATCH',
    headers: { authorization: 'Bearer test-key-of-the-owner', 'content-type': 'application/json' },
    body: stream,
    duplex: 'half',
  } as RequestInit)
  expect(reply.status).toBe(413)
  expect(sent).toBeLessThan(80_000)
})

test('an internal error is answered with 500, and only the log has its cause', async () => {
  const broken = await createTestService(null)
  await broken.store.close()
  const reply = await broken.call('/api/v0/automations/ci/jobs')
  expect(reply.status).toBe(500)
  const body = await reply.text()
  expect(ErrorBody.parse(JSON.parse(body))).toMatchObject({ status: 500, title: 'Internal Server Error' })
  expect(body).not.toMatch(/database|sql|\.ts/i)
  expect(broken.log.at(-1)?.error).toBeInstanceOf(Error)
  expect(broken.log.at(-1)?.requestId).toBe(reply.headers.get('x-request-id'))
})

test('error responses never contain a key', async () => {
  const reply = await call(`${analytics}/tokens?${day}`, {
    role: null,
    headers: { authorization: 'Bearer very-secret-thing' },
  })
  expect(reply.status).toBe(401)
  expect(await reply.text()).not.toContain('very-secret-thing')
  expect(JSON.stringify(log)).not.toContain('very-secret-thing')
  expect(await store.keys.find('very-secret-thing')).toBeUndefined()
})
