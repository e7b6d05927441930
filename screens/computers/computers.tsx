import { useCallback, useMemo } from 'react'
import { shownOf } from '../../src/cache/load/query-state.ts'
import {
  COMPUTER_COLUMNS,
  computerOutput,
  computerSorts,
  computerTable,
} from '../../src/domain/computers/computer-list.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { useQueries } from '../kit/dialogs/use-change.ts'
import { shellWord } from '../kit/export/command-options.ts'
import { type Exports, listExports } from '../kit/export/exports.ts'
import { useListScreen } from '../kit/list/use-list-screen.tsx'
import { useEachMinute } from '../kit/query/ticks.ts'
import { useLiveRefresh, useQuery } from '../kit/query/use-query.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useSession } from '../kit/session/session.ts'
import { type ComputerEntry, computerColumns, computerEntries, computerText, listedOf } from './computer-columns.ts'
import { computersHead, emptyComputers } from './computer-detail.ts'
import { computersKeys, computersState } from './computers-keys.ts'
import { useComputerActions } from './use-computer-actions.ts'
import { useMetricsDetail, useSettledSelection } from './use-metrics.ts'
import { useSetupEnds } from './use-setup-ends.ts'

export const Computers = ({ width, height, target }: ScreenProps) => {
  const { theme } = useSession()
  const state = useQuery('computers', {})
  const data = shownOf(state)?.data
  const canPoll = data !== undefined && (data.isReadable || data.isListed)
  const isLoading = state.is === 'loading'
  const isOffline = useQueries()()?.isOffline === true
  const entriesAt = useCallback(
    (now: number) => computerEntries(data?.rows ?? [], { now, canPoll, isLoading, isOffline }),
    [data, canPoll, isLoading, isOffline],
  )
  const entries = useEachMinute(entriesAt)
  const isLive = entries.some(({ isPolled }) => isPolled)
  useLiveRefresh(state.is !== 'failed' && isLive)
  useSetupEnds(entries)
  const { detailOf, setSelectedId } = useMetricsDetail(entries)
  const screen = useListScreen({
    name: 'computers',
    keys: computersState,
    width,
    height,
    state,
    entries,
    idOf,
    target: target?.row,
    table: useEachMinute(tableAt),
    sorts,
    columns: useMemo(() => computerColumns(theme), [theme]),
    detailOf,
    arrivedAt: ({ computer }) => computer?.createdAt,
    head: () => computersHead(entries, state, width, theme),
    empty: (filter) => emptyComputers(state, entries.length, filter),
    copies,
    exports: computersExports,
    command,
    isLive,
  })
  const { getSelected, list } = screen
  useSettledSelection(list, getSelected, setSelectedId)
  const actions = useComputerActions({
    entries,
    isListed: data?.isListed ?? false,
    getSelected,
    select: list.select,
  })
  useKeys(computersKeys, { ...screen.handlers, ...actions })
  return screen.body
}

const idOf = ({ row }: ComputerEntry): string => row.id
const tableAt = (now: number) => computerTable(now, listedOf)
const command = { list: 'computers list', one: ({ row }: ComputerEntry) => `computers show ${shellWord(row.id)}` }
const sorts = computerSorts(listedOf)
const copies = {
  row: computerText,
  id: idOf,
  json: ({ computer }: ComputerEntry) => computer,
  jsonLabel: 'the computer as JSON.',
}

export const computersExports = (entries: readonly ComputerEntry[]): Exports | string | undefined => {
  if (entries.some(({ computer, isLoading }) => !computer && isLoading)) return 'Computers are still loading.'
  const rows = entries.map(({ row, computer }) => computerOutput({ id: row.id, name: row.name, item: computer }))
  return listExports('computers', { rows, columns: COMPUTER_COLUMNS })
}
