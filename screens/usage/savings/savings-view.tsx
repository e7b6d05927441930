import { useMemo } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import type { RowTable } from '../../../src/domain/filter/row-columns.ts'
import {
  creditsText,
  moneyText,
  SAVING_MEMBERS,
  type SavingRow,
  savingOutput,
  savingRow,
  savingTable,
} from '../../../src/domain/savings/savings-rows.ts'
import { type Saving, type Savings, savingsOf } from '../../../src/domain/savings/savings-rules.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { counted } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { joinFitting, justify } from '../../../src/ui/layout/columns.ts'
import { leftColumn } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { copiedCells } from '../../kit/export/command-options.ts'
import { listExports } from '../../kit/export/exports.ts'
import { useTabKeys, withTabs } from '../../kit/list/list-tabs.ts'
import { useListScreen } from '../../kit/list/use-list-screen.tsx'
import { NOT_KNOWN } from '../../kit/query/states.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { foldLabel } from '../../kit/screen/enter-hint.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession } from '../../kit/session/session.ts'
import { useRange } from '../../kit/session/use-range.ts'
import { savingsState, USAGE_TABS, type UsageTab } from '../views/usage-state.ts'
import { savingsKeys } from './savings-keys.ts'

type SavingsViewProps = ScreenProps & { showView: (name: UsageTab) => void }

/** A rule with findings, or one of its findings below it. */
type Entry = { id: string; row: SavingRow; screen: Saving['screen']; target: string | undefined }

/** What could be saved in the range, by rule. */
export const SavingsView = ({ width, height, open, showView }: SavingsViewProps) => {
  const { theme, plan } = useSession()
  const salt = usePrivateSalt()
  const { range, arguments: rangeArguments } = useRange()
  const state = useQuery('savings', { range })
  const found = shownOf(state)?.data
  const savings = useMemo(
    () => found && savingsOf(found, range, { seat: plan?.seatPrice, credit: plan?.creditPrice }),
    [found, range, plan],
  )
  const [opened, setOpened] = useScreenState(savingsState.open)
  const entries = useMemo(() => entriesOf(savings, opened, salt), [savings, opened, salt])
  const tabs = { view: 'savings', views: USAGE_TABS, setView: showView, whyOne: '' } as const
  const columns = useMemo(() => columnsOf(savings), [savings])
  const screen = useListScreen({
    name: 'usage',
    keys: savingsState,
    width,
    height,
    state,
    entries,
    idOf,
    table: entryTable,
    columns,
    detailOf,
    head: () => withTabs(tabs, (room) => headText(savings, state.is === 'failed', room, theme), width, theme),
    empty: (filter) => emptyText(savings, state.is === 'failed', filter),
    enter: ({ row, screen: place }) => (row.name === undefined ? foldLabel(opened === row.rule) : (row.name ?? place)),
    copies,
    exports: savingsExports,
    command: { list: `savings ${rangeArguments}${salt === undefined ? '' : ' --pseudonyms'}` },
    ownKeys: savingsKeys,
  })
  useKeys(savingsKeys, {
    ...screen.handlers,
    ...useTabKeys(tabs, screen.head[0] ?? ''),
    enter: screen.onRow(({ row, screen: place, target }) => {
      if (row.name === undefined) return setOpened(opened === row.rule ? undefined : row.rule)
      return open(place, targetOf(place, target))
    }),
  })
  return screen.body
}

const targetOf = (place: Saving['screen'], target: string | undefined): Target | undefined => {
  if (target === undefined || place === 'usage') return { view: 'credits' }
  return place === 'people' ? { person: target } : { row: target }
}

const entriesOf = (savings: Savings | undefined, opened: string | undefined, salt: string | undefined): Entry[] =>
  (savings?.found ?? []).flatMap((saving): Entry[] => {
    const { rule, screen, items } = saving
    const row = savingRow(saving, salt)
    const below = opened === rule ? row.items : []
    return [
      { id: rule, row, screen, target: undefined },
      ...below.map((item, at) => ({
        id: `${rule}:${items[at]?.id}`,
        row: item,
        screen,
        target: items[at]?.target,
      })),
    ]
  })

