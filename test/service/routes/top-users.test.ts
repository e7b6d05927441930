import { expect, test } from 'vitest'
import type { TopUsers } from '../../../src/contract/top-users.ts'
import type { Store } from '../../../src/service/store/store.ts'
import { createTestService, LAST_DAY } from '../test-service.ts'

const path = '/api/v1/analytics/top-users'

const putDay = (store: Store, day: string, id: string, row: object) =>
  store.personDays.put([
    { day, user_id: id, row: JSON.stringify({ user_id: id, user_email: null, date: day, ...row }) },
  ])

/** Credits by user on the last day; null without credits. */
const serviceWith = async (credits: Record<string, number | null>) => {
  const service = await createTestService(null)
  for (const [id, billable_tokens] of Object.entries(credits))
    await putDay(service.store, LAST_DAY, id, billable_tokens === null ? { sessions: 1 } : { billable_tokens })
  return service
}

type Row = Record<string, unknown>

const ranksOf = ({ data }: TopUsers) => data.map(({ rank, user_id }) => `${rank} ${user_id}`)

const pagesOf = async (json: (path: string) => Promise<TopUsers>, query: string): Promise<TopUsers[]> => {
  const pages: TopUsers[] = []
  for (let cursor = ''; ; ) {
    const page = await json(`${path}?${query}${cursor}`)
    pages.push(page)
    expect(page.pagination.hasMore).toBe(typeof page.pagination.nextCursor === 'string')
    if (!page.pagination.hasMore) return pages
    cursor = `&cursor=${page.pagination.nextCursor}`
  }
}

test('equal figures share a rank, ordered by id by code points, and users without the figure are last', async () => {
  const { json } = await serviceWith({ b: 5, '😀': 5, '\uffee': 5, a: 9, z: 0, y: null, x: null, n: -4, '': 1 })
  const expected = ['1 a', '2 b', '2 \uffee', '2 😀', '5 ', '6 z', '7 n', '8 x', '8 y']
  expect(ranksOf(await json(`${path}?days=7`))).toEqual(expected)
  for (const limit of [1, 2, 3, 8]) {
    const pages = await pagesOf(json, `days=7&limit=${limit}`)
    expect(pages.flatMap(ranksOf)).toEqual(expected)
    expect(pages.map(({ data }) => data.length).slice(0, -1)).toEqual(pages.slice(1).map(() => limit))
  }
})

test('the figures are the sums of the days in the window, and the totals those of all users', async () => {
  const { json } = await createTestService({ users: 30, days: 60 })
  for (const [days, startDate] of Object.entries({ 7: '2026-10-14', 14: '2026-10-07', 30: '2026-09-21' })) {
    const { data: rows }: { data: Row[] } = await json(
      `/api/v1/analytics/users?startDate=${startDate}&endDate=${LAST_DAY}&limit=100`,
    )
    const { window, data, totals, totalUsers }: TopUsers = await json(`${path}?days=${days}&limit=100`)
    expect(window).toEqual({ startDate, endDate: LAST_DAY })
    const byUser = Map.groupBy(rows, (row) => row.user_id)
    expect(totalUsers).toBe(byUser.size)
    expect(data).toHaveLength(byUser.size)
    const sumOf = (own: Row[], figure: string) => own.reduce((sum, row) => sum + Number(row[figure]), 0)
    for (const { rank: _rank, user_id, user_email, days: active, ...figures } of data) {
      const own = (byUser.get(user_id) ?? []) as Row[]
      expect([user_email, active]).toEqual([own[0]?.user_email, own.length])
      for (const [figure, sum] of Object.entries(figures)) expect(sum, figure).toBe(sumOf(own, figure))
    }
    for (const [figure, sum] of Object.entries(totals)) expect(sum, figure).toBe(sumOf(rows, figure))
  }
})

test('an organisation without days has no users, up to yesterday', async () => {
  const { json } = await createTestService(null)
  expect(await json(`${path}?days=7&sort=sessions`)).toMatchObject({
    window: { startDate: '2026-10-14', endDate: LAST_DAY },
    sort: 'sessions',
    totalUsers: 0,
    totals: { billable_tokens: null },
    data: [],
    pagination: { hasMore: false, nextCursor: null },
  })
})

test('rows that are added later count, and a cursor of other days or another sort is refused', async () => {
  const { store, json, call } = await serviceWith({ a: 1, b: 2 })
  const { pagination }: TopUsers = await json(`${path}?days=7&limit=1`)
  const rest = `&limit=1&cursor=${pagination.nextCursor}`
  const other = 'cursor belongs to days=7 and sort=billable_tokens. Use it with the same values.'
  for (const query of [`days=14${rest}`, `days=7&sort=sessions${rest}`])
    expect(await json(`${path}?${query}`)).toMatchObject({ status: 400, detail: other })
  await putDay(store, '2026-10-19', 'a', { billable_tokens: 3 })
  expect(ranksOf(await json(`${path}?days=7`))).toEqual(['1 a', '2 b'])
  expect(ranksOf(await json(`${path}?days=7${rest}`))).toEqual([])
  await putDay(store, '2026-10-21', 'c', { billable_tokens: 1 })
  const detail =
    'cursor belongs to the days up to 2026-10-20, but the newest day is now 2026-10-21. Start again without a cursor.'
  expect(await json(`${path}?days=7${rest}`)).toMatchObject({ status: 400, detail, metadata: { parameter: 'cursor' } })
  expect((await call(`${path}?days=7`, { role: 'member' })).status).toBe(403)
})
