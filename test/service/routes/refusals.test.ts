import { expect, test } from 'vitest'
import { AnalyticsErrorBody, ErrorBody } from '../../../src/contract/error-bodies.ts'
import { demoIds } from '../../../src/service/demo/kit/repositories.ts'
import { type CallOptions, createTestService } from '../test-service.ts'

const { call, store, log } = createTestService()
const analytics = '/api/v1/analytics'
const history = '/api/v0/organization/enterprise-controls/history'
const reports = '/api/organization/maturity-level-reports'
const computer = `/api/v0/computers/${demoIds.computers.active}`
const day = 'startDate=2026-10-01&endDate=2026-10-02'

type Case = [title: string, path: string, status: number, detail: string, options?: CallOptions]

const cases: Case[] = [
  [
    'a range without a start',
    `${analytics}/tokens?endDate=2026-10-02`,
    400,
    'startDate is missing, and must be a day as YYYY-MM-DD.',
  ],
  [
    'a range without an end',
    `${analytics}/tools?startDate=2026-10-02`,
    400,
    'endDate is missing, and must be a day as YYYY-MM-DD.',
  ],
  [
    'a day that is written otherwise',
    `${analytics}/tokens?startDate=2026-10-1&endDate=2026-10-02`,
    400,
    'startDate is "2026-10-1", and must be a day as YYYY-MM-DD.',
  ],
  [
    'a day with a time',
    `${analytics}/activity?startDate=2026-10-01T00:00:00Z&endDate=2026-10-02`,
    400,
    'startDate is "2026-10-01T00:00:00Z", and must be a day as YYYY-MM-DD.',
  ],
  [
    'a day the calendar does not have',
    `${analytics}/productivity?startDate=2026-02-30&endDate=2026-10-02`,
    400,
    'startDate is "2026-02-30", and must be a day as YYYY-MM-DD.',
  ],
  [
    'an empty day',
    `${analytics}/users?startDate=&endDate=2026-10-02`,
    400,
    'startDate is "", and must be a day as YYYY-MM-DD.',
  ],
  [
    'today',
    `${analytics}/tokens?startDate=2026-10-20&endDate=2026-10-21`,
    400,
    'endDate is 2026-10-21, which is today in UTC; the latest day with data is 2026-10-20.',
  ],
  [
    'a day to come',
    `${analytics}/tokens?startDate=2026-11-02&endDate=2026-11-03`,
    400,
    'startDate is 2026-11-02, which is not over yet; the latest day with data is 2026-10-20.',
  ],
  [
    'a day before there is data',
    `${analytics}/tokens?startDate=2026-01-13&endDate=2026-10-02`,
    400,
    'startDate is 2026-01-13, and the earliest day with data is 2026-01-14.',
  ],
  [
    'a range that ends before it starts',
    `${analytics}/tokens?startDate=2026-10-03&endDate=2026-10-02`,
    400,
    'startDate is 2026-10-03, and must not be after endDate, which is 2026-10-02.',
  ],
  [
    'a parameter given twice',
    `${analytics}/tokens?${day}&startDate=2026-10-01`,
    400,
    'startDate is given 2 times, and must be given once.',
  ],
  [
    'credits by something else than model',
    `${analytics}/tokens?${day}&group_by=tool_name`,
    400,
    'group_by is "tool_name", and must be model, or left out.',
  ],
  [
    'tools by something else than tool_name',
    `${analytics}/tools?${day}&group_by=model`,
    400,
    'group_by is "model", and must be tool_name, or left out.',
  ],
  [
    'activity by something else than client',
    `${analytics}/activity?${day}&group_by=`,
    400,
    'group_by is "", and must be client, or left out.',
  ],
  [
    'a limit of 0 people',
    `${analytics}/users?${day}&limit=0`,
    400,
    'limit is 0, and must be a whole number from 1 to 100.',
  ],
  [
    'a limit of 101 people',
    `${analytics}/users?${day}&limit=101`,
    400,
    'limit is 101, and must be a whole number from 1 to 100.',
  ],
  [
    'a limit of minus one',
    `${analytics}/users?${day}&limit=-1`,
    400,
    'limit is -1, and must be a whole number from 1 to 100.',
  ],
  [
    'half a person',
    `${analytics}/users?${day}&limit=1.5`,
    400,
    'limit is 1.5, and must be a whole number from 1 to 100.',
  ],
  [
    'a limit in words',
    `${analytics}/users?${day}&limit=ten`,
    400,
    'limit is "ten", and must be a whole number from 1 to 100.',
  ],
  ['an empty limit', `${analytics}/users?${day}&limit=`, 400, 'limit is "", and must be a whole number from 1 to 100.'],
  [
    'an empty cursor of people',
    `${analytics}/users?${day}&cursor=`,
    400,
    'cursor is "", and must be text that is not empty.',
  ],
  ['a limit of 0 reports', `${reports}?limit=0`, 400, 'limit is 0, and must be a whole number of at least 1.'],
  ['half a report', `${reports}?limit=2.5`, 400, 'limit is 2.5, and must be a whole number of at least 1.'],
  [
    'a report nobody knows as startAfter',
    `${reports}?startAfter=nobody`,
    400,
    'startAfter is "nobody", and must be the reportId of a report that exists.',
  ],
  ['an empty repository', `${reports}?repoId=`, 400, 'repoId is "", and must be text that is not empty.'],
  ['a limit of 0 revisions', `${history}?limit=0`, 400, 'limit is 0, and must be a whole number from 1 to 100.'],
  ['a limit of 101 revisions', `${history}?limit=101`, 400, 'limit is 101, and must be a whole number from 1 to 100.'],
  [
    'a cursor this service never gave',
    `${history}?cursor=405`,
    400,
    'cursor is "405", and must be a pagination.nextCursor of this endpoint.',
  ],
  [
    'a cursor with something added',
    `${history}?cursor=cmV2aXNpb246NDE0!`,
    400,
    'cursor is "cmV2aXNpb246NDE0!", and must be a pagination.nextCursor of this endpoint.',
  ],
  [
    'an empty name',
    computer,
    400,
    'name is "", and must be text of 1 to 63 characters.',
    { method: 'PATCH', body: { name: '' } },
  ],
  [
    'a name of 64 characters',
    computer,
    400,
    `name is "${'x'.repeat(64)}", and must be text of 1 to 63 characters.`,
    { method: 'PATCH', body: { name: 'x'.repeat(64) } },
  ],
  [
    'a name that is no text',
    computer,
    400,
    'name is 5, and must be text of 1 to 63 characters.',
    { method: 'PATCH', body: { name: 5 } },
  ],
  [
    'a remote user of 64 characters',
    computer,
    400,
    `remoteUser is "${'y'.repeat(64)}", and must be text of 1 to 63 characters.`,
    { method: 'PATCH', body: { remoteUser: 'y'.repeat(64) } },
  ],
  [
    'a host id that is no UUID',
    computer,
    400,
    'hostId is "host-1", and must be a UUID.',
    { method: 'PATCH', body: { hostId: 'host-1' } },
  ],
  [
    'a host id of null',
    computer,
    400,
    'hostId is null, and must be a UUID.',
    { method: 'PATCH', body: { hostId: null } },
  ],
  [
    'a body that is not JSON',
    computer,
    400,
    'The body is not JSON in UTF-8, and must be one JSON object.',
    { method: 'PATCH', body: '{"name":' },
  ],
  [
    'a body that is a list',
    computer,
    400,
    'The body is a list, and must be one JSON object.',
    { method: 'PATCH', body: [] },
  ],
  [
    'a body that is null',
    computer,
    400,
    'The body is null, and must be one JSON object.',
    { method: 'PATCH', body: 'null' },
  ],
  [
    'a body of another type',
    computer,
    415,
    'The body is "text/plain", and must be application/json.',
    { method: 'PATCH', body: 'name', headers: { 'content-type': 'text/plain' } },
  ],
  [
    'a body of more than 64 KiB',
    computer,
    413,
    'The body is longer than 64 KiB: send less.',
    { method: 'PATCH', body: { name: 'x'.repeat(70_000) } },
  ],
  [
    'a computer nobody knows',
    '/api/v0/computers/cmp_none',
    404,
    'There is no computer "cmp_none".',
    { method: 'PATCH', body: {} },
  ],
  [
    'an installation on a computer nobody knows',
    '/api/v0/computers/cmp_none/install-deps',
    404,
    'There is no computer "cmp_none".',
    { method: 'POST' },
  ],
  [
    'an installation while one runs',
    `/api/v0/computers/${demoIds.computers.provisioning}/install-deps`,
    409,
    'Computer "cmp_borealis" is being provisioned: wait until that has ended.',
    { method: 'POST' },
  ],
  [
    'a service account nobody knows',
    '/api/v0/service-accounts/sa%2Fnone/api-keys',
    404,
    'There is no service account "sa/none".',
  ],
  ['the export of a wiki nobody knows', '/api/v0/wiki/none/export', 404, 'There is no wiki run "none".'],
  [
    'the deletion of a wiki nobody knows',
    '/api/v0/wiki/none',
    404,
    'There is no wiki run "none".',
    { method: 'DELETE' },
  ],
  [
    'a path that is not there',
    '/api/v0/nothing',
    404,
    'There is nothing at "/api/v0/nothing": /api/v0/openapi.json lists what there is.',
  ],
  [
    'an analytics path that is not there',
    `${analytics}/cost`,
    404,
    `There is nothing at "${analytics}/cost": /api/v0/openapi.json lists what there is.`,
  ],
  [
    'an id that is empty',
    '/api/v0/computers/',
    404,
    'There is nothing at "/api/v0/computers/": /api/v0/openapi.json lists what there is.',
    { method: 'PATCH', body: {} },
  ],
  [
    'a method that is not possible',
    `${analytics}/tokens`,
    405,
    `POST is not possible at "${analytics}/tokens", which takes GET.`,
    { method: 'POST', body: {} },
  ],
]

