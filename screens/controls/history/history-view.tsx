import { useEffect, useMemo, useRef } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { inSlices } from '../../../src/base/slices.ts'
import { type OutputRow, toJson } from '../../../src/domain/output/output.ts'
import {
  HISTORY_MEMBERS,
  historyOutput,
  OPEN_MEMBERS,
  openOutput,
} from '../../../src/domain/revisions/revision-output.ts'
import { countVerdicts } from '../../../src/domain/risk/risk-verdict.ts'
import { shownSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { useKeys, useLatest } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { createRowTexts, headingRow, placeColumns, tableRow } from '../../../src/ui/layout/data-table.ts'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { joinOrAlone } from '../../kit/detail/list-and-detail.ts'
import { MAX_DETAILS } from '../../kit/detail/use-detail.ts'
import { copiedCells } from '../../kit/export/command-options.ts'
import { type Exports, listExports, tableFormats, useExports } from '../../kit/export/exports.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { listRows } from '../../kit/list/list-rows.ts'
import { type ListTabs, useTabKeys } from '../../kit/list/list-tabs.ts'
import { listHandlers, NO_ROW } from '../../kit/list/use-list.ts'
import { type Marks, markHints, useClearMarksKey, useMarks } from '../../kit/list/use-marks.ts'
import { failureLines } from '../../kit/query/states.ts'
import { changesLabel } from '../../kit/screen/enter-hint.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { type Level, useReport } from '../../kit/screen/screen-report.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { useAgeReference } from '../../kit/session/use-range.ts'
import { useRevisionEvents } from '../audit/use-audit-events.ts'
import { historyKeys } from '../shared/controls-keys.ts'
import { type ControlsViewName, historyState } from '../shared/controls-state.ts'
import { type LoadedRevisions, settingsJson } from '../shared/use-revisions.ts'
import { changedText, historyColumns, openText, uncomparedColumn } from './history-columns.ts'
import { type HistoryRow, loosenedAnything } from './history-rows.ts'
import { emptyHistory, historyDivider, historyHead, historyPreview, historySizes } from './history-text.ts'
import { type HistoryList, type OpenByRevision, useCompareVisible, useHistoryList } from './use-history-list.ts'

/** Rows of the head, divider and heading. */
const HEAD = 3

type HistoryViewProps = Pick<ScreenProps, 'width' | 'height' | 'target'> & {
  loaded: LoadedRevisions
  /** The level of a target that is not loaded yet. */
  levels: readonly Level[]
  /** Shows the changes of a revision, by its number. */
  showChanges: (revision: number) => void
  tabs: ListTabs<ControlsViewName>
  /** Whether the server has an audit log. */
  hasEvents: boolean
  /** Shows the audit event that made a revision. */
  showEvent: (revision: number) => void
  /** Compares two revisions, the older first. */
  compareRevisions: (a: number, b: number) => void
}

/** The revisions of the controls, newest first. Older ones load when the view nears the end of the list. */
export const HistoryView = (props: HistoryViewProps) => {
  const { width, height, target, loaded } = props
  const session = useSession()
  const { theme } = session
  const isPrivate = usePrivateSalt() !== undefined
  const failures = failureLines([loaded.state], width, theme)
  const sizes = historySizes(width, Math.max(0, height - HEAD - failures.length), height)
  const { listWidth, listHeight } = sizes
  const history = useHistoryList(loaded, target, listHeight)
  const { lastVisit, all, filter, filtered, quick, open, rows, list, selected } = history
  const now = useAgeReference()
  const events = useRevisionEvents(props.hasEvents)
  const visit = lastVisit && { ...lastVisit, agoMs: session.now() - lastVisit.at }
  useRowClicks(list, { top: HEAD + failures.length, height: listHeight, width: listWidth, count: rows.length })
  const marks = useMarks(historyState.marks)
  useHistoryKeys(history, marks, props, useTabKeys(props.tabs, ''))
  useReport('controls', {
    levels: props.levels,
    enter: () => {
      const row = selected()
      return row?.revision === undefined ? undefined : changesLabel(row.revision, row.id !== all.at(-1)?.id)
    },
    command: `${quick === 'open' ? 'controls open --sort revision' : 'controls history --all'}${filtered.option}${isPrivate ? ' --pseudonyms' : ''}`,
    fieldKeys: filter.fieldKeys,
    ownKeys: markHints(historyKeys, marks),
    states: [loaded.state],
  })

  const placed = useMemo(
    () => placeColumns(historyColumns(now, listWidth, theme, { open, marked: marks.ids }), [], listWidth - 1),
    [now, listWidth, theme, open, marks.ids],
  )
  const knownText = useMemo(() => createRowTexts(placed, theme), [placed, theme])
  const textOf = (row: HistoryRow) =>
    row.isKnown() ? knownText(row) : tableRow(placed.map(uncomparedColumn), row, theme)
  const above = [
    historyHead(loaded, all, visit, now, width, theme),
    historyDivider(history, loaded, width, theme),
    ` ${headingRow(placed, undefined, theme)}`,
    ...failures,
  ]
  const listed = (): string[] => {
    if (rows.length > 0) return listRows(rows, textOf, { list, height: listHeight, width: listWidth }, theme)
    if (failures.length > 0) return []
    return [` ${theme.muted(emptyHistory(loaded, filter.isActive, quick, open !== undefined))}`]
  }
  const compare = useCompareVisible()
  // Memoized until the next render, which follows when a row has been compared.
  const previewOf = memoize(
    (row: HistoryRow | undefined) => historyPreview(row, { open, event: events.get(row?.revision) }, sizes, theme),
    MAX_DETAILS,
  )
  const panes = () =>
    joinOrAlone(listed(), previewOf(selected()), { room: listHeight, isDetail: false, width }, sizes, theme)
  const lines = () => {
    compare(rows.slice(list.top, list.top + listHeight))
    return [...above, ...panes()].map((line) => cutStyled(line, width))
  }
  return <ListBody list={list} height={height} lines={lines} />
}

/** @param marks - Ids are revision numbers. */
const useHistoryKeys = (
  history: HistoryList,
  marks: Marks,
  { loaded, showChanges, compareRevisions, showEvent, tabs }: HistoryViewProps,
  tabKeys: ReturnType<typeof useTabKeys>,
): void => {
  const { showNotice, copy } = useLastRow()
  const { theme } = useSession()
  const ageEnd = useAgeReference()
  const { all, rows, list, selected, filter, quick, setQuick, height } = history
  const seek = useSeek(history, loaded.hasMore)
  const seekLoosened = (step: 1 | -1) => seek(step, loosenedAnything, 'loosened anything')
  const seekNew = (step: 1 | -1) =>
    all.some(({ isNew }) => isNew) ? seek(step, ({ isNew }) => isNew, 'is new') : seekLoosened(step)
  const lastCell = (row: HistoryRow): string =>
    openText(history.open?.get(row.revision) ?? [], Number.POSITIVE_INFINITY, theme) || changedText(row)
  const noRow = () => (selected() ? 'This revision has no number.' : loaded.state.is === 'loading' ? LOADING : NO_ROW)
  useClearMarksKey(marks, filter.fieldKeys !== undefined)
  const handlers = listHandlers(list, height, rows.length)
  useKeys(historyKeys, {
    ...handlers,
    ...useExports(() =>
      quick === 'open' && history.open ? openExports(rows, history.open, ageEnd) : historyExports(rows),
    ),
    bottom: (_times, row) => {
      if (row !== undefined) return handlers.bottom(1, row)
      list.moveTo(rows.length - 1)
      // While only open loosenings are listed, older revisions do not load automatically.
      if (loaded.failure || (quick === 'open' && loaded.hasMore)) loaded.loadLargeBatch()
      return undefined
    },
    ...tabKeys,
    event: () => {
      const revision = selected()?.revision
      if (tabs.views.length === 0) return tabs.whyOne
      return revision === undefined ? noRow() : showEvent(revision)
    },
    nextNew: () => seekNew(1),
    previousNew: () => seekNew(-1),
    nextLoosened: () => seekLoosened(1),
    previousLoosened: () => seekLoosened(-1),
    changes: () => {
      const revision = selected()?.revision
      return revision === undefined ? noRow() : showChanges(revision)
    },
    filter: filter.open,
    mark: () => {
      const row = selected()
      if (row?.revision === undefined) return noRow()
      marks.toggle(row.id)
      return list.move(1)
    },
    compareMarked: () => {
      // A single marked revision is compared with the selected one.
      const row = selected()
      const numbers = [...new Set([...marks.ids, ...(marks.ids.size === 1 && row ? [row.id] : [])])].map(Number)
      if (numbers.length < 2)
        return showNotice(
          marks.ids.size === 0
            ? 'No revision is marked. Press Space to mark the selected one.'
            : 'Mark a second revision, or move to it.',
        )
      compareRevisions(Math.min(...numbers), Math.max(...numbers))
      if (numbers.length > 2)
        showNotice(`Comparing the oldest and newest of ${numbers.length} marked: ( ) and < > move them.`)
    },
    quick: () => setQuick(quick === 'all' ? 'open' : 'all'),
    copyRow: () => {
      const row = selected()
      copy(row && copiedCells([row.revision, row.updatedAt, row.who, lastCell(row)]), 'the row.')
    },
    copyId: () => {
      const row = selected()
      if (row?.revision === undefined) return noRow()
      return copy(String(row.revision), 'the number of the revision.')
    },
    copyJson: () => {
      const row = selected()
      const revision = loaded.revisions[all.findIndex(({ id }) => id === row?.id)]
      copy(revision && settingsJson(revision), 'the settings as JSON, without secrets.', 'text')
    },
  })
}

const LOADING = 'Revisions are still loading.'

/** Selects the next matching row. Works in slices, because each row may need a comparison first. */
const useSeek = ({ rows, list }: HistoryList, hasMore: boolean) => {
  const { showNotice } = useLastRow()
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const latestList = useLatest(list)
  return (step: 1 | -1, isWanted: (row: HistoryRow) => boolean, what: string): void => {
    stop.current()
    let at = list.selected
    stop.current = inSlices(() => {
      at += step
      const row = rows[at]
      if (row && !isWanted(row)) return true
      if (row) latestList.current.moveTo(at)
      else showNotice(`No ${step > 0 ? 'older' : 'newer'}${hasMore && step > 0 ? ' loaded' : ''} revision ${what}.`)
      return false
    })
  }
}

/** Open loosenings, one row each with the current value, in the columns of `qd controls open`. Secrets are masked. */
const openExports = (rows: readonly HistoryRow[], open: OpenByRevision, now: number): Exports | undefined => {
  const shown = (value: unknown) => (value === undefined ? undefined : toJson(shownSettings(value)))
  const loosenings = rows.flatMap(({ revision }) =>
    (open.get(revision) ?? []).map((loosening) => openOutput(loosening, now, shown)),
  )
  return listExports(nameOf('open', rows), { rows: loosenings, columns: OPEN_MEMBERS })
}

/** One row per revision, as `qd controls history` prints it. Contains no settings and therefore no secrets. */
const historyExports = (rows: readonly HistoryRow[]): Exports | undefined =>
  rows.length === 0
    ? undefined
    : {
        name: nameOf('history', rows),
        formats: tableFormats(() => ({ rows: rows.map(briefOf), columns: HISTORY_MEMBERS })),
        shown: 'md',
      }

const nameOf = (what: string, revisions: readonly HistoryRow[]): string =>
  `controls-${what}-${revisions.at(-1)?.revision ?? 'first'}-${revisions[0]?.revision ?? 'latest'}`

const briefOf = (row: HistoryRow): OutputRow => {
  const { findings, names } = row.summary() ?? {}
  return historyOutput(row, findings && countVerdicts(findings), row.risk(), names?.toSorted())
}
