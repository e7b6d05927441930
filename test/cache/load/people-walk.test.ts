import { expect, test } from 'vitest'
import { queriesFor } from '../../helpers/cached-layer.ts'
import { days, HOUR, NOW, nine, openWalks, range, rowsOf, walked, watchWalk } from '../../helpers/people-walk.ts'
import { until } from '../../helpers/screen.tsx'

test('each step loads a page, and each row appears once', async () => {
  const { queries, requested } = openWalks()
  const walk = queries.walk(days)
  const { settled } = watchWalk(walk)
  expect(walk.get()).toMatchObject({ loading: 'nothing', missing: [days], pages: 0, at: undefined })
  walk.more()
  walk.more()
  expect(walk.get().loading).toBe('page')
  await settled()
  expect(rowsOf(walk)).toEqual(nine.slice(0, 4))
  // The page has all rows of a and one of b.
  expect(walk.get()).toMatchObject({ missing: [days], pages: 1, pageUsers: 2, at: NOW })
  for (const _ of [2, 3]) await walked(queries, days, 'more')
  expect(walk.get()).toMatchObject({ missing: [], pages: 3, error: undefined, incomplete: undefined })
  expect(rowsOf(walk)).toEqual(nine)
  walk.more()
  walk.all()
  expect(requested()).toEqual(['11-01..11-03 first', '11-01..11-03 4', '11-01..11-03 8'])
})

test('all() loads to the end, and a narrower range then needs no request', async () => {
  const { queries, requested, start } = openWalks()
  const { settled } = watchWalk(queries.walk(days))
  queries.walk(days).all()
  expect(queries.walk(days).get().loading).toBe('all')
  await settled()
  expect(requested()).toHaveLength(3)
  for (const other of [queries, start()]) {
    const narrow = other.walk(range('11-02', '11-03'))
    watchWalk(narrow)
    expect(narrow.get()).toMatchObject({ missing: [], loading: 'nothing', pages: 0 })
    expect(rowsOf(narrow)).toEqual(nine.filter((row) => !row.includes('11-01')))
    expect(other.cacheHits().map(({ query, what }) => [query, what])).toEqual([['users', '2026-11-02..2026-11-03']])
    narrow.all()
  }
  expect(requested()).toHaveLength(3)
})

test('an interrupted walk continues at its cursor, in this process and the next', async () => {
  const { queries, start, requested } = openWalks({ pageRows: 2 })
  const { stop } = await walked(queries, days, 'more')
  stop()
  await Promise.resolve()
  expect(rowsOf((await walked(queries, days, 'more')).walk)).toEqual(nine.slice(0, 4))
  queries.close()
  const later = start()
  watchWalk(later.walk(days))
  expect(rowsOf(later.walk(days))).toEqual(nine.slice(0, 4))
  expect(rowsOf((await walked(later)).walk)).toEqual(nine)
  expect(requested()).toEqual(['first', '2', '4', '6', '8'].map((cursor) => `11-01..11-03 ${cursor}`))
})

test('an unfinished walk reports its missing days, in the next process too; a complete one reports none', async () => {
  const { queries, start } = openWalks({ pageRows: 2 })
  const first = await walked(queries, range('11-01', '11-01'))
  first.stop()
  await walked(queries, days, 'more')
  const rest = range('11-02', '11-03')
  for (const walk of [queries.walk(days), start().walk(days)]) {
    watchWalk(walk)
    expect(walk.get().chunks.map(({ walked, length }) => [walked, length])).toEqual([
      [undefined, 3],
      [rest, 2],
    ])
    expect(walk.get()).toMatchObject({ missing: [rest], uncached: [rest] })
  }
})

test.each([-26, 0, 26])('rows are stale after an hour on the server clock, which is %i h ahead', async (hours) => {
  const { queries, clock } = openWalks()
  clock.ms += hours * HOUR
  await walked(queries)
  for (const [ms, isStale] of [
    [0, false],
    [HOUR - 1, false],
    [1, true],
  ] as const) {
    clock.ms += ms
    expect(queries.refresh('stale')).toBe(isStale)
  }
})

test('when the last watcher leaves, the page under way is cancelled, and the next step loads it again', async () => {
  const { queries, client, requested } = openWalks({ isHeld: true })
  const walk = queries.walk(days)
  const watchers = [watchWalk(walk), watchWalk(walk)]
  walk.all()
  for (const [at, { stop }] of watchers.entries()) {
    stop()
    await Promise.resolve()
    expect(walk.get().loading === 'all').toBe(at === 0)
  }
  client.release()
  const { settled } = watchWalk(walk)
  walk.more()
  await until(() => requested().length === 2, 'no second request')
  client.release()
  await settled()
  expect(rowsOf(walk)).toEqual(nine.slice(0, 4))
  expect(requested()).toEqual(['11-01..11-03 first', '11-01..11-03 first'])
})

