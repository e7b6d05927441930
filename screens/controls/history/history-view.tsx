import { useEffect, useMemo, useRef, useState } from 'react'
import type { LastLook } from '../../../src/domain/revisions/last-look.ts'
import { age, fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { apart, asManyAsFit, cutStyled, filled } from '../../../src/ui/layout/columns.ts'
import {
  createRowTexts,
  headingRow,
  type PlacedColumn,
  placeColumns,
  tableRow,
} from '../../../src/ui/layout/data-table.ts'
import { Body } from '../../../src/ui/layout/rows.tsx'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useExports } from '../../kit/exports.ts'
import { rule } from '../../kit/frame.ts'
import { listRows } from '../../kit/list-rows.ts'
import { usePrivateSalt } from '../../kit/person-name.ts'
import type { ScreenProps } from '../../kit/screen.ts'
import { useReport } from '../../kit/screen-report.ts'
import { useScreenState } from '../../kit/screen-state.ts'
import { useSession } from '../../kit/session.ts'
import { failureLines } from '../../kit/states.ts'
import { useFilter } from '../../kit/use-filter.ts'
import { useLastRow } from '../../kit/use-last-row.ts'
import { listHandlers, useList } from '../../kit/use-list.ts'
import { inSlices } from '../shared/slices.ts'
import type { LoadedRevisions } from '../shared/use-revisions.ts'
import { settingsJson } from '../shared/value-text.ts'
import { historyExports } from './history-exports.ts'
import { historyKeys } from './history-keys.ts'
import {
  changedText,
  type HistoryRow,
  haystackOf,
  historyColumns,
  historyRows,
  previewLines,
  verdictOf,
} from './history-rows.ts'
import { useCompared } from './use-compared.ts'

/** Rows of the selected revision below the list, and the lowest body that has room for them. */
const PREVIEW_ROWS = 5
const PREVIEW_FROM = 18
const MINUTE_MS = 60_000
/** For so long rows that come into sight are compared before a frame is drawn without what they changed. */
const COMPARE_MS = 40
/** Cells that stay free before what stands at the right of the head. */
const GAP = 2

export type HistoryViewProps = Pick<ScreenProps, 'width' | 'height' | 'target'> & {
  loaded: LoadedRevisions
  /** Shows what a revision changed; takes its number. */
  showChanges: (revision: number) => void
}

