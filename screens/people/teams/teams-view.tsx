import { useCallback, useMemo } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { budgetRows } from '../../../src/domain/budgets/budget-rows.ts'
import {
  memberListRows,
  TEAM_LIST_COLUMNS,
  type TeamListRow,
  type TeamSort,
  teamListOutput,
  teamListRows,
  teamListTable,
  teamSorts,
} from '../../../src/domain/budgets/team-list.ts'
import { yesterdayOf } from '../../../src/domain/calendar/calendar.ts'
import { counted, fullNumber, percent, rangeLabel } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { figureOf } from '../../../src/domain/usage/measure-figures.ts'
import { creditMeasures } from '../../../src/domain/usage/usage-measures.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { joinFitting } from '../../../src/ui/layout/columns.ts'
import { factLines } from '../../kit/detail/fact-lines.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { listExports } from '../../kit/export/exports.ts'
import { useTabKeys, withTabs } from '../../kit/list/list-tabs.ts'
import { useListScreen } from '../../kit/list/use-list-screen.tsx'
import { NOT_KNOWN } from '../../kit/query/states.ts'
import { useCreditDays } from '../../kit/query/use-credit-days.ts'
import { useBudgets, useTeams } from '../../kit/query/use-teams.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { usePersonName } from '../../kit/session/person-name.ts'
import { useSession } from '../../kit/session/session.ts'
import { useRange } from '../../kit/session/use-range.ts'
import type { PeopleTabs } from '../shared/people-keys.ts'
import { membersState, openedTeam, teamKeys, teamsState } from '../shared/people-keys.ts'
import { budgetBar, forecastText, moneyText, teamCells, teamColumns } from './team-columns.ts'

type TeamsViewProps = Pick<ScreenProps, 'width' | 'height' | 'open' | 'target'> & { tabs: PeopleTabs }

const noRows: readonly TeamListRow[] = []

/** The rows of all teams, or of the members of the opened one, and the query that they wait for. */
const useTeamRows = (opened: string | undefined) => {
  const { now, plan } = useSession()
  const { range, previous } = useRange()
  const nameOf = usePersonName()
  const ofTeams = useTeams(true)
  const ofBudgets = useBudgets(true)
  const { state: creditState, days, hasHistory } = useCreditDays(range)
  const { teams } = ofTeams
  const { budgets } = ofBudgets
  const billingDay = plan?.billingDay
  // The month of an earlier range is not the current one.
  const isCurrent = range.to >= yesterdayOf(now()) && hasHistory
  const input = useMemo(() => {
    if (!days || !teams) return undefined
    const own = isCurrent
      ? budgetRows({ budgets: budgets ?? [], credits: days, lastDay: range.to, teams, billingDay })
      : []
    return { credits: days, range, previous: hasHistory ? previous : undefined, teams, budgets: own }
  }, [days, teams, budgets, isCurrent, hasHistory, range, previous, billingDay])
  const all = useMemo(() => (input ? teamListRows(input) : noRows), [input])
  const rows = useMemo(
    () => (input && opened !== undefined ? memberListRows(input, opened, nameOf) : all),
    [input, opened, nameOf, all],
  )
  const total = useMemo(() => {
    const users = new Set(all.flatMap(({ id, depth }) => (depth > 0 ? [] : [id])))
    const credits = input && figureOf(creditMeasures.billable_tokens, input.credits.days, range).value
    const count = all.reduce((sum, row) => sum + (users.has(row.id) ? (row.users ?? 0) : 0), 0)
    return { credits, users: count }
  }, [all, input, range])
  return { rows, total, budgets: input?.budgets, state: shownOf(ofTeams.state) ? creditState : ofTeams.state }
}

