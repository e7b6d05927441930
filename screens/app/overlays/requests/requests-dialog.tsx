import { useMemo, useState } from 'react'
import { fit } from '../../../../src/domain/text/fit.ts'
import { bytes, fullNumber } from '../../../../src/domain/text/format.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { Dialog } from '../../../../src/ui/dialog/dialog.tsx'
import { useDialogPlace } from '../../../../src/ui/dialog/dialog-context.ts'
import { useKeys } from '../../../../src/ui/keys/use-keys.ts'
import { filled } from '../../../../src/ui/layout/columns.ts'
import {
  type Column,
  createRowTexts,
  headingRow,
  leftColumn,
  placeColumns,
  rightColumn,
} from '../../../../src/ui/layout/data-table.ts'
import { Rows } from '../../../../src/ui/layout/rows.tsx'
import { useSignal } from '../../../../src/ui/layout/signal.ts'
import type { Theme } from '../../../../src/ui/layout/theme.ts'
import { Clicks, clickRow } from '../../../../src/ui/mouse/click-areas.ts'
import { filterLine, hasWords } from '../../../kit/filter/find-words.ts'
import { useWordsFilter } from '../../../kit/filter/use-words-filter.ts'
import { listRows } from '../../../kit/list/list-rows.ts'
import { atFirstRow, listHandlers, NO_ROW, useListIn } from '../../../kit/list/use-list.ts'
import { useRequests } from '../../../kit/query/use-query.ts'
import { RequestDetail, useCopyCurl } from './request-detail.tsx'
import { type RequestRow, requestRows, requestText, searchedText, stateWord, timeOf } from './request-row.ts'
import { requestsKeys, requestWordsKeys } from './requests-keys.ts'

/** Rows outside the list: the title, the heading and the line below the list. */
const OTHER_ROWS = 3

/** The requests to the network and the cache: a list with a filter, and the details of one request. */
export const RequestsDialog = () => {
  const { width, height, theme, close } = useDialogPlace()
  const { queries, log } = useRequests()
  const all = useMemo(() => requestRows(log, queries?.cacheHits() ?? []), [log, queries])
  const filter = useWordsFilter(close)
  const { typed } = filter
  const [opened, setOpened] = useState<RequestRow>()
  const rows = useMemo(() => all.filter((row) => hasWords(typed, () => searchedText(row))), [all, typed])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const listHeight = Math.max(1, height - OTHER_ROWS)
  const list = useListIn(useSignal(atFirstRow), ids, listHeight)
  const getSelected = () => rows[list.selected]
  const open = () => {
    const selected = getSelected()
    return selected ? setOpened(selected) : NO_ROW
  }
  const copyCurl = useCopyCurl()
  // The result of the open request may still arrive.
  const shown = opened && (all.find(({ id }) => id === opened.id) ?? opened)
  const keys = useKeys(
    filter.isTyping ? requestWordsKeys : requestsKeys,
    {
      ...listHandlers(list, listHeight, rows.length),
      open,
      copyCurl: () => copyCurl(getSelected()),
      ...filter.handlers,
    },
    {
      kind: 'overlay',
      scope: filter.isTyping ? 'requestWords' : 'requests',
      isExclusive: true,
      ...filter.lineKeys,
    },
  )
  const [placed, rowText] = useMemo(() => {
    const columns = placeColumns(requestColumns, [], width - 2)
    return [columns, createRowTexts(columns, theme)] as const
  }, [width, theme])
  const sums = useMemo(() => ` ${theme.muted(fit(sumsOf(all), width - 2))}`, [all, width, theme])
  if (shown) return <RequestDetail row={shown} leave={() => setOpened(undefined)} />
  const heading = ` ${headingRow(placed, undefined, theme)}`
  const listed = () =>
    rows.length > 0 ? listRows(rows, rowText, { list, height: listHeight, width }, theme) : [nothing(all, theme)]
  const below = () =>
    filter.shown === undefined
      ? (wrongLine(getSelected(), width, theme) ?? sums)
      : filterLine(filter.shown, `${fullNumber(rows.length)} of ${fullNumber(all.length)}`, width, theme)
  const lines = () => [heading, ...filled(listed(), listHeight), below()]
  return (
    <Dialog title="Requests" keys={keys}>
      <Rows lines={lines} changes={list.subscribe} />
      <Clicks top={2} height={listHeight} click={(_x, y) => clickRow({ ...list, count: rows.length, take: open }, y)} />
    </Dialog>
  )
}

const nothing = (all: readonly RequestRow[], theme: Theme): string =>
  ` ${theme.muted(all.length === 0 ? 'No requests yet.' : 'No matching requests.')}`

/** The error of a request; undefined if it has none. */
const wrongLine = (row: RequestRow | undefined, width: number, theme: Theme): string | undefined =>
  row?.from === 'network' && row.entry.error !== undefined
    ? ` ${theme.bad(fit(safeText(row.entry.error), width - 2))}`
    : undefined

const sumsOf = (all: readonly RequestRow[]): string => {
  const sent = all.flatMap((row) => (row.from === 'network' ? [row.entry] : []))
  const counts: [number, string][] = [
    [sent.filter(({ attempt }) => attempt > 1).length, 'retried'],
    [sent.filter(({ state, status = 0 }) => state === 'failed' || status >= 400).length, 'failed'],
    [sent.reduce((sum, { problems }) => sum + problems, 0), 'schema mismatches'],
  ]
  return [
    `${sent.length} sent`,
    `${all.length - sent.length} from the cache`,
    bytes(sent.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0)),
    ...counts.flatMap(([count, what]) => (count > 0 ? `${count} ${what}` : [])),
  ].join('   ')
}

/** The columns of the list. In a narrow window, the size and the duration are hidden first. */
export const requestColumns: readonly Column<RequestRow>[] = [
  leftColumn('at', 'UTC', 8, 0, timeOf, 'muted'),
  leftColumn('state', 'STATUS', 9, 0, stateWord, (row) => roleOf(row)),
  entryColumn('try', 'TRY', 3, 1, ({ attempt }) => (attempt > 1 ? String(attempt) : ''), 'warn'),
  entryColumn('issues', 'ISSUES', 6, 2, ({ problems }) => (problems > 0 ? String(problems) : ''), 'warn'),
  entryColumn('took', 'TOOK', 8, 3, ({ durationMs: ms }) => (ms === undefined ? '' : `${Math.round(ms)} ms`)),
  entryColumn('size', 'SIZE', 8, 4, ({ sizeBytes }) => (sizeBytes === undefined ? '' : bytes(sizeBytes))),
  leftColumn('request', 'REQUEST', { grow: true, min: 28 }, 0, (row) => safeText(requestText(row))),
]

type Entry = Extract<RequestRow, { from: 'network' }>['entry']

/** A number of a sent request; empty for a row from the cache. */
function entryColumn(
  id: string,
  title: string,
  width: number,
  priority: number,
  text: (entry: Entry) => string,
  role?: 'warn',
): Column<RequestRow> {
  return rightColumn(id, title, width, priority, (row) => (row.from === 'network' ? text(row.entry) : ''), role)
}

const roleOf = (row: RequestRow) => {
  if (row.from === 'cache') return 'accent'
  const { state, status = 0 } = row.entry
  if (state === 'failed' || status >= 400) return 'bad'
  return state === 'answered' ? 'good' : 'muted'
}
