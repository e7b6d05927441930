import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import type { Day } from '../../../src/domain/calendar/calendar.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { filled } from '../../../src/ui/layout/columns.ts'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { useCourseScale } from '../../kit/charts/chart-text.ts'
import { NO_ROOM_BELOW } from '../../kit/detail/use-detail.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { listRow, newsSign, useNews } from '../../kit/list/list-rows.ts'
import type { Marks } from '../../kit/list/use-marks.ts'
import { personWord } from '../../kit/screen/enter-hint.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useReport } from '../../kit/screen/screen-report.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession } from '../../kit/session/session.ts'
import { listCommand } from '../shared/people-exports.ts'
import type { LoadedPeople } from '../shared/use-people.ts'
import { entryIdsOf, useEntries } from './entries.ts'
import { useEntryTable } from './entry-columns.ts'
import { PREVIEW_ROWS, usePreview } from './preview.ts'
import { emptyLine, exactTexts, failureLines, statusLine } from './status-line.ts'
import { useLeaderboardKeys } from './use-leaderboard-keys.ts'
import { usePaging } from './use-paging.ts'
import { useShownList } from './use-shown-list.ts'

/** Whether nobody knew a person before a day: all of their rows, of the period before too, are of it or later. */
const isFirstSeen = (board: Leaderboard, entry: number, from: Day | undefined): boolean => {
  if (from === undefined || !board.previous || (board.beforeAt('days', entry)?.value ?? 0) > 0) return false
  const first = board.seriesAt('messages', entry).findIndex((value) => value !== undefined && value > 0)
  return first >= 0 && (board.days[first] ?? '') >= from
}

export type LeaderboardProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & {
  loaded: LoadedPeople
  marks: Marks
  compareMarked: () => void
}

/** The lowest body that has room for the selected person below the list. */
const PREVIEW_FROM = 18
/** The status, the filter or a rule, and the heading. */
const HEAD_ROWS = 3
/** Cells before a row: the selection and the mark. */
const GUTTER = 2

/** People, or single days of theirs: as many of them as are loaded, more as the list nears its end. */
export const LeaderboardView = ({ width, height, open, loaded, marks, compareMarked }: LeaderboardProps) => {
  const { theme } = useSession()
  const { board, state, queryState, isExact } = loaded
  const shown = useShownList(loaded)
  const courses = useCourseScale()
  const { kind, sort, filter, problem, rows, entries, order, isFiltering } = shown
  const [hasPreview, setHasPreview] = useScreenState('preview', true)

  const isPreviewed = hasPreview && height >= PREVIEW_FROM
  const room = height - HEAD_ROWS - (isPreviewed ? PREVIEW_ROWS + 1 : 0)
  const failures = failureLines(loaded, width, room, theme)
  const listHeight = Math.max(0, room - failures.length)

  const ids = useMemo(() => entryIdsOf(board, rows), [board, rows])
  const list = useEntries(`row:${kind}`, order, listHeight, ids)
  useRowClicks(list, { top: HEAD_ROWS + failures.length, height: listHeight, count: order.length })
  const table = useEntryTable(loaded, shown, width - GUTTER, courses.by)
  const paging = usePaging(loaded, { list, height: listHeight, count: order.length, isFiltering })
  const togglePreview = (): string | undefined => {
    if (height < PREVIEW_FROM) return NO_ROOM_BELOW
    setHasPreview(!hasPreview)
    return undefined
  }
  const world = { loaded, marks, open, compareMarked, togglePreview, toggleCourseScale: courses.toggle }
  useLeaderboardKeys({ ...world, shown, ids, list, height: listHeight, table, paging })
  const selected = () => order[list.selected]
  useReport('people', {
    enter: () => {
      const entry = selected()
      return entry === undefined ? undefined : personWord((rows ?? board).nameAt(entry))
    },
    crumbs: kind === 'days' ? ['single days'] : [],
    command: listCommand({
      kind,
      range: loaded.rangeArguments,
      isComparing: loaded.isComparing,
      isPrivate: loaded.salt !== undefined,
      sort,
      filter: filter.text,
    }),
    fieldKeys: filter.fieldKeys,
    states: [queryState],
  })

  const marked = marks.ids.size
  const exact = useMemo(() => (isExact ? exactTexts(board, marked, theme) : []), [board, isExact, marked, theme])
  const status = {
    state,
    range: loaded.walkRange,
    isConnected: loaded.walk !== undefined,
    people: isExact ? board.active : board.users,
    known: loaded.known,
    requestsLeft: loaded.requestsLeft,
    sort,
    exact,
  }
  const news = useNews('people', board.length > 0)
  const markOf = (entry: number): string => {
    if (marked > 0 && marks.ids.has(ids.personOf(entry))) return theme.accent(theme.signs.marked)
    return !rows && isFirstSeen(board, entry, news.firstDay) ? newsSign(theme) : ' '
  }
  // Made once for all moves until the screen is drawn again: what is drawn again is known by its text.
  const textOf = memoize((entry: number) => `${markOf(entry)}${table.textOf(entry)}`)
  const above = [
    statusLine(status, width, theme),
    filter.divider(order.length, entries.length, width, theme, problem),
    `${' '.repeat(GUTTER)}${table.heading}`,
    ...failures,
  ]
  const listed = (): string[] => {
    if (order.length === 0)
      return failures.length > 0 ? [] : [emptyLine(loaded, { isFiltering, isAsking: paging.isAsking }, theme)]
    const { selected, top } = list
    const { length } = order
    const rows: string[] = []
    for (let index = top; index < Math.min(top + listHeight, length); index++) {
      const text = textOf(order[index] ?? 0)
      rows.push(listRow(text, index === selected, width, theme, true, { index, length }))
    }
    return rows
  }
  const previewOf = usePreview(loaded, isPreviewed, width)
  const lines = () => {
    const entry = selected()
    const preview = previewOf(entry === undefined ? undefined : entries.idAt(entry))
    return [...above, ...filled(listed(), listHeight), ...preview]
  }
  return <ListBody list={list} height={height} lines={lines} />
}
