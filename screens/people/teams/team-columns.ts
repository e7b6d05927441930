import type { BudgetRow } from '../../../src/domain/budgets/budget-rows.ts'
import type { TeamListRow } from '../../../src/domain/budgets/team-list.ts'
import { type CreditPrice, moneyOf } from '../../../src/domain/money/price.ts'
import { decimal, fullNumber, NONE, percent } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { type CellRole, type Column, leftColumn, rightColumn } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText } from '../../kit/charts/chart-text.ts'
import { copiedCells } from '../../kit/export/command-options.ts'

const BAR_CELLS = 14

type TableOptions = { isOfMembers: boolean; price: CreditPrice | undefined; theme: Theme }

export const teamColumns = ({ isOfMembers, price, theme }: TableOptions): Column<TeamListRow>[] => [
  leftColumn(
    'name',
    isOfMembers ? 'PERSON' : 'TEAM',
    { grow: true, min: isOfMembers ? 28 : 20 },
    0,
    indentedName,
    'strong',
  ),
  ...(isOfMembers ? [] : [rightColumn<TeamListRow>('users', 'USERS', 5, 2, ({ users }) => fullNumber(users))]),
  rightColumn('credits', 'CREDITS', { min: 8, max: 13 }, 0, creditsText),
  ...(price === undefined
    ? []
    : [rightColumn<TeamListRow>('money', safeText(price.currency), 10, 6, (row) => moneyText(row, price))]),
  rightColumn('share', '% ALL', 5, 4, ({ share }) => percent(share).replace(' %', ''), 'muted'),
  rightColumn('change', 'DELTA', { min: 9, max: 10 }, 3, ({ change }) => changeText(change, theme)),
  rightColumn('budget', 'BUDGET', { min: 8, max: 13 }, 5, ({ budget }) => (budget ? fullNumber(budget.credits) : NONE)),
  leftColumn('used', 'MONTH', { min: 6, max: BAR_CELLS + 7 }, 1, ({ budget }) => budgetBar(budget, theme), budgetRole),
  rightColumn('expected', 'FORECAST', { min: 8, max: 13 }, 4, ({ budget }) => forecastText(budget)),
  leftColumn('status', 'STATUS', { min: 6, max: 13 }, 2, ({ budget }) => budget?.status ?? NONE, budgetRole),
]

const indentedName = ({ name, depth }: TeamListRow): string => '  '.repeat(depth) + safeText(name)

const creditsText = ({ credits, isPartial }: TeamListRow): string => `${fullNumber(credits)}${isPartial ? '?' : ''}`

export const moneyText = ({ credits }: TeamListRow, price: CreditPrice): string => decimal(moneyOf(credits, price), 2)

export const forecastText = (budget: BudgetRow | undefined): string =>
  budget?.expected ? fullNumber(Math.round(budget.expected.credits)) : NONE

const budgetRole = ({ budget }: TeamListRow): CellRole | undefined => {
  if (budget?.status === 'over') return 'bad'
  if (budget?.status === 'near' || budget?.status === 'forecast over') return 'warn'
  return budget?.status === 'ok' ? 'good' : 'muted'
}

/** The use of the month as a bar up to the budget, with a mark at the forecast. */
export const budgetBar = (budget: BudgetRow | undefined, theme: Theme): string => {
  if (budget?.used === undefined) return NONE
  const text = `${percent(budget.used, 0)}${budget.missingDays > 0 ? '?' : ''}`
  if (theme.isLinear) return text
  const [full, empty, mark] = theme.isAscii ? ['#', '_', '|'] : ['▇', '▁', '│']
  const cellOf = (share: number): number => Math.min(BAR_CELLS, Math.floor(share * BAR_CELLS))
  const used = cellOf(budget.used)
  const cells = [...full.repeat(used), ...empty.repeat(BAR_CELLS - used)]
  if (budget.expected) cells[Math.min(BAR_CELLS - 1, cellOf(budget.expected.credits / budget.credits))] = mark
  return `${cells.join('')} ${text.padStart(5)}`
}

/** Cells of a row for the clipboard. */
export const teamCells = (row: TeamListRow): string =>
  copiedCells([row.name, row.users ?? '', row.credits ?? '', row.budget?.credits ?? '', row.budget?.status ?? ''])
