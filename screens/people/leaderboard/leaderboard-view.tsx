import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import type { Day } from '../../../src/domain/calendar/calendar.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { filled } from '../../../src/ui/layout/columns.ts'
import { joinPanes } from '../../kit/detail/list-and-detail.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { listRow, newsSign, useNews } from '../../kit/list/list-rows.ts'
import { useTabKeys, withTabs } from '../../kit/list/list-tabs.ts'
import { useHeadingClicks } from '../../kit/list/use-heading-clicks.ts'
import { markHints } from '../../kit/list/use-marks.ts'
import { personLabel } from '../../kit/screen/enter-hint.ts'
import { useReport } from '../../kit/screen/screen-report.ts'
import { useSession } from '../../kit/session/session.ts'
import { listCommand } from '../shared/people-exports.ts'
import { peopleKeys } from '../shared/people-keys.ts'
import { emptyLine, exactTexts } from './list-notes.ts'
import { usePreview } from './preview.ts'
import { statusLine } from './status-line.ts'
import { useAggregate } from './use-aggregate.ts'
import { GUTTER, type LeaderboardProps, useLeaderboard } from './use-leaderboard.ts'
import { useLeaderboardKeys } from './use-leaderboard-keys.ts'

/** Whether a person's first activity is on or after `from`, with none in the previous period. */
const isFirstSeen = (board: Leaderboard, entry: number, from: Day | undefined): boolean => {
  if (from === undefined || !board.previous || (board.beforeAt('days', entry)?.value ?? 0) > 0) return false
  const first = board.seriesAt('messages', entry).findIndex((value) => value !== undefined && value > 0)
  return first >= 0 && (board.days[first] ?? '') >= from
}

/** The leaderboard: people, or their single days. More of them load when the view nears the end of the list. */
export const LeaderboardView = (props: LeaderboardProps) => {
  const { width, height, loaded, marks } = props
  const { theme } = useSession()
  const { board, isFinal } = loaded
  const leaderboard = useLeaderboard(props)
  const { shown, ids, list, listHeight, table, paging, failures, isPreviewed, sideBySide, listWidth } = leaderboard
  const { kind, sort, filter, rows, entries, order } = shown
  useHeadingClicks({ placed: table.placed, top: 2, left: GUTTER, width, actionOf: (field) => `sort:${field}` })
  useReport('people', {
    enter: () => {
      const entry = order[list.selected]
      return entry === undefined ? undefined : personLabel(entries.nameAt(entry))
    },
    view: kind === 'days' ? 'single days' : undefined,
    command: listCommand(loaded, kind, sort, filter.text),
    fieldKeys: filter.fieldKeys,
    ownKeys: markHints(peopleKeys, marks),
    states: [loaded.queryState],
  })
  const marked = marks.ids.size
  const exact = useMemo(() => (isFinal ? exactTexts(board, marked, theme) : []), [board, isFinal, marked, theme])
  const figures = useAggregate(loaded, shown, marks)
  const news = useNews('people', board.length > 0)
  const markOf = (entry: number): string => {
    if (marked > 0 && marks.ids.has(ids.personOf(entry))) return theme.accent(theme.signs.marked)
    return !rows && isFirstSeen(board, entry, news.firstDay) ? newsSign(theme) : ' '
  }
  const textOf = (entry: number) => `${markOf(entry)}${table.textOf(entry)}`
  // Memoized until the next render.
  const rowOf = memoize((entry: number) => listRow(textOf(entry), false, listWidth, theme))
  const status = (room: number) => statusLine({ ...loaded, ...paging, hasRanks: !rows }, sort, exact, room, theme)
  const firstRow = withTabs(props.tabs, status, width, theme)
  useLeaderboardKeys(leaderboard, props, useTabKeys(props.tabs, firstRow))
  const above = [
    firstRow,
    filter.divider(order.length, entries.length, width, theme, { problem: shown.problem, figures }),
    `${' '.repeat(GUTTER)}${table.heading}`,
    ...failures,
  ]
  const listed = (): string[] => {
    const { selected, top } = list
    const { length } = order
    if (length === 0)
      return failures.length > 0 ? [] : [emptyLine(loaded, shown.isFiltering, paging.isPageRequested, theme)]
    return Array.from(order.subarray(top, top + listHeight), (entry, y) => {
      const index = top + y
      return index === selected ? listRow(textOf(entry), true, listWidth, theme, true, { index, length }) : rowOf(entry)
    })
  }
  const previewOf = usePreview(loaded, isPreviewed, width, sideBySide)
  const lines = () => {
    const entry = order[list.selected]
    const preview = previewOf(entry === undefined ? undefined : entries.idAt(entry))
    if (sideBySide && order.length > 0) return [...above, ...joinPanes(listed(), preview, 0, width, sideBySide, theme)]
    return [...above, ...filled(listed(), listHeight), ...preview]
  }
  return <ListBody list={list} height={height} lines={lines} />
}
