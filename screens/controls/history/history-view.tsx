import { useMemo } from 'react'
import { cutStyled, filled } from '../../../src/ui/layout/columns.ts'
import { createRowTexts, headingRow, placeColumns, tableRow } from '../../../src/ui/layout/data-table.ts'
import { Body } from '../../../src/ui/layout/rows.tsx'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { listRows } from '../../kit/list/list-rows.ts'
import { useSelection } from '../../kit/list/use-list.ts'
import { useMarks } from '../../kit/list/use-marks.ts'
import { failureLines } from '../../kit/query/states.ts'
import { changesWord } from '../../kit/screen/enter-hint.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useReport } from '../../kit/screen/screen-report.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession } from '../../kit/session/session.ts'
import type { LoadedRevisions } from '../shared/use-revisions.ts'
import { historyColumns, uncompared } from './history-columns.ts'
import { emptyHistory, historyDivider, historyHead } from './history-head.ts'
import { historyPreview, previewRowsOf } from './history-preview.ts'
import type { HistoryRow } from './history-rows.ts'
import { useComparedInSight } from './use-compared.ts'
import { type MarkedRevisions, useHistoryKeys } from './use-history-keys.ts'
import { type HistoryList, useHistoryList } from './use-history-list.ts'

/** Rows of the head, the divider and the heading. */
const HEAD = 3
const MINUTE_MS = 60_000

export type HistoryViewProps = Pick<ScreenProps, 'width' | 'height' | 'target'> &
  Pick<MarkedRevisions, 'compareRevisions'> & {
    loaded: LoadedRevisions
    /** Shows what a revision changed; takes its number. */
    showChanges: (revision: number) => void
  }

/** The revisions of the controls, newest first; older ones are asked for as the list nears its end. */
export const HistoryView = ({ width, height, target, loaded, showChanges, compareRevisions }: HistoryViewProps) => {
  const session = useSession()
  const { theme } = session
  const isPrivate = usePrivateSalt() !== undefined
  const failures = failureLines([loaded.state], width, theme)
  const previewRows = previewRowsOf(height)
  const listHeight = Math.max(0, height - HEAD - previewRows - failures.length)
  const history = useHistoryList(loaded, target, listHeight)
  const { look, all, filter, filtered, quick, open, rows, list, selected } = history
  useRowClicks(list, { top: HEAD + failures.length, height: listHeight, count: rows.length })
  const marks = useMarks()
  useHistoryKeys(history, loaded, showChanges, { marks, compareRevisions })
  useReport('controls', {
    crumbs: [],
    enter: () => {
      const row = selected()
      return row?.revision === undefined ? undefined : changesWord(row.revision, row.id !== all.at(-1)?.id)
    },
    command: `${quick === 'open' ? 'controls open --sort revision' : 'controls history --all'}${filtered.option}${isPrivate ? ' --pseudonyms' : ''}`,
    fieldKeys: filter.fieldKeys,
    states: [loaded.state],
  })

  const now = Math.floor(session.now() / MINUTE_MS) * MINUTE_MS
  const placed = useMemo(
    () => placeColumns(historyColumns(now, width, theme, { open, marked: marks.ids }), [], width - 1),
    [now, width, theme, open, marks.ids],
  )
  const knownText = useMemo(() => createRowTexts(placed, theme), [placed, theme])
  const textOf = (row: HistoryRow) => (row.isKnown() ? knownText(row) : tableRow(placed.map(uncompared), row, theme))
  const above = [
    historyHead(loaded, all, look, now, width, theme),
    historyDivider(history, loaded, width, theme),
    ` ${headingRow(placed, undefined, theme)}`,
    ...failures,
  ]
  const listed = (): string[] => {
    if (rows.length > 0) return listRows(rows, textOf, { list, height: listHeight, width }, theme)
    if (failures.length > 0) return []
    return [` ${theme.muted(emptyHistory(loaded, filter.isActive, quick, open !== undefined))}`]
  }
  const lines = (preview: readonly string[]) =>
    [...above, ...filled(listed(), listHeight), ...preview].map((line) => cutStyled(line, width))
  return <PreviewedBody {...{ history, listHeight, previewRows, width, height, lines }} />
}

type PreviewedBodyProps = Pick<HistoryViewProps, 'width' | 'height'> & {
  history: HistoryList
  listHeight: number
  previewRows: number
  /** Makes all rows of the body, of what is selected now, with the preview of that. */
  lines: (preview: readonly string[]) => readonly string[]
}

/** The list and what is said of the selected revision: drawn again with each move, and nothing of the screen besides. */
const PreviewedBody = ({ history, listHeight, previewRows, width, height, lines }: PreviewedBodyProps) => {
  const { theme } = useSession()
  const { list, rows, open } = history
  useSelection(list)
  useComparedInSight(rows.slice(list.top, list.top + listHeight))
  const selected = history.selected()
  const isSelectedKnown = selected?.isKnown() ?? true
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row says more once it is compared
  const preview = useMemo(
    () => (previewRows === 0 ? [] : historyPreview(selected, open, width, theme)),
    [previewRows, selected, isSelectedKnown, open, width, theme],
  )
  return <Body lines={lines(preview)} height={height} />
}
