import {
  BUDGET_COLUMNS,
  budgetOutput,
  budgetTable,
  isExceeded,
  pseudonymizeBudget,
} from '../../domain/budgets/budget-output.ts'
import { BUDGET_METHOD } from '../../domain/budgets/budget-rows.ts'
import { FORECAST_METHOD } from '../../domain/usage/forecast.ts'
import { loadBudgets, teamsOption } from '../kit/load-teams.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { listCommand } from '../output/list-command.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import { columnsOf, type RowLayout } from '../output/row-layout.ts'

/** @param currency - The currency of money; undefined without a price of credits. */
const layoutOf = (currency?: string): RowLayout => ({
  columns: [
    ...columnsOf('text', { scope: 'SCOPE' }),
    ...columnsOf('count', { budget: 'BUDGET', monthCredits: 'SO FAR' }),
    ...columnsOf('share', { used: 'USED' }),
    ...columnsOf('count', { forecast: 'FORECAST' }),
    ...(currency === undefined ? [] : columnsOf('ratio', { forecastMoney: `${currency} FORECAST` })),
    ...columnsOf('text', { status: 'STATUS' }),
  ],
  members: BUDGET_COLUMNS,
})

export const budget = listCommand({
  name: 'budget',
  summary: 'Show the budgets of the month with their forecast',
  reads: true,
  description: `The budgets come from "budgets" in the profile, else from the server. ${BUDGET_METHOD} ${FORECAST_METHOD}`,
  what: 'budgets',
  example: 'used>80%',
  cacheOptions: ['offline', 'refresh'],
  options: [teamsOption, pseudonymsOption] as const satisfies readonly OptionRow[],
  layout: layoutOf(),
  examples: ['budget', 'budget --exit-code', "budget --where 'used>80%' --json"],
  table: () => budgetTable,
  sorts: { names: ['scope', 'budget', 'sofar', 'used', 'expected'], defaultSort: 'as configured' },
  exitCode: 'a budget or its forecast is exceeded',
  isAlarm: isExceeded,
  parse: ({ options }) => options,
  load: async ({ teams, pseudonyms }, deps) => {
    const { rows, billingDay, creditPrice, ...remarks } = await loadBudgets(deps, teams)
    const salt = pseudonyms ? await deps.salt() : undefined
    const [first] = rows
    return {
      ...remarks,
      rows: salt === undefined ? rows : rows.map((row) => pseudonymizeBudget(row, salt)),
      print: (chosen) => {
        const printed = chosen.map((row) => budgetOutput(row, creditPrice))
        return { rows: printed, envelope: { budgets: printed }, layout: layoutOf(creditPrice?.currency) }
      },
      notes: () => [
        first === undefined
          ? 'There are no budgets: add them as "budgets" to the profile, or with qd serve budgets import FILE.'
          : `Month from ${first.month.from} to ${first.month.to}, ${billingDay.isAssumed ? 'assumed to begin' : 'beginning'} on day ${billingDay.day}.`,
      ],
    }
  },
})
