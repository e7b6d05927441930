import { useMemo } from 'react'
import { memoize } from '../../src/base/memoize.ts'
import { addDays, dayOf } from '../../src/domain/calendar/calendar.ts'
import { dayLabel } from '../../src/domain/text/format.ts'
import type { UsageRow } from '../../src/domain/usage/views/usage-rows.ts'
import { VIEW_NAMES, type View, type ViewName } from '../../src/domain/usage/views/view.ts'
import { headingRow } from '../../src/ui/layout/data-table.ts'
import { useClickArea, useRowClicks, wordAt } from '../../src/ui/mouse/click-areas.ts'
import { useCourseScale } from '../kit/charts/chart-text.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { listRows, useNews } from '../kit/list/list-rows.ts'
import { useQuietList } from '../kit/list/use-list.ts'
import { failedLines, failuresOf } from '../kit/query/states.ts'
import { usePatience } from '../kit/query/ticks.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport } from '../kit/screen/screen-report.ts'
import type { Target } from '../kit/screen/target.ts'
import { usePrivateSalt } from '../kit/session/person-name.ts'
import { useSession } from '../kit/session/session.ts'
import { useRange } from '../kit/session/use-range.ts'
import { dayEnter, emptyLine, groupsLine, usageEnter } from './breakdown/breakdown-lines.ts'
import { useBreakdownTable } from './breakdown/breakdown-table.ts'
import { useBreakdown, useViewChoice } from './breakdown/use-breakdown.ts'
import { useCharted } from './chart/charted.ts'
import { useHeading } from './chart/heading.ts'
import { chosenDay, type SharedState } from './chart/shared-state.ts'
import { rowCourse } from './chart/usage-chart.ts'
import { TALL_FROM, useChart } from './chart/use-chart.ts'
import { useDayRevisions } from './chart/use-day-revisions.ts'
import { viewCommand } from './usage-exports.ts'
import { dayHints } from './usage-keys.ts'
import { useViewKeys } from './use-view-keys.ts'

export type UsageViewProps = ScreenProps & { view: View; shared: SharedState; showView: (name: ViewName) => void }

