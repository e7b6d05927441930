import { budgetRows } from '../budgets/budget-rows.ts'
import { parseScope } from '../budgets/scope.ts'
import { firstOfMonth, lengthOf, type Range, yesterdayOf } from '../calendar/calendar.ts'
import type { BudgetAttention } from '../overview/attention/attention-kind.ts'
import type { CreditDays } from '../usage/credit-days.ts'
import { forecastMonth } from '../usage/forecast.ts'
import { figureOf } from '../usage/measure-figures.ts'
import { creditMeasures } from '../usage/usage-measures.ts'
import type { StatusFigures } from './status-text.ts'

/** Shorter ranges find fewer attention items, so their number is not comparable. */
const MIN_DAYS = 14

/** Whether the attention items of a range are those of now. */
export const isStatusRange = (range: Range, now: number): boolean =>
  lengthOf(range) >= MIN_DAYS && range.to >= yesterdayOf(now)

type StatusInput = {
  credits: CreditDays | undefined
  budgets: BudgetAttention | undefined
  /** Attention items that are not muted. */
  open: number
  /** Whether parts could not be loaded, so that there may be more items. */
  isIncomplete: boolean
  range: Range
  /** When the data was fetched, Unix ms. */
  at: number
}

/**
 * The figures of `qd status`. Credits are those of the calendar month of the last day or, if the organisation has a
 * budget, of its billing month.
 */
export const statusFigures = ({ credits, budgets, open, isIncomplete, range, at }: StatusInput): StatusFigures => {
  const own = credits && budgets && organizationBudget(credits, budgets, range)
  return {
    at,
    attention: open,
    isAttentionComplete: !isIncomplete,
    ...(own ?? (credits && calendarMonth(credits, range))),
  }
}

const organizationBudget = (credits: CreditDays, { budgets, billingDay }: BudgetAttention, { to: lastDay }: Range) => {
  const budget = budgets.find(({ scope }) => parseScope(scope)?.of === 'organization')
  const [row] = budget ? budgetRows({ budgets: [budget], credits, lastDay, billingDay }) : []
  if (row?.sofar === undefined || row.missingDays > 0) return undefined
  return { monthStart: row.month.from, monthCredits: row.sofar, forecast: row.expected?.credits, budget: row.credits }
}

const calendarMonth = ({ days }: CreditDays, { to }: Range) => {
  const monthStart = firstOfMonth(to)
  const { value, missing } = figureOf(creditMeasures.billable_tokens, days, { from: monthStart, to })
  if (value === undefined || missing > 0) return undefined
  return { monthStart, monthCredits: value, forecast: forecastMonth(days, to)?.expected }
}
