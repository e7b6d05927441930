import { billingMonth, DEFAULT_BILLING_DAY } from '../calendar/billing-month.ts'
import { addDays, type Day, daysBetween, daysOf, EARLIEST_DAY, lengthOf, type Range } from '../calendar/calendar.ts'
import { isWithinTeam, type Teams } from '../teams/teams.ts'
import { breakdownByPerson, NO_ID } from '../usage/breakdown.ts'
import type { CreditDays } from '../usage/credit-days.ts'
import { expectedDays, FORECAST_WEEKS } from '../usage/forecast.ts'
import { rowsByDay } from '../usage/measure-figures.ts'
import { parseScope } from './scope.ts'

/** Share of a budget from which its use is near it. */
const NEAR_SHARE = 0.8

export const BUDGET_STATUSES = ['over', 'forecast over', 'near', 'ok', 'unknown'] as const
type BudgetStatus = (typeof BUDGET_STATUSES)[number]

/** The status of a budget, as text for users. */
export const BUDGET_METHOD =
  'A budget is for a billing month in UTC. It is over from 100 % on, near from 80 % on, and its forecast is over if the credits so far and the expected ones exceed it.'

/** The credits of a month that a scope may use. Untrusted text. */
type Budget = { scope: string; credits: number }

export type BudgetInput = {
  budgets: readonly Budget[]
  credits: CreditDays
  /** The last published day. */
  lastDay: Day
  /** Undefined if they are unknown. Budgets of teams then have no figures. */
  teams?: Teams | undefined
  /** @default DEFAULT_BILLING_DAY */
  billingDay?: number | undefined
}

/** A budget with its use. Texts are untrusted. */
export type BudgetRow = Budget & {
  month: Range
  /** Id of the user, if the budget is of one who has used credits. */
  userId: string | undefined
  /** Credits of the month up to the last day; undefined if unknown. */
  sofar: number | undefined
  /** Days of the month so far without data. */
  missingDays: number
  /** Credits so far as a share of the budget. */
  used: number | undefined
  /** Expected credits at the end of the month, with the lowest and highest; undefined without enough earlier days. */
  expected: { credits: number; low: number; high: number } | undefined
  status: BudgetStatus
}

/** The days of credits that the budgets of the month need. */
export const budgetSpan = (lastDay: Day, billingDay = DEFAULT_BILLING_DAY): Range => {
  const { from } = billingMonth(lastDay, billingDay)
  const first = addDays(lastDay, 1 - FORECAST_WEEKS * 7)
  const start = from < first ? from : first
  return { from: start < EARLIEST_DAY ? EARLIEST_DAY : start, to: lastDay }
}

/** All budgets in their order, with their use in the billing month of the last day. */
export const budgetRows = ({ budgets, credits, lastDay, teams, billingDay }: BudgetInput): BudgetRow[] => {
  if (budgets.length === 0) return []
  const month = billingMonth(lastDay, billingDay ?? DEFAULT_BILLING_DAY)
  const span = budgetSpan(lastDay, billingDay)
  const seriesOf = createSeries(credits, span, teams)
  return budgets.map(({ scope, credits: budget }) => {
    const { series, userId } = seriesOf(scope)
    const valueOn = (day: Day): number | undefined => series?.[daysBetween(span.from, day)]
    const elapsed = daysOf({ from: month.from < span.from ? span.from : month.from, to: lastDay })
    const values = elapsed.flatMap((day) => valueOn(day) ?? [])
    const sofar = series && values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : undefined
    const expected = sofar === undefined ? undefined : forecast(sofar, valueOn, lastDay, month.to)
    return {
      scope,
      credits: budget,
      month,
      userId,
      sofar,
      missingDays: series ? elapsed.length - values.length : 0,
      used: sofar === undefined ? undefined : sofar / budget,
      expected,
      status: statusOf(budget, sofar, expected?.credits),
    }
  })
}

const forecast = (sofar: number, valueOn: (day: Day) => number | undefined, lastDay: Day, end: Day) => {
  const days = expectedDays(valueOn, lastDay, end)
  if (!days) return undefined
  const sum = { credits: sofar, low: sofar, high: sofar }
  for (const { expected, low, high } of days) {
    sum.credits += expected
    sum.low += low
    sum.high += high
  }
  return sum
}

const statusOf = (budget: number, sofar: number | undefined, expected = 0): BudgetStatus => {
  if (sofar === undefined) return 'unknown'
  if (sofar >= budget) return 'over'
  if (expected > budget) return 'forecast over'
  return sofar >= budget * NEAR_SHARE ? 'near' : 'ok'
}

type Series = { series: readonly (number | undefined)[] | undefined; userId?: string | undefined }

/** Returns a function for the credits of a scope by day of the span; undefined for an unknown scope or team. */
const createSeries = (credits: CreditDays, span: Range, teams: Teams | undefined): ((scope: string) => Series) => {
  const byDay = rowsByDay(credits.days)
  const days = daysOf(span)
  const emails = new Map(credits.people.ids.map((id, at) => [id, credits.people.emails[at]]))
  let people: ReturnType<typeof breakdownByPerson> | undefined
  const sumOf = (isWanted: (email: string | undefined) => boolean): Series => {
    people ??= breakdownByPerson(credits, span)
    const known = new Set(credits.people.days)
    const series = days.map((day): number | undefined => (known.has(day) ? 0 : undefined))
    let userId: string | undefined
    for (const { key, series: own } of people) {
      if (!isWanted(key === NO_ID ? undefined : emails.get(key))) continue
      userId = key
      for (const [at, value] of own.entries()) if (value !== undefined) series[at] = (series[at] ?? 0) + value
    }
    return { series: lengthOf(span) === 0 ? undefined : series, userId }
  }
  return (text) => {
    const scope = parseScope(text)
    if (scope?.of === 'organization') return { series: days.map((day) => finite(byDay.get(day)?.billable_tokens)) }
    if (scope?.of === 'user') return sumOf((email) => email?.toLowerCase() === scope.email.toLowerCase())
    if (scope === undefined || !teams?.names.includes(scope.team)) return { series: undefined }
    return { ...sumOf((email) => isWithinTeam(teams.teamOf(email), scope.team)), userId: undefined }
  }
}

const finite = (value: number | undefined): number | undefined => (Number.isFinite(value) ? value : undefined)
