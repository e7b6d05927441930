import { useMemo } from 'react'
import { memoize } from '../../src/base/memoize.ts'
import { addDays, dayOf } from '../../src/domain/calendar/calendar.ts'
import { dayLabel } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { UsageRow } from '../../src/domain/usage/views/usage-rows.ts'
import { cutStyled } from '../../src/ui/layout/columns.ts'
import { headingRow } from '../../src/ui/layout/data-table.ts'
import { styledWidth } from '../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { useClickArea, useRowClicks, wordAt } from '../../src/ui/mouse/click-areas.ts'
import { joinPanes } from '../kit/detail/list-and-detail.ts'
import { MAX_DETAILS } from '../kit/detail/use-detail.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { listRows, useNews } from '../kit/list/list-rows.ts'
import { useHeadingClicks } from '../kit/list/use-heading-clicks.ts'
import { useDebounced } from '../kit/query/ticks.ts'
import { type Level, useReport } from '../kit/screen/screen-report.ts'
import { tabText } from '../kit/screen/tab-text.ts'
import { usePrivateSalt } from '../kit/session/person-name.ts'
import { useSession, useSessionState } from '../kit/session/session.ts'
import { useRange } from '../kit/session/use-range.ts'
import { rowDetail } from './breakdown/row-detail.ts'
import type { Breakdown } from './breakdown/use-breakdown.ts'
import { rowChart } from './chart/usage-chart.ts'
import { MIN_TALL_HEIGHT } from './chart/use-chart.ts'
import { viewCommand } from './usage-exports.ts'
import { dayHints } from './usage-keys.ts'
import { type ShownView, type UsageViewProps, useShownView } from './use-shown-view.ts'
import { enterAction, useViewKeys } from './use-view-keys.ts'
import { viewHeading } from './view-heading.ts'
import { USAGE_TABS } from './views/usage-state.ts'

export const UsageView = (props: UsageViewProps) => {
  const { width, height } = props
  const { theme } = useSession()
  const at = useSessionState('at')
  const today = dayOf(useRange().now)
  const shown = useShownView(props)
  const { choice, breakdown, charted, chart, failures, list, listHeight, sideBySide, table, dimIfStale } = shown
  const { range, rows, all, filtered, hasRows } = breakdown
  useViewKeys(shown, props)
  useViewReport(shown, props)
  const news = useNews('usage', hasRows)
  const heading = viewHeading(shown, { today, at, newFrom: news.firstDay }, width, theme)
  const groups = groupsLine(breakdown, width, theme)
  useViewClicks(shown, props, heading, groups)
  // Memoized until the next render.
  const isNew = memoize(({ series, before }: UsageRow): boolean => {
    const first = series.findIndex((value) => (value ?? 0) > 0)
    const day = first < 0 || (before ?? 0) > 0 ? undefined : addDays(range.from, first)
    return day !== undefined && news.firstDay !== undefined && day >= news.firstDay
  })
  const above = [
    heading,
    ...chart.lines,
    filtered.filter.isActive ? filtered.divider(all.length, width, theme, rows.length, breakdown.figures) : groups,
    ` ${headingRow(table.placed, choice.sort, theme)}`,
    ...failures,
  ]
  const detailOf = useRowDetail(shown)
  const lines = (): readonly string[] => {
    const hasData = charted?.figures.some(({ value }) => value !== undefined) ?? false
    if (rows.length === 0) return failures.length > 0 ? above : [...above, emptyLine(breakdown, hasData, theme)]
    const rowText = (row: UsageRow) => dimIfStale(table.rowText(row))
    const listed = listRows(
      rows,
      rowText,
      { list, height: listHeight, width: sideBySide?.listWidth ?? width, isNew },
      theme,
    )
    if (sideBySide) return [...above, ...joinPanes(listed, detailOf(rows[list.selected]), 0, width, sideBySide, theme)]
    // A chart of the selected row is omitted if the chart above already shows a row.
    const selected = charted?.rowName === undefined ? rows[list.selected] : undefined
    const room = height > MIN_TALL_HEIGHT ? listHeight - rows.length : 0
    const below = selected ? rowChart(selected, choice.outer.unit, { range, day: chart.day, room, width, theme }) : []
    return [...above, ...listed, ...below]
  }
  return <ListBody list={list} height={height} lines={lines} />
}

/** The lines of the selected row's detail next to the table. It does not follow the selection while a key is held. */
const useRowDetail = ({ choice, charted, breakdown, chart, sideBySide, unusualOf }: ShownView) => {
  const { theme } = useSession()
  const debounced = useDebounced<string | undefined>()
  const { group, isFigures, charted: chartedId } = choice
  const { range, rows } = breakdown
  const { day } = chart
  const { detailWidth: width = 0, detailHeight: height = 0 } = sideBySide ?? {}
  const isRowCharted = charted?.rowName !== undefined
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const linesOf = useMemo(
    () =>
      memoize((row: UsageRow) => {
        const isCharted = isFigures || (isRowCharted && row.id === chartedId)
        return rowDetail(row, { group, range, day, unusual: unusualOf?.(row), isCharted, width, height }, theme)
      }, MAX_DETAILS),
    [group, isFigures, isRowCharted, chartedId, range, day, unusualOf, width, height, theme],
  )
  return (selected: UsageRow | undefined): readonly string[] => {
    const row = byId.get(debounced(selected?.id) ?? '') ?? selected
    return row && selected ? linesOf(row) : []
  }
}

