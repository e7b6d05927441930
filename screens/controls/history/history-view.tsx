import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { cutStyled, filled } from '../../../src/ui/layout/columns.ts'
import { createRowTexts, headingRow, placeColumns, tableRow } from '../../../src/ui/layout/data-table.ts'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { listRows } from '../../kit/list/list-rows.ts'
import { useMarks } from '../../kit/list/use-marks.ts'
import { failureLines } from '../../kit/query/states.ts'
import { changesWord } from '../../kit/screen/enter-hint.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useReport } from '../../kit/screen/screen-report.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession } from '../../kit/session/session.ts'
import { useAgeEnd } from '../../kit/session/use-range.ts'
import type { LoadedRevisions } from '../shared/use-revisions.ts'
import { historyColumns, uncompared } from './history-columns.ts'
import type { HistoryRow } from './history-rows.ts'
import { emptyHistory, historyDivider, historyHead, historyPreview, previewRowsOf } from './history-text.ts'
import { type MarkedRevisions, useHistoryKeys } from './use-history-keys.ts'
import { useComparedInSight, useHistoryList } from './use-history-list.ts'

/** Rows of the head, the divider and the heading. */
const HEAD = 3
/** Previews that are kept: of what is walked to and fro. */
const PREVIEWS = 100

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

  const now = useAgeEnd()
  const placed = useMemo(
    () => placeColumns(historyColumns(now, width, theme, { open, marked: marks.ids }), [], width - 1),
    [now, width, theme, open, marks.ids],
  )
  const knownText = useMemo(() => createRowTexts(placed, theme), [placed, theme])
  const textOf = (row: HistoryRow) => (row.isKnown() ? knownText(row) : tableRow(placed.map(uncompared), row, theme))
  const above = [
    historyHead(loaded, all, look && { ...look, agoMs: session.now() - look.at }, now, width, theme),
    historyDivider(history, loaded, width, theme),
    ` ${headingRow(placed, undefined, theme)}`,
    ...failures,
  ]
  const listed = (): string[] => {
    if (rows.length > 0) return listRows(rows, textOf, { list, height: listHeight, width }, theme)
    if (failures.length > 0) return []
    return [` ${theme.muted(emptyHistory(loaded, filter.isActive, quick, open !== undefined))}`]
  }
  const compare = useComparedInSight()
  const knownPreview = useMemo(
    () => memoize((row: HistoryRow | undefined) => historyPreview(row, open, width, theme), PREVIEWS),
    [open, width, theme],
  )
  const preview = (): string[] => {
    if (previewRows === 0) return []
    const row = selected()
    // A row says more once it is compared.
    return row?.isKnown() === false ? historyPreview(row, open, width, theme) : knownPreview(row)
  }
  const lines = () => {
    compare(rows.slice(list.top, list.top + listHeight))
    return [...above, ...filled(listed(), listHeight), ...preview()].map((line) => cutStyled(line, width))
  }
  return <ListBody list={list} height={height} lines={lines} />
}
