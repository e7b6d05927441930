const DAY_MS = 86_400_000

export type Days = { from: string; to: string }

export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)
export const daysBefore = (day: string, count: number): string => dayText(Date.parse(day) - count * DAY_MS)
const lengthOf = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
export const listDays = (days: Days): string[] =>
  Array.from({ length: lengthOf(days) }, (_, at) => daysBefore(days.from, -at))
/** The previous period. */
export const periodBefore = (days: Days): Days => ({
  from: daysBefore(days.from, lengthOf(days)),
  to: daysBefore(days.from, 1),
})

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
export const mean = (values: readonly number[]): number => sum(values) / values.length
export const middle = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[at] ?? 0) : ((sorted[at - 1] ?? 0) + (sorted[at] ?? 0)) / 2
}
/** A change as a fraction of the previous value. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? (now === 0 ? 0 : null) : (now - before) / before
