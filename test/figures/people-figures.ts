import { changeOf, type Days, periodBefore, sum } from './days.ts'
import { type Raw, type Server, ungrouped } from './server.ts'
import type { Tally } from './tally.ts'

const SUMMED = (
  'billable_tokens tool_calls sessions git_commits git_prs_created messages user_messages assistant_messages ' +
  'files_created files_edited mcp_calls skill_calls slash_commands hooks'
).split(' ')

/** Rows of users by day, and their sums over a range. */
export const peopleFigures = async (
  { get, json, csv, table }: Server,
  ranges: readonly Days[],
  tally: Tally,
): Promise<void> => {
  for (const range of ranges) {
    const rows = await rowsOf(get, range)
    const before = await rowsOf(get, periodBefore(range))
    const words = ['analytics', 'users', '--from', range.from, '--to', range.to]
    const days: Raw[] = (await json(...words, '--all')).data
    const byKey = new Map(days.map((row) => [`${row.user_id} ${row.date}`, row]))
    tally.same('people, days', `${range.from} rows`, days.length, rows.length)
    for (const row of rows)
      tally.sameIn('people, days', `${row.user_id} ${row.date}`, byKey.get(`${row.user_id} ${row.date}`), row)

    const printed: Raw[] = (await json(...words, '--totals', '--compare', 'prev')).data
    const lines = await csv(...words, '--totals')
    const cellsOf = await table(...words, '--totals')
    const ids = [...new Set(rows.map(({ user_id }) => user_id))]
    const creditsOf = (id: string) => sum(of(rows, id).map((row) => row.billable_tokens))
    const all = sum(rows.map((row) => row.billable_tokens))
    const present = printed.filter(({ state, days: count }) => state !== 'stopped' && count > 0)
    tally.same('people, totals', `${range.from} people`, present.length, ids.length)
    for (const id of ids) {
      const [own, earlier] = [of(rows, id), of(before, id)]
      const row = printed.find(({ user_id }) => user_id === id)
      const line = lines.find(({ user_id }) => user_id === id)
      const what = `${range.from}..${range.to} ${id}`
      for (const member of SUMMED) {
        const value = sum(own.map((each) => each[member] ?? 0))
        const last = sum(earlier.map((each) => each[member] ?? 0))
        tally.same('people, totals', `${what} ${member}`, row?.[member], value)
        tally.same('people, before', `${what} ${member}`, row?.[`${member}_previous`], last)
        tally.same('people, changes', `${what} ${member}`, row?.[`${member}_change`], changeOf(value, last))
        tally.same('people, csv', `${what} ${member}`, Number(line?.[member]), value)
      }
      const dates = [...new Set(own.map(({ date }) => date))].toSorted()
      tally.same('people, totals', `${what} days`, row?.days, dates.length)
      tally.same('people, totals', `${what} first day`, row?.first_day, dates[0])
      tally.same('people, totals', `${what} last day`, row?.last_day, dates.at(-1))
      tally.same('people, shares', what, row?.share, creditsOf(id) / all)
      const rank = 1 + ids.filter((other) => creditsOf(other) > creditsOf(id)).length
      tally.same('people, ranks', what, row?.rank, rank)
      const languages = [...new Set(own.flatMap((each) => each.languages))].toSorted()
      tally.same('people, languages', what, row?.languages.toSorted().join(), languages.join())
      const cells = cellsOf.find(({ PERSON }) => PERSON === own[0]?.user_email)
      if (!cells) continue
      tally.same('people, tables', `${what} CREDITS`, ungrouped(cells.CREDITS ?? ''), creditsOf(id))
      if (cells['%'])
        tally.same('people, tables', `${what} %`, cells['%'], `${((creditsOf(id) / all) * 100).toFixed(1)} %`)
    }
  }
}

const of = (rows: readonly Raw[], id: string): Raw[] => rows.filter(({ user_id }) => user_id === id)

/** All pages, one after the other. */
const rowsOf = async (get: Server['get'], { from, to }: Days): Promise<Raw[]> => {
  const rows: Raw[] = []
  for (let cursor = ''; ; ) {
    const { data, meta } = await get(`/api/v1/analytics/users?startDate=${from}&endDate=${to}&limit=100${cursor}`)
    rows.push(...data)
    if (!meta.has_more) return rows
    cursor = `&cursor=${encodeURIComponent(meta.next_cursor)}`
  }
}
