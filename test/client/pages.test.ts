import { expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.ts'
import { isCursorError, type Page, type PagedEndpointName, pagesOf } from '../../src/client/pages.ts'
import { answer, type Behaviour } from '../helpers/faulty-server.ts'
import { bench, errorOf } from './setup.ts'

const ask = { query: { startDate: '2026-02-01', endDate: '2026-02-03' } }
const meta = { org_id: 'o', start_date: '2026-02-01', end_date: '2026-02-03' }
const person = (row: string) => ({ user_id: row.slice(0, -1), date: `2026-02-0${row.slice(-1)}` })
/** A page of rows named by person and day, like `a1`. */
const users = (rows: string[], more: boolean | undefined, cursor?: string | null): Behaviour =>
  answer(200, { data: rows.map(person), meta: { ...meta, has_more: more, next_cursor: cursor } })
const changes = (revisions: number[], hasMore: boolean, nextCursor?: string): Behaviour =>
  answer(200, { changes: revisions.map((revision) => ({ revision })), pagination: { hasMore, nextCursor } })
const reports = (...ids: unknown[]): Behaviour => answer(200, { reports: ids.map((reportId) => ({ reportId })) })

const names = (pages: Page<'users'>[]): string[] =>
  pages.flatMap(({ rows }) => rows.map(({ user_id, date }) => `${user_id}${date?.slice(-1)}`))

const walk = async <N extends PagedEndpointName>(walked: AsyncIterable<Page<N>>): Promise<Page<N>[]> => {
  const pages: Page<N>[] = []
  for await (const page of walked) pages.push(page)
  return pages
}

test('a walk goes from cursor to cursor to the explicit end', async () => {
  const { client, server } = await bench([
    users(['a1', 'a2'], true, 'a'),
    users(['b1'], true, 'b'),
    users(['c1'], false, 'c'),
  ])
  const pages = await walk(pagesOf(client, 'users', { query: { ...ask.query, limit: 2 } }))
  expect(names(pages)).toEqual(['a1', 'a2', 'b1', 'c1'])
  expect(pages.map(({ page, nextCursor, incomplete }) => [page, nextCursor, incomplete])).toEqual([
    [1, 'a', undefined],
    [2, 'b', undefined],
    [3, undefined, undefined],
  ])
  expect(server.received.map(({ path }) => path.split('limit=2')[1])).toEqual(['', '&cursor=a', '&cursor=b'])
  expect(client.log.entries().map(({ page }) => page)).toEqual([1, 2, 3])
})

test('a person whose days are split over two pages is counted once a day', async () => {
  const { client } = await bench([
    users(['a1', 'b1', 'b2'], true, 'b'),
    users(['b1', 'b2', 'b3', 'c1'], true, 'c'),
    users([], false),
  ])
  const pages = await walk(pagesOf(client, 'users', ask))
  expect(names(pages)).toEqual(['a1', 'b1', 'b2', 'b3', 'c1'])
  expect(pages[1]?.rawRows).toEqual(['b3', 'c1'].map(person))
  expect(pages.at(-1)?.incomplete).toBeUndefined()
})

test('a row that a later page repeats with other figures is yielded again, and an identical row is not', async () => {
  const page = (sessions: number[], cursor: string | null): Behaviour =>
    answer(200, {
      data: sessions.map((count, at) => ({ ...person(`${'abc'[at]}1`), sessions: count })),
      meta: { ...meta, has_more: cursor !== null, next_cursor: cursor },
    })
  const { client } = await bench([page([1], 'x'), page([1, 2], 'y'), page([9, 2, 3], null)])
  const pages = await walk(pagesOf(client, 'users', ask))
  expect(pages.map(({ rows }) => rows.map(({ user_id, sessions }) => `${user_id} ${sessions}`))).toEqual([
    ['a 1'],
    ['b 2'],
    ['a 9', 'c 3'],
  ])
  expect(pages.map(({ changedRows }) => changedRows.map(({ user_id }) => user_id))).toEqual([[], [], ['a']])
})

test('a walk ends at a page that has only changed rows and no new ones', async () => {
  const page = (sessions: number, cursor: string): Behaviour =>
    answer(200, { data: [{ ...person('a1'), sessions }], meta: { ...meta, has_more: true, next_cursor: cursor } })
  const { client, server } = await bench([page(1, 'x'), page(2, 'y')])
  const pages = await walk(pagesOf(client, 'users', ask))
  expect(pages.at(-1)?.incomplete).toContain('no new rows')
  expect(pages.at(-1)?.rows).toEqual([expect.objectContaining({ sessions: 2 })])
  expect(server.received).toHaveLength(2)
})

const bad = answer(200, { data: [{ user_id: 5 }, {}], meta: { ...meta, has_more: true, next_cursor: 'x' } })
test.each<
  [what: string, answers: Behaviour[], rows: string, incomplete?: string, next?: string | undefined, cursor?: string]
>([
  ['a cursor that comes again', [users(['a1'], true, 'a'), users(['b1'], true, 'a')], 'a1 b1', 'same cursor twice'],
  [
    'two cursors that lead to each other',
    [users(['a1'], true, 'x'), users(['b1'], true, 'y'), users(['c1'], true, 'x')],
    'a1 b1 c1',
    'same cursor',
  ],
  ['the cursor that it began with', [users(['b1'], true, 'a')], 'b1', 'same cursor', undefined, 'a'],
  ['more without a cursor', [users(['a1'], true)], 'a1', 'sent no cursor'],
  ['more and an empty cursor', [users(['a1'], true, '')], 'a1', 'sent no cursor'],
  ['a page with nothing new', [users(['a1'], true, 'a'), users(['a1'], true, 'b')], 'a1', 'no new rows', 'b'],
  ['rows without an identity', [bad], 'undefinedundefined undefinedundefined', 'no new rows', 'x'],
  ['neither more nor a cursor', [users(['a1'], undefined)], 'a1'],
])('a walk ends at %s', async (_, answers, rows, incomplete, next, cursor) => {
  const { client, server } = await bench([...answers])
  const pages = await walk(pagesOf(client, 'users', { query: { ...ask.query, ...(cursor && { cursor }) } }))
  const last = pages.at(-1)
  expect([names(pages).join(' '), server.received.length, last?.nextCursor]).toEqual([rows, answers.length, next])
  expect(last?.incomplete).toEqual(incomplete && expect.stringContaining(incomplete))
})

test('each revision and report is yielded once; reports are requested after the last id until nothing new comes', async () => {
  const history = await bench([changes([5, 4], true, 'x'), changes([4, 3], false)])
  const revisions = await walk(pagesOf(history.client, 'controlsHistory', {}))
  expect(revisions.flatMap(({ rows }) => rows.map(({ revision }) => revision))).toEqual([5, 4, 3])
  for (const [answers, ids, paths, incomplete] of [
    [
      [reports('r1', 'r2'), reports('r3'), reports()],
      ['r1', 'r2', 'r3'],
      ['', '&startAfter=r2', '&startAfter=r3'],
    ],
    // A server that ignores startAfter, and one whose last report has no id.
    [[reports('r1', 'r2')], ['r1', 'r2'], ['', '&startAfter=r2']],
    [[reports('r1', 7)], ['r1', undefined], [''], 'no id'],
  ] as const) {
    const { client, server } = await bench([...answers])
    const pages = await walk(pagesOf(client, 'readinessReports', { query: { limit: 2 } }))
    expect(pages.flatMap(({ rows }) => rows.map(({ reportId }) => reportId))).toEqual(ids)
    expect(server.received.map(({ path }) => path.split('limit=2')[1])).toEqual(paths)
    const expected = incomplete === undefined ? undefined : expect.stringContaining(incomplete)
    expect(pages.at(-1)?.incomplete).toEqual(expected)
  }
})

test('a walk stops after 1,000 pages, and can be resumed there', async () => {
  let count = 0
  const call = async () => {
    count += 1
    return { body: { changes: [{ revision: count }], pagination: { hasMore: true, nextCursor: `c${count}` } }, raw: {} }
  }
  const pages = await walk(pagesOf({ call } as never, 'controlsHistory', {}))
  expect(pages).toHaveLength(1000)
  expect(pages.at(-1)).toMatchObject({ incomplete: 'Stopped after 1000 pages.', nextCursor: 'c1000' })
})

test('an error is about a cursor only if it has one of these statuses', () => {
  const errorWith = (status: number | undefined) => new AppError('failed', 'no', { status })
  const statuses = [undefined, 400, 401, 404, 410, 422, 429, 500]
  expect(statuses.filter((status) => isCursorError(errorWith(status)))).toEqual([400, 404, 410, 422])
  expect(isCursorError(new Error('no'))).toBe(false)
})

test('if a page fails, the earlier pages and their cursor have been yielded', async () => {
  const { client } = await bench([users(['a1'], true, 'a'), answer(403)])
  const pages: Page<'users'>[] = []
  const walking = async (): Promise<void> => {
    for await (const page of pagesOf(client, 'users', ask)) pages.push(page)
  }
  expect(await errorOf(walking())).toMatchObject({ kind: 'refused' })
  expect(pages.map(({ nextCursor }) => nextCursor)).toEqual(['a'])
})

const event = (eventType: string) => ({ eventType, actor: null, createdAt: '2026-02-01T00:00:00Z' })

test('the audit log is walked at the path of the server, whatever the name of its list', async () => {
  const path = '/api/v0/audit-log'
  const { client, server } = await bench([
    answer(200, { data: [event('a'), event('b')], pagination: { hasMore: true, nextCursor: '2' }, total: 3 }),
    answer(200, [event('c'), event('b')]),
  ])
  const pages = await walk(pagesOf(client, 'auditEvents', { query: { limit: 2 } }, { path }))
  expect(pages.map(({ rows }) => rows.map(({ eventType }) => eventType))).toEqual([['a', 'b'], ['c']])
  expect(pages.map(({ rawRows }) => rawRows)).toEqual([[event('a'), event('b')], [event('c')]])
  expect(pages[0]?.reply.raw).toEqual({
    events: [event('a'), event('b')],
    pagination: { hasMore: true, nextCursor: '2' },
    total: 3,
  })
  expect(pages.at(-1)).toMatchObject({ incomplete: undefined, nextCursor: undefined })
  expect(server.received.map((received) => received.path)).toEqual([`${path}?limit=2`, `${path}?limit=2&cursor=2`])
})

test('an audit log that repeats its pages ends, and is marked as incomplete', async () => {
  const page = { events: [event('a')], pagination: { hasMore: true, nextCursor: '2' } }
  const { client, server } = await bench([answer(200, page)])
  const pages = await walk(pagesOf(client, 'auditEvents', {}))
  expect(pages.map(({ rows }) => rows.length)).toEqual([1, 0])
  expect(pages.at(-1)?.incomplete).toBeDefined()
  expect(server.received).toHaveLength(2)
})

test.each([
  ['two lists', { one: [event('a')], two: [event('b')] }],
  ['no list', { count: 5 }],
  ['a list of texts', { data: ['a'] }],
  ['a text', 'none'],
])('a response with %s is not an audit log', async (_, body) => {
  const { client } = await bench([answer(200, JSON.stringify(body), { 'content-type': 'application/json' })])
  const error = await errorOf(client.call('auditEvents', {}))
  expect(error.message).toMatch(/has no list "events"|is not an object/)
})

test('users with a seat are counted once, also when pages overlap', async () => {
  const seat = (id: string) => ({ id, email: `${id}@x.example`, createdAt: '2026-02-01T00:00:00Z', metadata: {} })
  const { client } = await bench([
    answer(200, { users: [seat('a'), seat('b')], pagination: { hasMore: true, nextCursor: 'b' } }),
    answer(200, {
      users: [seat('b'), { ...seat('c'), createdAt: 5 }],
      pagination: { hasMore: false, nextCursor: null },
    }),
  ])
  const pages = await walk(pagesOf(client, 'organizationUsers', {}))
  expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(['a', 'b', 'c'])
  expect(pages[1]?.reply.problems).toEqual([{ path: 'users[1].createdAt', expected: 'string' }])
})
