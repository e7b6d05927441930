import { fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { type CreditPrice, moneyOf } from '../money/price.ts'
import { outputOf } from '../output/csv.ts'
import { pseudonymOf } from '../people/pseudonym.ts'
import { BUDGET_STATUSES, type BudgetRow } from './budget-rows.ts'
import { parseScope } from './scope.ts'

/** The budget with a pseudonym in place of the user's address. */
export const pseudonymizeBudget = (row: BudgetRow, salt: string): BudgetRow => {
  const scope = parseScope(row.scope)
  return scope?.of === 'user' ? { ...row, scope: `user:${pseudonymOf(row.userId ?? scope.email, salt)}` } : row
}

const whole = (value: number | undefined): number | undefined => value && Math.round(value)

/** Members for machine-readable output. Credits are of the billing month, and `used` is a share of the budget. */
export const { columns: BUDGET_COLUMNS, rowOf: budgetOutput } = outputOf<[BudgetRow, CreditPrice | undefined]>({
  scope: ({ scope }) => scope,
  status: ({ status }) => status,
  monthStart: ({ month }) => month.from,
  monthEnd: ({ month }) => month.to,
  budget: ({ credits }) => credits,
  monthCredits: ({ sofar }) => sofar,
  used: ({ used }) => used,
  missingDays: ({ missingDays }) => missingDays,
  forecast: ({ expected }) => whole(expected?.credits),
  forecastLow: ({ expected }) => whole(expected?.low),
  forecastHigh: ({ expected }) => whole(expected?.high),
  money: ({ sofar }, price) => moneyOf(sofar, price),
  forecastMoney: ({ expected }, price) => moneyOf(expected?.credits, price),
  currency: (_row, price) => price?.currency,
})

const field = fieldsOf((row: BudgetRow) => row)

export const budgetTable: RowTable<BudgetRow> = {
  isPhrase: true,
  fields: [
    field('scope', 'text', ({ scope }) => scope),
    field('status', 'text', ({ status }) => status, [], BUDGET_STATUSES),
    field('budget', 'number', ({ credits }) => credits),
    field('sofar', 'number', ({ sofar }) => sofar, ['credits', 'monthCredits']),
    field('used', 'percent', ({ used }) => used),
    field('expected', 'number', ({ expected }) => expected?.credits, ['forecast']),
  ],
  nameOf: ({ scope }) => scope,
  textsOf: ({ status }) => [status],
}

/** Whether a budget is exceeded or expected to be. */
export const isExceeded = ({ status }: BudgetRow): boolean => status === 'over' || status === 'forecast over'
