import { daysOf, type Range } from '../../domain/calendar/calendar.ts'
import type { DayEndpoint } from '../store/analytics-store.ts'
import { checkOrganisation, type Pull } from './pull.ts'
import { pullSpans } from './pull-spans.ts'
import type { Row } from './vendor.ts'

/** The value of `group_by` that each endpoint has. */
const GROUP_BY: Record<DayEndpoint, string | undefined> = {
  credits: 'model',
  tools: 'tool_name',
  activity: 'client',
  productivity: undefined,
}

/**
 * Reads the days of an endpoint that are missing or may have changed. The rows with `group_by` are the vendor's own.
 *
 * @throws AppError
 */
export const pullDays = async (pull: Pull, endpoint: DayEndpoint): Promise<void> => {
  const synced = await pull.store.sync.readDays(endpoint)
  const completed = new Set(synced.filter(({ is_complete }) => is_complete === 1).map(({ day }) => day))
  await pullSpans(pull, endpoint, { synced, pullSpan: (span) => pullSpan(pull, endpoint, span, completed) })
}

const pullSpan = async (
  pull: Pull,
  endpoint: DayEndpoint,
  span: Range,
  completed: ReadonlySet<string>,
): Promise<void> => {
  const startedAt = pull.now()
  const query = { startDate: span.from, endDate: span.to }
  const groupBy = GROUP_BY[endpoint]
  const plain = await pull.read(endpoint, query)
  const grouped = groupBy === undefined ? undefined : await pull.read(endpoint, { ...query, group_by: groupBy })
  const days = daysOf(span)
  const counts = await pull.commit(async (stores, scrub) => {
    await checkOrganisation(stores, plain.body)
    const rows = textsByDay(scrub(plain.rows), span)
    const groupedRows = textsByDay(scrub(grouped?.rows ?? []), span)
    const counts = { written: 0, changed: 0, skipped: rows.skipped + groupedRows.skipped }
    for (const day of days) {
      const stored = { day, row: rows.of(day), grouped: groupedRows.of(day) }
      // The vendor may have dropped a day without rows, so a copy of it stays.
      if (stored.row === '' && stored.grouped === '') continue
      const written = await stores.days.put(endpoint, stored)
      counts.written += written
      if (completed.has(day)) counts.changed += written
    }
    await stores.sync.completeDays(endpoint, days, startedAt)
    return counts
  })
  pull.count(counts, `${span.from}..${span.to}`)
}

/** The texts of rows by their day, joined by commas. Rows of other days are skipped. */
const textsByDay = (rows: readonly Row[], { from, to }: Range) => {
  const texts = new Map<unknown, string>()
  let skipped = 0
  for (const { json, text } of rows) {
    const { date } = json
    if (typeof date !== 'string' || date < from || date > to) skipped += 1
    else texts.set(date, texts.has(date) ? `${texts.get(date)},${text}` : text)
  }
  return { of: (day: string): string => texts.get(day) ?? '', skipped }
}
