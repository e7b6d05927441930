import { useMemo } from 'react'
import { shownOf } from '../../src/cache/load/query-state.ts'
import {
  type ComputerSort,
  computerSortBy,
  computerTable,
  sortedComputers,
} from '../../src/domain/computers/computer-list.ts'
import { toJson } from '../../src/domain/output/output.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { useExports } from '../kit/export/exports.ts'
import { orderOption } from '../kit/export/order-option.ts'
import { shellWord } from '../kit/export/shell-word.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { managementHints } from '../kit/list/management-keys.ts'
import { useNews, withNews } from '../kit/list/use-news.ts'
import { useSelectOnce } from '../kit/list/use-select-once.ts'
import { useStackedList } from '../kit/list/use-stacked-list.ts'
import { usePatience } from '../kit/query/ticks.ts'
import { useFollowing } from '../kit/query/use-following.ts'
import { useQuery } from '../kit/query/use-query.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { computersExports } from './computers-exports.ts'
import { computersKeys } from './computers-keys.ts'
import { computerColumns, computerText } from './list/computer-columns.ts'
import { computerDetail } from './list/computer-detail.ts'
import { type ComputerEntry, computerEntries, listedOf } from './list/computer-entries.ts'
import { computersHead, emptyComputers } from './list/computers-head.ts'
import { useComputerActions } from './use-computer-actions.ts'

const newestFirst = computerSortBy('created')

export const Computers = ({ width, height, target }: ScreenProps) => {
  const { theme, now } = useSession()
  const state = useQuery('computers', {})
  const loaded = shownOf(state)
  const [sort, setSort] = useScreenState<ComputerSort>('sort', newestFirst)

  const canFollow = loaded !== undefined && (loaded.data.isReadable || loaded.data.isListed)
  const isLoading = state.is === 'loading'
  const minute = Math.floor(now() / 60_000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: ages are told anew each minute
  const entries = useMemo(
    () => computerEntries(loaded?.data.rows ?? [], { now: now(), canFollow, isLoading }),
    [loaded?.data, canFollow, isLoading, minute, now],
  )
  useFollowing(state.is !== 'failed' && entries.some(({ isFollowed }) => isFollowed))
  const table = useMemo(() => computerTable(minute * 60_000, listedOf), [minute])
  const filtered = useFilteredRows(entries, table)
  const { filter } = filtered
  const shown = useMemo(() => sortedComputers(filtered.rows, listedOf, sort), [filtered.rows, sort])
  const columns = useMemo(() => computerColumns(theme), [theme])
  const news = useNews('computers', loaded !== undefined)
  const isNew = ({ computer }: ComputerEntry) => news.isNew(computer?.createdAt)
  const stack = useStackedList({ shown, idOf, columns, detailOf: computerDetail, isNew, state, width, height })
  useSelectOnce(shown.some(({ row }) => row.id === target?.computer) ? target?.computer : undefined, stack.list.select)

  const isListed = loaded?.data.isListed ?? false
  const act = useComputerActions({ entries, isListed, select: stack.list.select })
  const { copy } = useLastRow()
  const sorting = (by: ComputerSort['by']) => () =>
    setSort((before) => (before.by === by ? { by, isDescending: !before.isDescending } : computerSortBy(by)))
  useKeys(computersKeys, {
    ...stack.handlers,
    actions: () => act.actions(stack.selected),
    add: act.add,
    filter: filter.open,
    'sort:created': sorting('created'),
    'sort:name': sorting('name'),
    'sort:status': sorting('status'),
    copyRow: () => copy(stack.selected && computerText(stack.selected), 'the row.'),
    copyId: () => copy(stack.selected?.row.id, 'the id.'),
    copyJson: () =>
      copy(stack.selected?.computer && toJson(stack.selected.computer, { indent: 2 }), 'the computer as JSON.', 'text'),
    ...useExports(() => computersExports(shown)),
  })
  useReport('computers', {
    crumbs: [],
    enter: () => stack.enter,
    command:
      stack.isAlone && stack.selected
        ? `computers show ${shellWord(stack.selected.row.id)}`
        : listCommand(sort, filtered.option),
    fieldKeys: filter.fieldKeys ?? hinted,
    states: [state],
  })

  const isOld = usePatience(isLoading && state.old !== undefined && !entries.some((one) => one.isFollowed))
  const head = withNews(computersHead(entries, state, width, theme), entries.filter(isNew).length, theme)
  const divider = filtered.divider(entries.length, width, theme)
  const rows = stack.rows(
    head,
    divider,
    { id: sort.by, isDescending: sort.isDescending },
    emptyComputers(state, entries.length, filter.text),
  )
  const lines = () => (isOld ? rows().map(theme.dim) : rows())
  return <ListBody list={stack.list} height={height} lines={lines} />
}

const listCommand = ({ by, isDescending }: ComputerSort, where: string): string =>
  `computers list ${orderOption(by, isDescending, computerSortBy(by).isDescending)}${where}`

const idOf = ({ row }: ComputerEntry): string => row.id
const hinted = [...computersKeys, ...managementHints]