/** The revisions of the controls, newest first; older ones are asked for as the list nears its end. */
export const HistoryView = ({ width, height, target, loaded, showChanges }: HistoryViewProps) => {
  const session = useSession()
  const { theme } = session
  const { tell, copy } = useLastRow()
  const isPrivate = usePrivateSalt() !== undefined
  const { revisions, state, hasMore, more } = loaded
  const [look] = useState(() => session.looks.last())
  const rows = useMemo(() => historyRows(revisions, look), [revisions, look])
  const newest = revisions[0]?.revision
  useEffect(() => {
    if (newest !== undefined) session.looks.saw(newest)
  }, [session, newest])
  const filter = useFilter()
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean).join('\n')
  const areCompared = useCompared(rows, filter.isActive)
  // biome-ignore lint/correctness/useExhaustiveDependencies: more is known of the rows once all are compared
  const shownRows = useMemo(() => {
    const wanted = words.split('\n').filter(Boolean)
    return wanted.length === 0
      ? rows
      : rows.filter((row) => {
          const haystack = haystackOf(row)
          return wanted.every((word) => haystack.includes(word))
        })
  }, [rows, words, areCompared])
  const ids = useMemo(() => shownRows.map(({ id }) => id), [shownRows])

  const failures = failureLines([state], width, theme)
  const previewRows = height >= PREVIEW_FROM ? PREVIEW_ROWS + 1 : 0
  const listHeight = Math.max(0, height - 3 - previewRows - failures.length)
  const list = useList('revision', ids, listHeight)
  const selected = shownRows[list.selected]

  const [started, setStarted] = useScreenState('started', false)
  const at = target?.revision === undefined ? -1 : ids.indexOf(String(target.revision))
  useEffect(() => {
    if (started || (at < 0 && (hasMore || state.is === 'loading'))) return
    setStarted(true)
    if (at >= 0) list.moveTo(at)
  }, [started, setStarted, at, hasMore, state, list])
  const isSought = !started && target?.revision !== undefined && at < 0

  // A filter that matches little would have the whole history loaded to fill the window.
  const wantsMore = hasMore && (isSought || (!filter.isActive && list.top + 2 * listHeight >= rows.length))
  useEffect(() => {
    if (wantsMore) more()
  })

  const now = Math.floor(session.now() / MINUTE_MS) * MINUTE_MS
  const placed = useMemo(() => placeColumns(historyColumns(now, width, theme), [], width - 1), [now, width, theme])
  const rowText = useMemo(() => createRowTexts(placed, theme), [placed, theme])
  const [, drawAgain] = useState(0)
  const stopSeeking = useRef(() => {})
  useEffect(() => () => stopSeeking.current(), [])
  const latestList = useRef(list)
  latestList.current = list
  const seek = (step: 1 | -1, isWanted: (row: HistoryRow) => boolean, what: string) => () => {
    stopSeeking.current()
    let at = list.selected
    stopSeeking.current = inSlices(() => {
      at += step
      const row = shownRows[at]
      if (row && !isWanted(row)) return true
      if (row) latestList.current.moveTo(at)
      else tell(`No ${step > 0 ? 'older' : 'newer'} revision${hasMore && step > 0 ? ' that is loaded' : ''} ${what}.`)
      return false
    })
  }
  const seekNew = (step: 1 | -1) =>
    rows.some(({ isNew }) => isNew) ? seek(step, ({ isNew }) => isNew, 'is new') : seekWidened(step)
  const seekWidened = (step: 1 | -1) => seek(step, (row) => verdictOf(row) === 'widened', 'widened anything')
  const exporting = useExports(() => historyExports(shownRows))

  useKeys(historyKeys, {
    ...listHandlers(list, listHeight, shownRows.length),
    bottom: () => {
      list.moveTo(shownRows.length - 1)
      if (loaded.failure) loaded.moreAtOnce()
    },
    nextNew: () => seekNew(1)(),
    lastNew: () => seekNew(-1)(),
    nextWidened: seekWidened(1),
    lastWidened: seekWidened(-1),
    ...exporting,
    changes: () => selected?.revision !== undefined && showChanges(selected.revision),
    filter: filter.open,
    copyRow: () =>
      selected &&
      copy(
        [selected.revision, selected.updatedAt, selected.who, changedText(selected)]
          .map((cell) => safeText(cell ?? ''))
          .join('\t'),
        'the row.',
      ),
    copyId: () => selected && copy(String(selected.revision ?? ''), 'the number of the revision.'),
    copyJson: () => {
      const revision = revisions[rows.findIndex(({ id }) => id === selected?.id)]
      if (revision) copy(settingsJson(revision), 'the settings as JSON, without secrets.')
    },
  })
  useReport('controls', {
    crumbs: [],
    command: `controls history --all${isPrivate ? ' --pseudonyms' : ''}`,
    fieldKeys: filter.fieldKeys,
    states: [state],
  })

  // What has come into sight is compared first, for so long that nobody waits for it; large settings take a few frames.
  const until = performance.now() + COMPARE_MS
  const inSight = shownRows.slice(list.top, list.top + listHeight)
  const isBehind = inSight.some((row) => {
    if (!row.isKnown() && performance.now() < until) row.summary()
    return !row.isKnown()
  })
  useEffect(() => {
    if (!isBehind) return undefined
    const next = setImmediate(() => drawAgain((count) => count + 1))
    return () => clearImmediate(next)
  })
  const isSelectedKnown = selected?.isKnown() ?? true
  const preview = useMemo(() => {
    if (previewRows === 0) return []
    const lines = !isSelectedKnown
      ? [` ${theme.muted('comparing')}`]
      : selected
        ? previewLines(selected, theme).map((line) => cutStyled(line, width))
        : []
    const hidden = lines.length - PREVIEW_ROWS
    return [
      rule(width, theme),
      ...filled(
        hidden > 0 ? [...lines.slice(0, PREVIEW_ROWS - 1), ` ${theme.muted(`and ${hidden + 1} more`)}`] : lines,
        PREVIEW_ROWS,
      ),
    ]
  }, [previewRows, selected, isSelectedKnown, width, theme])

  const textOf = (row: HistoryRow) => (row.isKnown() ? rowText(row) : tableRow(placed.map(uncompared), row, theme))
  const shown = listRows(shownRows, textOf, { list, height: listHeight, width }, theme)
  const empty = failures.length > 0 ? [] : [` ${theme.muted(emptyText(loaded, filter.isActive))}`]
  const lines = [
    headLine(loaded, rows, look, now, width, theme),
    filter.divider(shownRows.length, rows.length, width, theme),
    ` ${headingRow(placed, undefined, theme)}`,
    ...failures,
    ...filled(shownRows.length > 0 ? shown : empty, listHeight),
    ...preview,
  ]
  return <Body lines={lines.map((line) => cutStyled(line, width))} height={height} />
}

