import { allDays, lastDays, lastMonth, monthToDate, type Range } from './calendar.ts'

/** A range as the user thinks of it: it moves on with the days, save for one between two fixed days. */
export type RangeChoice =
  | { is: 'last'; days: number }
  | { is: 'monthToDate' }
  | { is: 'lastMonth' }
  | { is: 'all' }
  | { is: 'between'; range: Range }

/** The days a choice means right now. */
export const rangeOf = (choice: RangeChoice, nowMs: number): Range => {
  if (choice.is === 'last') return lastDays(choice.days, nowMs)
  if (choice.is === 'monthToDate') return monthToDate(nowMs)
  if (choice.is === 'lastMonth') return lastMonth(nowMs)
  if (choice.is === 'all') return allDays(nowMs)
  return choice.range
}

/** Its name in the first row. */
export const choiceLabel = (choice: RangeChoice): string => {
  if (choice.is === 'last') return `${choice.days}d`
  if (choice.is === 'monthToDate') return 'month'
  if (choice.is === 'lastMonth') return 'last month'
  return choice.is === 'all' ? 'all' : ''
}

/** The options that make a headless command speak of the same days. */
export const rangeArguments = (choice: RangeChoice, nowMs: number): string => {
  if (choice.is === 'last') return `--last ${choice.days}d`
  const { from, to } = rangeOf(choice, nowMs)
  return `--from ${from} --to ${to}`
}