/** The teams as a tree with their budgets, and the members of the opened team. */
export const TeamsView = ({ width, height, open, target, tabs }: TeamsViewProps) => {
  const { theme, plan } = useSession()
  const { arguments: rangeArguments, previous } = useRange()
  const [opened, setOpened] = useScreenState(openedTeam)
  const { rows, total, budgets, state } = useTeamRows(opened)
  const isOfMembers = opened !== undefined
  const price = plan?.creditPrice
  const head = useCallback(
    (room: number) => {
      if (state.is === 'failed') return ` ${theme.muted(`teams ${NOT_KNOWN}`)}`
      if (!budgets) return ` ${theme.muted('loading teams')}`
      const exceeded = budgets.filter(({ status }) => status !== 'ok' && status !== 'unknown')
      const whole = budgets.find(({ scope }) => scope === 'organization')
      const parts = [
        isOfMembers
          ? `${theme.strong(safeText(opened))}  ${counted(rows.length, 'user')}`
          : `${theme.strong(fullNumber(total.credits))} credits of ${counted(total.users, 'user')}`,
        ...(exceeded.length > 0 ? [theme.warn(`! ${counted(exceeded.length, 'budget')} near or over`)] : []),
        ...(whole ? [`organisation ${percent(whole.used, 0)} of ${fullNumber(whole.credits)}, ${whole.status}`] : []),
      ]
      return ` ${joinFitting(parts, room - 2, '   ')}`
    },
    [state, budgets, isOfMembers, opened, rows, total, theme],
  )
  const by = opened === undefined ? '--by team' : `--by person --team ${shellWord(opened)}`
  const screen = useListScreen({
    name: 'people',
    keys: isOfMembers ? membersState : teamsState,
    width,
    height,
    state,
    entries: rows,
    idOf,
    target: isOfMembers ? undefined : target?.row,
    table: teamListTable,
    sorts,
    columns: useMemo(() => teamColumns({ isOfMembers, price, theme }), [isOfMembers, price, theme]),
    measured: rows,
    levels: opened === undefined ? [] : [{ crumb: safeText(opened), leave: () => setOpened(undefined) }],
    detailOf: useMemo(
      () => (row: TeamListRow, cells: number) => [
        theme.strong(safeText(row.name)),
        ...factLines(
          [
            ['users', row.users === undefined ? undefined : fullNumber(row.users)],
            ['credits', fullNumber(row.credits)],
            ['money', price && `${moneyText(row, price)} ${safeText(price.currency)}`],
            ['before', row.before === undefined ? undefined : fullNumber(row.before)],
            ['budget', row.budget && `${fullNumber(row.budget.credits)}, ${rangeLabel(row.budget.month)}`],
            ['this month', row.budget && budgetBar(row.budget, theme)],
            ['forecast', row.budget && `${forecastText(row.budget)}, ${row.budget.status}`],
          ],
          cells,
          theme,
        ),
      ],
      [price, theme],
    ),
    head: () => withTabs(tabs, head, width, theme),
    empty: (filter) => {
      if (state.is === 'failed') return ''
      if (filter.trim() !== '') return `No row matches ${safeText(filter.trim())}. Press Esc to show all.`
      return state.is === 'loading' ? 'loading teams' : 'No credits in this range. Press t to change the range.'
    },
    enter: () => (isOfMembers ? 'person' : 'its users'),
    copies: {
      row: teamCells,
      id: idOf,
      json: (row) => teamListOutput(row, price),
      jsonLabel: 'the row as JSON.',
    },
    exports: (chosen) =>
      listExports('teams', { rows: chosen.map((row) => teamListOutput(row, price)), columns: TEAM_LIST_COLUMNS }),
    command: { list: `analytics tokens ${by} ${rangeArguments}${previous ? ' --compare prev' : ''}` },
    ownKeys: teamKeys,
  })
  useKeys(teamKeys, {
    ...screen.handlers,
    ...useTabKeys(tabs, screen.head[0] ?? ''),
    person: screen.onRow(({ id }) => {
      if (!isOfMembers) return setOpened(id)
      return id === '' ? 'This row has no known user.' : open('people', { person: id })
    }),
  })
  return screen.body
}

const idOf = ({ id }: TeamListRow): string => id
const inCommand: readonly TeamSort[] = ['name', 'credits', 'change']
const sorts = { ...teamSorts, columns: {}, isInCommand: (by: TeamSort) => inCommand.includes(by) }