test('a failed page is an error until the walk is left; earlier rows stay, and the next step loads the page again', async () => {
  const { queries, requested } = openWalks({ failing: [2] })
  const { walk, stop } = await walked(queries)
  expect(walk.get()).toMatchObject({ error: { status: 500, message: 'request 2 failed' }, pages: 1, missing: [days] })
  stop()
  await Promise.resolve()
  const { settled } = watchWalk(walk)
  expect(walk.get()).toMatchObject({ error: undefined, pages: 0, missing: [days] })
  expect(rowsOf(walk)).toEqual(nine.slice(0, 4))
  walk.all()
  await settled()
  expect(walk.get()).toMatchObject({ error: undefined, missing: [] })
  expect(rowsOf(walk)).toEqual(nine)
  expect(requested()).toEqual(['first', '4', '4', '8'].map((cursor) => `11-01..11-03 ${cursor}`))
})

test('a first page that announces more without a cursor is shown as incomplete', async () => {
  const { queries, ledger } = openWalks({ meta: () => ({ has_more: true }) })
  const { walk } = await walked(queries)
  expect(rowsOf(walk)).toEqual(nine.slice(0, 4))
  expect(walk.get().incomplete).toContain('sent no cursor')
  expect([ledger.cachedDays('users', days), ledger.unfinishedWalk(days)]).toEqual([[], undefined])
})

test('rows that a reader has copied can be released, and later rows still arrive', async () => {
  const { queries } = openWalks()
  const { walk, settled } = await walked(queries, days, 'more')
  const first = walk.get().chunks.length
  const taken = rowsOf(walk)
  walk.release(first)
  expect(rowsOf(walk)).toEqual([])
  walk.all()
  await settled()
  expect(walk.get().chunks.length).toBeGreaterThan(first)
  expect([...taken, ...rowsOf(walk)].toSorted()).toEqual(nine)
})

test('recent days are loaded again after an hour, and their old rows are shown meanwhile', async () => {
  let figure = 1
  const young = range('11-19', '11-20')
  const { queries, clock, requested } = openWalks({
    rows: () => [`a 11-19 ${figure}`, `a 11-20 ${figure}`, `b 11-20 ${figure}`],
  })
  const { walk, settled } = await walked(queries, young)
  clock.ms = NOW + HOUR
  figure = 2
  queries.refresh('stale')
  expect(walk.get()).toMatchObject({ missing: [young], loading: 'nothing', at: NOW })
  expect(rowsOf(walk)).toEqual(['a 11-19 1', 'a 11-20 1', 'b 11-20 1'])
  walk.all()
  await settled()
  expect(rowsOf(walk)).toEqual(['a 11-19 2', 'a 11-20 2', 'b 11-20 2'])
  expect(walk.get()).toMatchObject({ missing: [], at: NOW + HOUR })
  expect(requested()).toHaveLength(2)
})

test('an unfinished walk over recent days restarts after an hour', async () => {
  const young = range('11-19', '11-20')
  const rows = ['a 11-19 1', 'a 11-20 1', 'b 11-19 1', 'b 11-20 1', 'c 11-20 1']
  const { queries, start, clock, requested } = openWalks({ rows: () => rows, pageRows: 2 })
  await walked(queries, young, 'more')
  queries.close()
  clock.ms = NOW + HOUR
  await walked(start(), young, 'more')
  expect(requested()).toEqual(['11-19..11-20 first', '11-19..11-20 first'])
})

test('a forced refresh loads all users from the first page, and removed users disappear', async () => {
  let rows = nine
  const { queries, requested } = openWalks({ rows: () => rows })
  const { walk, settled } = await walked(queries)
  const { generation } = walk.get()
  rows = nine.filter((row) => !row.startsWith('b')).map((row) => `${row}5`)
  queries.refresh('all')
  expect(walk.get()).toMatchObject({ missing: [days], loading: 'nothing' })
  expect(rowsOf(walk)).toEqual(nine)
  walk.more()
  await settled()
  walk.stop()
  walk.all()
  await settled()
  expect(rowsOf(walk)).toEqual(rows)
  expect(walk.get().generation).toBeGreaterThan(generation)
  expect(requested().slice(3)).toEqual(['11-01..11-03 first', '11-01..11-03 4'])
})

test('offline, an unfinished walk shows its users, and reports that others are not cached', async () => {
  const { queries, ledger } = openWalks()
  await walked(queries, days, 'more')
  queries.close()
  const offline = queriesFor(undefined, () => NOW, { ledger }).walk(days)
  watchWalk(offline)
  expect(rowsOf(offline)).toEqual(nine.slice(0, 4))
  expect(offline.get().incomplete).toBe('Offline: only some users of these days are cached on this machine.')
})

test('only the last walks without watchers stay in memory', async () => {
  const { queries } = openWalks()
  for (const one of [days, range('11-01', '11-02'), range('11-02', '11-03')]) {
    const { stop } = await walked(queries, one)
    stop()
    await Promise.resolve()
  }
  const first = queries.walk(days)
  expect(first.get().chunks).toEqual([])
  watchWalk(first)
  expect(rowsOf(first)).toEqual(nine)
})
