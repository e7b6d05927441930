import { expect, test } from 'vitest'
import { queriesFor } from '../../helpers/cached-layer.ts'
import { days, NOW, nine, openWalks, range, rowsOf, walked, watchWalk } from '../../helpers/people-walk.ts'

test.each([401, 403])('after a %i the rows are deleted, in the next process too', async (status) => {
  const { queries, start } = openWalks({ failing: [2], status })
  const { walk } = await walked(queries)
  expect(walk.get()).toMatchObject({ error: { status }, missing: [days], at: undefined })
  expect(rowsOf(walk)).toEqual([])
  const later = start()
  watchWalk(later.walk(days))
  expect(rowsOf(later.walk(days))).toEqual([])
})

test('a 403 for one range removes the rows of all ranges', async () => {
  const { queries } = openWalks({ failing: [4], status: 403 })
  const early = await walked(queries)
  expect(rowsOf(early.walk)).toEqual(nine)
  const late = await walked(queries, range('10-01', '10-02'))
  expect(late.walk.get()).toMatchObject({ error: { status: 403 } })
  expect(early.walk.get()).toMatchObject({ chunks: [], error: { status: 403 } })
})

test("rows of a key's previous organisation are not mixed with those of the next one", async () => {
  let org = 'org_1'
  let rows = ['a 11-01 1', 'b 11-01 1', 'c 11-01 1']
  const { queries } = openWalks({
    rows: () => rows,
    pageRows: 2,
    meta: (request) => ({
      org_id: org,
      ...(request === 1 ? { has_more: true, next_cursor: '2' } : { has_more: false }),
    }),
  })
  const { walk, settled } = await walked(queries, days, 'more')
  expect(rowsOf(walk)).toEqual(['a 11-01 1', 'b 11-01 1'])
  org = 'org_2'
  rows = ['y 11-01 5', 'z 11-01 5']
  walk.all()
  await settled()
  expect(walk.get()).toMatchObject({ chunks: [], missing: [days], error: { kind: 'failed' } })
  walk.all()
  await settled()
  expect(rowsOf(walk)).toEqual(rows)
})

test('offline, cached rows are shown and missing days are listed', async () => {
  const { queries, ledger, requested } = openWalks()
  await walked(queries, range('11-01', '11-02'))
  const count = requested().length
  const offline = queriesFor(undefined, () => NOW, { ledger })
  const walk = offline.walk(days)
  watchWalk(walk)
  expect(walk.get()).toMatchObject({ missing: [range('11-03', '11-03')], loading: 'nothing' })
  expect(walk.get().incomplete).toBe('Offline: 1 day is not cached on this machine.')
  expect(rowsOf(walk)).toEqual(nine.filter((row) => !row.includes('11-03')))
  walk.all()
  expect(requested()).toHaveLength(count)
})