/** A column of a revision that nobody has compared yet. */
const uncompared = ({ column, width }: PlacedColumn<HistoryRow>): PlacedColumn<HistoryRow> => {
  if (column.id === 'risk' || column.id === 'edits')
    return { column: { ...column, text: () => '', role: () => undefined }, width }
  return column.id === 'changed' ? { column: { ...column, text: () => 'comparing' }, width } : { column, width }
}

const headLine = (
  { revisions, state, hasMore, isLoadingMore, failure }: LoadedRevisions,
  rows: readonly HistoryRow[],
  look: LastLook | undefined,
  now: number,
  width: number,
  theme: Theme,
): string => {
  const [latest] = rows
  if (latest === undefined) return ` ${theme.muted(state.is === 'loading' ? 'loading revisions' : 'no revisions')}`
  const count = `${theme.strong(fullNumber(revisions.length))} ${revisions.length === 1 ? 'revision' : 'revisions'}`
  const when = latest.updatedAt === undefined ? '' : ` ${age(now - Date.parse(latest.updatedAt))} ago`
  const newCount = rows.filter(({ isNew }) => isNew).length
  const isMore = newCount === rows.length && hasMore
  const news =
    look && newCount > 0
      ? [
          `• ${theme.strong(`${fullNumber(newCount)}${isMore ? '+' : ''} new`)} since you last looked, ${age(now - look.at)} ago`,
        ]
      : []
  const parts = [
    count,
    ...news,
    `${theme.muted('latest')} ${latest.revision ?? '?'}${when} ${theme.muted('by')} ${safeText(latest.who ?? '?')}`,
  ]
  const right = isLoadingMore
    ? 'loading older ones '
    : failure
      ? 'older ones did not come: G asks again '
      : hasMore && state.is !== 'loading'
        ? 'older ones on the server '
        : ''
  // What did not come is worth more than who was the latest, whom the first row names.
  const room = width - (failure && !isLoadingMore ? right.length + GAP : 0)
  const left = ` ${news.length > 0 || room < width ? asManyAsFit(parts, room - 1, '   ') : parts.join('   ')}`
  return apart(cutStyled(left, width), theme.muted(right), width)
}

const emptyText = ({ state, revisions }: LoadedRevisions, isFiltering: boolean): string => {
  if (revisions.length > 0 && isFiltering) return 'no loaded revision matches: Esc shows all'
  return state.is === 'loading' ? 'loading revisions' : 'The controls have never been changed.'
}