const savingsExports = (rows: readonly Entry[]) => {
  const hasItems = rows.some(({ row }) => row.name !== undefined)
  const columns = [...SAVING_MEMBERS, ...(hasItems ? ['name'] : []), 'count']
  return listExports('savings', { rows: rows.map(({ row }) => savingOutput(row)), columns })
}

const idOf = ({ id }: Entry): string => id

const entryTable: RowTable<Entry> = {
  fields: savingTable.fields.map(({ read, ...field }) => ({ ...field, read: ({ row }: Entry) => read(row) })),
  nameOf: ({ row }: Entry) => row.name ?? row.finding,
  textsOf: ({ row }: Entry) => savingTable.textsOf?.(row) ?? [],
}

const findingText = ({ name, finding }: SavingRow): string =>
  safeText(name === undefined ? finding : `  ${name}: ${finding}`)

/** Money has a column where prices are set. */
const columnsOf = (savings: Savings | undefined) => [
  leftColumn<Entry>(
    'finding',
    'FINDING',
    { grow: true, min: 24 },
    0,
    ({ row }) => findingText(row),
    ({ row }) => (row.name === undefined ? 'strong' : undefined),
  ),
  leftColumn<Entry>('credits', 'CREDITS, ESTIMATED', { min: 18, max: 28 }, 1, ({ row }) => creditsText(row.credits)),
  ...(savings && savings.money.length > 0
    ? [leftColumn<Entry>('money', 'MONEY', { min: 8, max: 28 }, 2, ({ row }) => safeText(moneyText(row.money)))]
    : []),
]

const copies = {
  row: ({ row }: Entry) =>
    copiedCells([findingText(row).trim(), creditsText(row.credits), moneyText(row.money), row.action]),
  json: ({ row }: Entry) => savingOutput(row),
  jsonLabel: 'the row as JSON.',
}

const headText = (savings: Savings | undefined, hasFailed: boolean, width: number, theme: Theme): string => {
  if (!savings) return ` ${theme.muted(hasFailed ? `savings ${NOT_KNOWN}` : 'loading savings')}`
  const { credits, money, unknown } = savings
  const parts = [
    `${theme.strong(creditsText(credits))} credits${money.map((each) => `, ${safeText(moneyText(each))}`).join('')}, estimated`,
    ...(unknown.length > 0 ? [theme.warn(`${counted(unknown.length, 'rule')} without data`)] : []),
  ]
  return justify(` ${joinFitting(parts, width - 2, '   ')}`, '', width)
}

const emptyText = (savings: Savings | undefined, hasFailed: boolean, filter: string): string => {
  if (hasFailed && !savings) return ''
  if (!savings) return 'loading savings'
  if (savings.found.length > 0) return `Nothing matches ${safeText(filter.trim())}. Press Esc to show all.`
  return 'Nothing to save was found in this range. Press t to choose another.'
}

/** How the estimate is computed, what to do, and what a rule found. */
const detailOf = ({ row }: Entry, width: number, theme: Theme, height: number): string[] => {
  const prose = (label: string, text: string): string[] => [theme.muted(label), ...wrapText(text, width)]
  const lines = [
    ...wrapText(findingText(row).trim(), width).map(theme.strong),
    ...prose('ESTIMATE', row.formula),
    ...prose('WHAT TO DO', row.action),
  ]
  const room = Math.max(0, height - lines.length - 1)
  const listed = row.items
    .slice(0, room)
    .flatMap(({ name, finding, credits }) => wrapText(safeText(`${name}: ${finding}, ${creditsText(credits)}`), width))
  return [...lines, ...(listed.length > 0 ? [theme.muted('FOUND'), ...listed] : [])]
}
