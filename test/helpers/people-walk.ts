import type { PeopleWalk } from '../../src/cache/load/people/people-walk.ts'
import type { Queries } from '../../src/cache/query/query-client.ts'
import type { Range } from '../../src/domain/calendar/calendar.ts'
import { memoryLedger, queriesFor } from './cached-layer.ts'
import { type UsersClientOptions, usersClient } from './days-client.ts'
import { until } from './screen.tsx'

export const HOUR = 3_600_000
export const NOW = Date.UTC(2026, 10, 21, 9)
export const range = (from: string, to: string): Range => ({ from: `2026-${from}`, to: `2026-${to}` })
export const days = range('11-01', '11-03')

/** Three users on three days. A page of four rows splits the days of b. */
export const nine = ['a', 'b', 'c'].flatMap((person, at) =>
  ['11-01', '11-02', '11-03'].map((day, on) => `${person} ${day} ${100 * (at + 1) + on}`),
)

export const openWalks = (options: Partial<UsersClientOptions> = {}) => {
  const clock = { ms: NOW }
  const now = () => clock.ms
  const client = usersClient({ now, rows: () => nine, pageRows: 4, ...options })
  const ledger = memoryLedger()
  /** Another explorer on the same ledger. */
  const start = () => queriesFor(client as never, now, { ledger })
  const requested = () =>
    client.requested.map(({ from, to, cursor }) => `${from.slice(5)}..${to.slice(5)} ${cursor ?? 'first'}`)
  return { clock, client, ledger, queries: start(), start, requested }
}

export const watchWalk = (walk: PeopleWalk) => {
  const stop = walk.subscribe(() => {})
  const settled = () =>
    until(
      () => walk.get().loading === 'nothing',
      () => `still loading: ${JSON.stringify({ ...walk.get(), chunks: undefined })}`,
    )
  return { stop, settled }
}

/** Opens the walk of a range, takes one step, and waits until the step is loaded. */
export const walked = async (queries: Queries, of = days, step: 'all' | 'more' = 'all') => {
  const walk = queries.walk(of)
  const watched = watchWalk(walk)
  walk[step]()
  await watched.settled()
  return { walk, ...watched }
}

/** The shown values: the newest row of each user and day, sorted by name. */
export const rowsOf = (walk: PeopleWalk): string[] => {
  const newest = new Map<string, number | undefined>()
  for (const { length, ids, person, days, day, measures } of walk.get().chunks)
    for (let row = 0; row < length; row++) {
      const date = days[day[row] as number]?.slice(5)
      newest.set(`${ids[person[row] as number]} ${date}`, measures.billable_tokens[row])
    }
  return [...newest].map(([key, credits]) => `${key} ${credits}`).toSorted()
}