/** One view: its figures, chart, selected day and breakdown. It keeps its row, order, filter and measure for itself. */
export const UsageView = ({ view, shared, showView, width, height, open, target, back }: UsageViewProps) => {
  const { theme } = useSession()
  const { range, previous, arguments: rangeArguments, now } = useRange()
  const isPrivate = usePrivateSalt() !== undefined
  const choice = useViewChoice(view, target?.model)
  const courses = useCourseScale()
  const { group, outer, isApart, isFigures } = choice
  const breakdown = useBreakdown(
    view,
    choice,
    { range, previous },
    shared.isBrokenDown ? chosenDay(shared, range) : undefined,
  )
  const { data, hasRows, hasHistory, states, rows, filtered, brokenDay } = breakdown
  const { filter } = filtered
  const isOld = usePatience(states.some((one) => one.is === 'loading' && one.old !== undefined))
  const aged = isOld ? theme.dim : asItIs

  const listId = `row:${group.id}`
  const { charted, measure, figure } = useCharted(view, choice, breakdown, listId)
  const isLoading = states.some((state) => state.is === 'loading')
  const [expected] = view.measures
  const revisions = useDayRevisions(range)
  const chart = useChart({ ...breakdown, charted, expected, isLoading, revisions, shared, width, height, theme, aged })

  const room = height - chart.lines.length - 3
  const failures = failuresOf(states).flatMap((error) => failedLines(error, width, theme, room))
  const isFailed = failures.length > 0
  const listHeight = Math.max(0, room - failures.length)
  const list = useQuietList(listId, breakdown.ids, listHeight)
  useRowClicks(list, {
    top: 1 + chart.lines.length + 2 + failures.length,
    height: listHeight,
    count: breakdown.ids.length,
  })
  useClickArea({
    top: 1,
    height: chart.plotRows,
    click: (cell) => {
      const day = chart.dayAt(cell)
      if (day === undefined) return
      shared.setDay(day)
      shared.setDayInHand(true)
    },
  })
  const isJudged = hasRows && hasHistory
  const table = useBreakdownTable({
    ...breakdown,
    group,
    outer,
    isApart,
    courseScale: courses.by,
    hasHistory: isJudged,
    width,
    theme,
  })

  useViewKeys({
    view,
    courses,
    choice,
    breakdown,
    figure,
    charted,
    revisions,
    chart,
    filter,
    list,
    listHeight,
    shared,
    showView,
    open,
    isLeftByBack:
      back !== undefined && isOpenedAt(target, { model: choice.charted, isBrokenDown: shared.isBrokenDown }),
  })
  useReport('usage', {
    crumbs: [
      isFigures ? `${view.name} figures` : `${view.name} by ${outer.title}`,
      ...(charted?.course === undefined ? [] : [charted.course]),
      ...(brokenDay === undefined ? [] : [dayLabel(brokenDay)]),
    ],
    enter: () =>
      (shared.isDayInHand ? dayEnter(chart.day, brokenDay, revisions.on(chart.day)) : undefined) ??
      usageEnter(group, rows[list.selected], choice.charted),
    command: viewCommand({
      view,
      choice,
      range: rangeArguments,
      isCompared: previous !== undefined,
      brokenDay,
      filtered,
      isPrivate,
    }),
    fieldKeys: filter.fieldKeys,
    ownKeys: shared.isDayInHand && brokenDay === undefined ? dayHints : undefined,
    states,
  })

  const today = dayOf(now)
  const news = useNews('usage', hasRows)
  const heading = useHeading({
    view,
    data,
    range,
    today,
    charted,
    measure,
    chart,
    isFailed,
    newFrom: news.firstDay,
    width,
    theme,
  })
  const groupTitles = useMemo(
    () =>
      groupsLine(
        view.groups.map((one) => one.title),
        view.groups.indexOf(outer),
        width,
        theme,
        brokenDay,
      ),
    [view, outer, width, theme, brokenDay],
  )
  const clickTab = (row: string, words: readonly string[], choose: (at: number) => void) => (cell: number) => {
    const at = wordAt(row, cell, words)
    if (at !== undefined) choose(at)
  }
  const viewTabs = VIEW_NAMES.map((name) => (name === view.name ? `[${name}]` : ` ${name} `))
  useClickArea({
    top: 0,
    height: 1,
    click: clickTab(heading, viewTabs, (at) => showView(VIEW_NAMES[at] ?? view.name)),
  })
  const { groups } = view
  const groupTabs = groups.map(({ title }) => (title === outer.title ? `[${title}]` : ` ${title} `))
  useClickArea({
    top: 1 + chart.lines.length,
    height: filter.isActive ? 0 : 1,
    click: clickTab(groupTitles, groupTabs, (at) => choice.showGroup(groups[at]?.id ?? outer.id)),
  })
  const divider = filter.isActive ? filtered.divider(breakdown.all.length, width, theme) : groupTitles
  const hasData = charted?.figures.some(({ value }) => value !== undefined) ?? false
  const empty = emptyLine({ what: view.name, isKnown: hasRows, isFiltered: filter.isActive, hasData }, theme)
  // Once for all moves until the screen is drawn again.
  const isNew = memoize(({ series, before }: UsageRow): boolean => {
    const first = series.findIndex((value) => (value ?? 0) > 0)
    const day = first < 0 || (before ?? 0) > 0 ? undefined : addDays(range.from, first)
    return day !== undefined && news.firstDay !== undefined && day >= news.firstDay
  })
  const above = [heading, ...chart.lines, divider, ` ${headingRow(table.placed, choice.sort, theme)}`, ...failures]
  const lines = (): readonly string[] => {
    if (rows.length === 0) return isFailed ? above : [...above, empty]
    const rowText = (row: UsageRow) => aged(table.rowText(row))
    const shown = listRows(rows, rowText, { list, height: listHeight, width, isNew }, theme)
    const course = rowCourse({
      // Once is enough where the chart above shows it.
      row: charted?.course === undefined ? rows[list.selected] : undefined,
      unit: outer.unit,
      range,
      day: chart.day,
      room: height > TALL_FROM ? listHeight - rows.length : 0,
      width,
      theme,
    })
    return [...above, ...shown, ...course]
  }
  return <ListBody list={list} height={height} lines={lines} />
}

const asItIs = (text: string): string => text

/** Whether a model's people or the breakdown of a day is shown because the screen was opened at them. */
const isOpenedAt = (target: Target | undefined, shown: { model: string | undefined; isBrokenDown: boolean }): boolean =>
  shown.model === target?.model && (shown.model !== undefined || (shown.isBrokenDown && target?.day !== undefined))
