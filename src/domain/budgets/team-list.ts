import { compareText } from '../../base/text.ts'
import type { Range } from '../calendar/calendar.ts'
import { fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import type { Order } from '../filter/sorts.ts'
import { type CreditPrice, moneyOf } from '../money/price.ts'
import { outputOf } from '../output/csv.ts'
import { type Teams, UNASSIGNED } from '../teams/teams.ts'
import { type Delta, delta } from '../text/delta.ts'
import type { BreakdownRow } from '../usage/breakdown.ts'
import type { CreditDays } from '../usage/credit-days.ts'
import { breakdownByTeam, membersOfTeam } from '../usage/team-breakdown.ts'
import type { BudgetRow } from './budget-rows.ts'

/** A team, or a member of one, with its budget. Texts are untrusted. */
export type TeamListRow = {
  /** The team, or the id of the member. */
  id: string
  name: string
  /** Number of teams that contain the team. */
  depth: number
  /** Users with credits in the range; undefined for a member. */
  users: number | undefined
  credits: number | undefined
  isPartial: boolean
  share: number | undefined
  before: number | undefined
  change: Delta | undefined
  series: readonly (number | undefined)[]
  budget: BudgetRow | undefined
}

type ListInput = {
  credits: CreditDays
  range: Range
  /** Undefined: no comparison. */
  previous: Range | undefined
  teams: Teams
  budgets: readonly BudgetRow[]
}

/** All teams as a tree: siblings with most credits first, unassigned users last. */
export const teamListRows = ({ credits, range, previous, teams, budgets }: ListInput): TeamListRow[] => {
  const earlier = previous && new Map(breakdownByTeam(credits, previous, teams).map((row) => [row.key, row]))
  const rows = breakdownByTeam(credits, range, teams).map((row) => ({
    ...listRow(row, earlier && (earlier.get(row.key)?.credits.value ?? 0)),
    depth: row.key.split('/').length - 1,
    users: row.users,
    budget: budgets.find(({ scope }) => scope === `team:${row.key}`),
  }))
  return inTreeOrder(rows)
}

/** The members of a team, most credits first. @param nameOf - Display name of a user. */
export const memberListRows = (
  { credits, range, previous, teams, budgets }: ListInput,
  team: string,
  nameOf: (id: string, email: string | undefined) => string,
): TeamListRow[] => {
  const earlier = previous && new Map(membersOfTeam(credits, previous, teams, team).map((row) => [row.key, row]))
  return membersOfTeam(credits, range, teams, team).map((row) => ({
    ...listRow(row, earlier && (earlier.get(row.key)?.credits.value ?? 0)),
    name: nameOf(row.key, row.name),
    budget: budgets.find(({ userId }) => userId !== undefined && userId === row.key),
  }))
}

const listRow = ({ key, name, credits, share, series }: BreakdownRow, before: number | undefined): TeamListRow => ({
  id: key,
  name,
  depth: 0,
  users: undefined,
  credits: credits.value,
  isPartial: credits.value !== undefined && credits.missing > 0,
  share,
  before,
  change: before === undefined ? undefined : delta(credits.value, before),
  series,
  budget: undefined,
})

const parentOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf('/')))

const inTreeOrder = (rows: readonly TeamListRow[]): TeamListRow[] => {
  const byParent = Map.groupBy(rows, ({ id }) => parentOf(id))
  const byCredits = (a: TeamListRow, b: TeamListRow): number =>
    Number(isLast(a)) - Number(isLast(b)) || (b.credits ?? -1) - (a.credits ?? -1) || compareText(a.id, b.id)
  const below = (parent: string): TeamListRow[] =>
    (byParent.get(parent) ?? []).toSorted(byCredits).flatMap((row) => [row, ...below(row.id)])
  return below('')
}

const isLast = ({ id, users }: TeamListRow): boolean => id === UNASSIGNED && users !== undefined

/** The orders of the list. `tree` is that of {@link teamListRows}. */
const TEAM_SORTS = ['tree', 'name', 'users', 'credits', 'change', 'used'] as const
export type TeamSort = (typeof TEAM_SORTS)[number]

const rankOf = (row: TeamListRow, by: TeamSort): number | undefined => {
  if (by === 'users') return row.users
  if (by === 'change') return row.change?.fraction
  return by === 'used' ? row.budget?.used : row.credits
}

export const teamSorts = {
  names: TEAM_SORTS,
  begin: (by: TeamSort): Order<TeamSort> => ({ by, isDescending: by !== 'tree' && by !== 'name' }),
  sorted: (rows: readonly TeamListRow[], { by, isDescending }: Order<TeamSort>): TeamListRow[] => {
    if (by === 'tree') return isDescending ? rows.toReversed() : [...rows]
    const sign = isDescending ? -1 : 1
    const compare = (a: TeamListRow, b: TeamListRow): number => {
      if (by === 'name') return sign * compareText(a.name, b.name)
      const [one, other] = [rankOf(a, by), rankOf(b, by)]
      if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
      return sign * (one - other)
    }
    return rows.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)) || compare(a, b))
  },
}

const field = fieldsOf((row: TeamListRow) => row)

export const teamListTable: RowTable<TeamListRow> = {
  isPhrase: true,
  fields: [
    field('credits', 'number', ({ credits }) => credits),
    field('share', 'percent', ({ share }) => share, ['%']),
    field('delta', 'percent', ({ change }) => change?.fraction, ['change']),
    field('users', 'number', ({ users }) => users),
    field('budget', 'number', ({ budget }) => budget?.credits),
    field('used', 'percent', ({ budget }) => budget?.used),
    field('status', 'text', ({ budget }) => budget?.status),
    field('name', 'text', ({ name }) => name, ['team', 'person']),
  ],
  nameOf: ({ name }) => name,
}

/** Members for machine-readable output. Shares and changes are fractions of 1. */
export const { columns: TEAM_LIST_COLUMNS, rowOf: teamListOutput } = outputOf<[TeamListRow, CreditPrice | undefined]>({
  name: ({ name }) => name,
  users: ({ users }) => users,
  credits: ({ credits }) => credits,
  money: ({ credits }, price) => moneyOf(credits, price),
  currency: (_row, price) => price?.currency,
  share: ({ share }) => share,
  previous: ({ before }) => before,
  change: ({ change }) => change?.fraction,
  budget: ({ budget }) => budget?.credits,
  monthCredits: ({ budget }) => budget?.sofar,
  used: ({ budget }) => budget?.used,
  forecast: ({ budget }) => budget?.expected && Math.round(budget.expected.credits),
  status: ({ budget }) => budget?.status,
})
