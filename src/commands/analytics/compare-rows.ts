import { compareText } from '../../base/text.ts'
import { addDays, daysBetween, type Range } from '../../domain/calendar/calendar.ts'
import { compared, numberOf } from '../../domain/text/delta.ts'
import { sumOfValues } from '../../domain/usage/measure-figures.ts'
import type { RawRow } from '../output/row-layout.ts'

export type CompareOptions = {
  rows: readonly RawRow[]
  /** Rows of the previous period; other days are ignored. */
  before: readonly RawRow[]
  range: Range
  /** The previous period, as long as the range. Undefined without data for it: all previous values are unknown then. */
  previous: Range | undefined
  /** Names of the numeric members. */
  members: readonly string[]
  /** Members that identify the same row on another day: model, user. */
  keys: readonly string[]
  /**
   * Whether the rows were filtered or sorted. If so, rows that exist only in the previous period are left out.
   * @default false
   */
  isFilteredOrSorted?: boolean
}

/**
 * Compares each row with that of the corresponding day of the previous period. For a range of whole weeks, this is the
 * same weekday. On a day that has any rows, in either period, a model or user without a row counts as 0. Rows that exist
 * only in the previous period are added, so that the output also shows models and users that are no longer used.
 */
export const compareRows = ({
  rows: parts,
  before: partsBefore,
  range,
  previous,
  members,
  keys,
  isFilteredOrSorted = false,
}: CompareOptions): RawRow[] => {
  const [rows, before] = [sumParts(parts, keys, members), sumParts(partsBefore, keys, members)]
  const shift = previous === undefined ? 0 : daysBetween(previous.from, range.from)
  const earlier = new Map<string, RawRow>()
  const earlierDays = new Set<unknown>()
  for (const row of before) {
    const { date } = row
    if (previous === undefined || typeof date !== 'string' || date < previous.from || date > previous.to) continue
    const aligned = addDays(date, shift)
    earlier.set(idOf(row, aligned, keys), row)
    earlierDays.add(aligned)
  }
  const ofDay = (days: ReadonlySet<unknown>, date: unknown): RawRow | undefined =>
    keys.length > 0 && days.has(date) ? Object.fromEntries(members.map((member) => [member, 0])) : undefined

  const days = new Set<unknown>(rows.map((row) => row.date))
  const result = rows.map((row): RawRow => {
    const id = idOf(row, row.date, keys)
    const previousRow = earlier.get(id) ?? ofDay(earlierDays, row.date)
    earlier.delete(id)
    const previousDate = previousRow && typeof row.date === 'string' ? addDays(row.date, -shift) : null
    return { ...row, previous_date: previousDate, ...compareMembers(row, previousRow, members) }
  })
  if (isFilteredOrSorted) return result
  const ended = [...earlier.values()].map((row): RawRow => {
    const date = addDays(String(row.date), shift)
    const now = ofDay(days, date)
    return { ...pick(row, keys), date, ...now, previous_date: row.date, ...compareMembers(now, row, members) }
  })
  return ended.length === 0 ? result : [...result, ...ended].sort((a, b) => compareText(String(a.date), String(b.date)))
}

/** One row per day and key: the parts of a row are summed. */
const sumParts = (rows: readonly RawRow[], keys: readonly string[], members: readonly string[]): RawRow[] => {
  const joined = new Map<string, RawRow>()
  for (const row of rows) {
    const id = idOf(row, row.date, keys)
    const first = joined.get(id)
    joined.set(id, first ? { ...first, ...row, ...sumMembers(first, row, members) } : row)
  }
  return [...joined.values()]
}

const sumMembers = (first: RawRow, second: RawRow, members: readonly string[]): RawRow =>
  Object.fromEntries(
    members.flatMap((member) => {
      const { value } = sumOfValues([numberOf(first[member]), numberOf(second[member])])
      return value === undefined ? [] : [[member, value]]
    }),
  )

const compareMembers = (now: RawRow | undefined, before: RawRow | undefined, members: readonly string[]): RawRow =>
  Object.assign({}, ...members.map((member) => compared(member, now?.[member], before?.[member])))

const idOf = (row: RawRow, date: unknown, keys: readonly string[]): string =>
  JSON.stringify([date, ...keys.map((key) => row[key])])

const pick = (row: RawRow, keys: readonly string[]): RawRow => Object.fromEntries(keys.map((key) => [key, row[key]]))