const useViewReport = (shown: ShownView, props: UsageViewProps): void => {
  const { choice, breakdown } = shown
  const { view, shared } = props
  const { previous, arguments: rangeArguments } = useRange()
  const isPrivate = usePrivateSalt() !== undefined
  const { breakdownDay, filtered, states } = breakdown
  useReport('usage', {
    view: choice.isFigures ? `${view.name} figures` : `${view.name} by ${choice.outer.title}`,
    levels: viewLevels(shown, props),
    enter: () => enterAction(shown, props).word,
    command: viewCommand(breakdown, rangeArguments, { isCompared: previous !== undefined, isPrivate }),
    fieldKeys: filtered.filter.fieldKeys,
    ownKeys: shared.isDayFocused && breakdownDay === undefined ? dayHints : undefined,
    states,
  })
}

/** The row and the day that are open, in the order in which they were opened. */
const viewLevels = ({ choice, breakdown, charted }: ShownView, { shared, target }: UsageViewProps): Level[] => {
  const { charted: entered, leave } = choice
  const { breakdownDay } = breakdown
  const row = entered !== undefined && {
    crumb: safeText(charted?.rowName ?? entered),
    leave,
    isOpened: entered === target?.model,
  }
  const day = breakdownDay !== undefined && {
    crumb: dayLabel(breakdownDay),
    leave: () => shared.setBrokenDown(false),
    isOpened: target?.day !== undefined,
  }
  return (shared.isDayLast ? [row, day] : [day, row]).filter((level) => level !== false)
}

/** Clicks on view names, breakdown titles, days of the chart, and rows. */
const useViewClicks = (
  { choice, breakdown, chart, failures, list, listHeight, sideBySide, table }: ShownView,
  { view, shared, showView, width }: UsageViewProps,
  heading: string,
  groupsRow: string,
): void => {
  const divider = 1 + chart.lines.length
  const { groups } = view
  useClickArea({
    top: 0,
    height: 1,
    click: (cell) => {
      const name = USAGE_TABS[tabAt(heading, cell, USAGE_TABS, view.name) ?? -1]
      if (name) showView(name)
    },
  })
  useClickArea({
    top: 1,
    height: chart.plotRows,
    click: (cell) => {
      const day = chart.dayAt(cell)
      if (day !== undefined) shared.focusDay(day)
    },
  })
  useClickArea({
    top: divider,
    height: breakdown.filtered.filter.isActive ? 0 : 1,
    click: (cell) => {
      const titles = groups.map(({ title }) => title)
      const group = groups[tabAt(groupsRow, cell, titles, choice.outer.title) ?? -1]
      if (group) choice.showGroup(group.id)
    },
  })
  useHeadingClicks({ placed: table.placed, top: divider + 1, left: 1, width, actionOf: (id) => SORT_ACTIONS[id] })
  useRowClicks(list, {
    top: divider + 2 + failures.length,
    height: listHeight,
    ...(sideBySide && { width: sideBySide.listWidth }),
    count: breakdown.ids.length,
  })
}

/** The actions that sort by a column. */
const SORT_ACTIONS: Partial<Record<string, string>> = {
  name: 'sortName',
  value: 'sortValue',
  delta: 'sortDelta',
  input: 'sortInput',
  output: 'sortOutput',
}

const tabAt = (row: string, cell: number, names: readonly string[], shown: string): number | undefined =>
  wordAt(
    row,
    cell,
    names.map((name) => (name === shown ? `[${name}]` : ` ${name} `)),
  )

/** The rule above the table: all breakdowns, with the current one in brackets. */
const groupsLine = ({ choice, breakdownDay }: Breakdown, width: number, theme: Theme): string => {
  const { rule } = theme.signs
  const { groups } = choice.view
  const shown = groups.indexOf(choice.outer)
  const named = groups.map(({ title }, at) => tabText(title, at === shown, theme))
  const by = `${breakdownDay === undefined ? '' : `${theme.strong(dayLabel(breakdownDay))} `}${theme.muted('by')}`
  const whole = ` ${by} ${named.join('')} `
  // If not all titles fit, show only the current one with its number.
  const short = ` ${by} ${named[shown] ?? ''} ${theme.muted(`${shown + 1} of ${groups.length}, F lists them`)} `
  const text = styledWidth(whole) + 4 <= width ? whole : cutStyled(short, width - 4)
  return `${theme.muted(rule)}${text}${theme.muted(rule.repeat(Math.max(0, width - 1 - styledWidth(text))))}`
}

/** Explains why there are no rows, and what to do. @param hasData - Whether the days have any data. */
const emptyLine = ({ choice, hasRows, filtered }: Breakdown, hasData: boolean, theme: Theme): string => {
  const why = !hasRows
    ? `loading ${choice.view.name}`
    : filtered.filter.isActive
      ? 'No matching rows. Press Esc to show all.'
      : hasData
        ? 'No data of this kind. Press t to change the days, F to change the breakdown.'
        : 'No data for these days. Press t to choose others.'
  return ` ${theme.muted(why)}`
}