for (const [title, path, status, detail, options] of cases)
  test(`${title} is answered ${status}`, async () => {
    const reply = await call(path, options)
    const body = await reply.json()
    expect(body).toMatchObject({ status, detail })
    expect(reply.status).toBe(status)
    if (path.startsWith(analytics))
      expect(AnalyticsErrorBody.parse(body).requestId).toBe(reply.headers.get('x-request-id'))
    else expect(ErrorBody.parse(body)).not.toHaveProperty('requestId')
  })

test('a 400 about a parameter names it in its metadata', async () => {
  const reply = await call(`${analytics}/users?${day}&limit=101`)
  expect((await reply.json()).metadata).toEqual({ parameter: 'limit' })
})

test('a name of 63 characters is taken', async () => {
  expect((await call(computer, { method: 'PATCH', body: { name: 'x'.repeat(63) } })).status).toBe(200)
})

test('a body sent in pieces is cut off at 64 KiB', async () => {
  const piece = new TextEncoder().encode(' '.repeat(1_000))
  let sent = 0
  const stream = new ReadableStream({
    pull: (controller) => {
      sent += piece.length
      controller.enqueue(piece)
    },
  })
  const { app } = createTestService(null)
  const reply = await app.request('/api/v0/computers/x', {
    method: 'PATCH',
    headers: { authorization: 'Bearer test-key-of-the-owner', 'content-type': 'application/json' },
    body: stream,
    duplex: 'half',
  } as RequestInit)
  expect(reply.status).toBe(413)
  expect(sent).toBeLessThan(80_000)
})

test('a failure inside is answered 500, tells the log and nobody else', async () => {
  const broken = createTestService(null)
  broken.store.close()
  const reply = await broken.call('/api/v0/automations/ci/jobs')
  expect(reply.status).toBe(500)
  const body = await reply.text()
  expect(ErrorBody.parse(JSON.parse(body))).toMatchObject({ status: 500, title: 'Internal Server Error' })
  expect(body).not.toMatch(/database|sql|\.ts/i)
  expect(broken.log.at(-1)?.error).toBeInstanceOf(Error)
  expect(broken.log.at(-1)?.requestId).toBe(reply.headers.get('x-request-id'))
})

test('no detail of a refusal repeats a key', async () => {
  const reply = await call(`${analytics}/tokens?${day}`, {
    role: null,
    headers: { authorization: 'Bearer very-secret-thing' },
  })
  expect(reply.status).toBe(401)
  expect(await reply.text()).not.toContain('very-secret-thing')
  expect(JSON.stringify(log)).not.toContain('very-secret-thing')
  expect(store.keys.findRole('very-secret-thing')).toBeUndefined()
})
