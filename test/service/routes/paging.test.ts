import { expect, test } from 'vitest'
import type { Store } from '../../../src/service/store/store.ts'
import { createTestService, RANGE } from '../test-service.ts'

type PersonRow = { user_id: string; date: string }
type UsersPage = { data: PersonRow[]; meta: { has_more: boolean; next_cursor?: string } }
const users = '/api/v1/analytics/users'

const putUser = (store: Store, id: string): Promise<number> =>
  store.personDays.put([{ day: '2026-10-05', user_id: id, row: JSON.stringify({ user_id: id, date: '2026-10-05' }) }])

const walk = async (
  json: (path: string) => Promise<UsersPage>,
  query: string,
  between: (page: UsersPage) => Promise<void> | void = () => {},
): Promise<UsersPage[]> => {
  const pages: UsersPage[] = []
  let cursor: string | undefined
  do {
    const page = await json(`${users}?${query}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)
    pages.push(page)
    await between(page)
    cursor = page.meta.next_cursor
  } while (cursor !== undefined)
  return pages
}

const idsOf = (page: UsersPage): string[] => [...new Set(page.data.map(({ user_id }) => user_id))]

// One of the twelve people stopped before the first day of the range.
test('limit counts people, 20 by default, and a page has all their days, sorted by person and day', async () => {
  const { json } = await createTestService()
  const pages = await walk(json, `${RANGE}&limit=5`)
  expect(pages.map((page) => idsOf(page).length)).toEqual([5, 5, 1])
  expect(pages.map(({ meta }) => meta.has_more)).toEqual([true, true, false])
  for (const page of pages.slice(0, -1)) expect(page.meta.next_cursor).toBe(page.data.at(-1)?.user_id)
  expect(pages.at(-1)?.meta).not.toHaveProperty('next_cursor')
  const rows = pages.flatMap(({ data }) => data)
  const keys = rows.map(({ user_id, date }) => `${user_id} ${date}`)
  expect(keys).toEqual([...new Set(keys)].sort())
  expect(rows).toEqual((await json(`${users}?${RANGE}&limit=100`)).data)
  const [whole, ...others] = await walk(json, `${RANGE}&limit=11`)
  expect([others, whole?.meta.has_more]).toEqual([[], false])
  const { json: more } = await createTestService({ users: 25, days: 10 })
  expect(idsOf(await more(`${users}?startDate=2026-10-12&endDate=2026-10-20`))).toHaveLength(20)
})

test('people without a day in the range are not counted', async () => {
  const { store, json } = await createTestService(null)
  for (const [id, day] of Object.entries({ a: '2026-10-01', b: '2026-09-01', c: '2026-10-02', d: '2026-10-03' }))
    await store.personDays.put([{ day, user_id: id, row: JSON.stringify({ user_id: id, date: day }) }])
  const pages = await walk(json, 'startDate=2026-10-01&endDate=2026-10-02&limit=1')
  expect(pages.map(idsOf)).toEqual([['a'], ['c']])
})

test('a cursor may be an id that does not exist', async () => {
  const { json } = await createTestService()
  const all: UsersPage = await json(`${users}?${RANGE}&limit=100`)
  const [first, second] = idsOf(all)
  const after: UsersPage = await json(`${users}?${RANGE}&limit=100&cursor=${first}zzz`)
  expect(after.data[0]?.user_id).toBe(second)
  expect((await json(`${users}?${RANGE}&cursor=~`)).data).toEqual([])
})

test('no person is repeated or left out while people are added between pages', async () => {
  const { store, json } = await createTestService()
  const before: UsersPage = await json(`${users}?${RANGE}&limit=100`)
  let added = 0
  const pages = await walk(json, `${RANGE}&limit=2`, async () => {
    for (const id of [`user_000${added}`, `user_zzz${added}`]) {
      if (added < 3) await putUser(store, id)
    }
    added++
  })
  const seen = pages.flatMap(idsOf)
  expect(seen).toEqual([...new Set(seen)].sort())
  expect(seen).toEqual(expect.arrayContaining(idsOf(before)))
  // People added after the cursor are found, people added before it are not.
  expect(seen.filter((id) => id.startsWith('user_zzz'))).toHaveLength(3)
  expect(seen.filter((id) => id.startsWith('user_000'))).toHaveLength(0)
})

test('users whose ids are not ASCII have the same order on all pages', async () => {
  const { store, json } = await createTestService(null)
  const ids = ['a', 'z', 'é', '陈', '\uffee', '😀', 'Z', '~']
  for (const id of ids) await putUser(store, id)
  const pages = await walk(json, 'startDate=2026-10-01&endDate=2026-10-10&limit=1')
  const seen = pages.flatMap(idsOf)
  expect(seen).toEqual([...ids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
})

test('reports are sorted newest first, then by id, and startAfter continues after a report', async () => {
  const { store, json } = await createTestService()
  for (const reportId of ['b', 'a', 'd', 'c']) {
    const report = { reportId, createdAt: 5, repoUrl: 'https://x.example/o/r', apps: {}, report: {} }
    await store.reports.put(report, JSON.stringify(report))
  }
  const path = '/api/organization/maturity-level-reports'
  const idsIn = async (query: string): Promise<string[]> =>
    (await json(path + query)).reports.map(({ reportId }: { reportId: string }) => reportId)
  const { reports: all } = await json(`${path}?limit=1000`)
  const times = all.map(({ createdAt }: { createdAt: number }) => createdAt)
  expect(times).toEqual([...times].sort((a, b) => b - a))
  const seen: string[] = []
  for (let ids = await idsIn('?limit=7'); ids.length > 0; ids = await idsIn(`?limit=7&startAfter=${seen.at(-1)}`))
    seen.push(...ids)
  expect(seen).toEqual(await idsIn('?limit=1000'))
  expect(seen.slice(-4)).toEqual(['d', 'c', 'b', 'a'])
  expect(await idsIn('')).toHaveLength(20)
})

test('revisions come highest first and keep their pages while new ones are written', async () => {
  const { store, json } = await createTestService()
  const path = '/api/v0/organization/enterprise-controls/history'
  const seen: number[] = []
  let cursor = ''
  for (let next = 419; ; next++) {
    const { changes, pagination } = await json(`${path}?limit=5${cursor}`)
    seen.push(...changes.map(({ revision }: { revision: number }) => revision))
    const newest = { ...changes[0], revision: next }
    await store.revisions.put(next, JSON.stringify(newest))
    if (!pagination.hasMore) {
      expect(pagination).toEqual({ hasMore: false })
      break
    }
    cursor = `&cursor=${pagination.nextCursor}`
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => 418 - at))
  expect((await json(path)).changes).toHaveLength(20)
})
