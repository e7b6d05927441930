import { useMemo } from 'react'
import { addDays, dayOf, lengthOf } from '../../src/domain/calendar/calendar.ts'
import type { Binding } from '../../src/ui/keys/bindings.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { padStyled } from '../../src/ui/layout/columns.ts'
import { headingRow } from '../../src/ui/layout/data-table.ts'
import { Body } from '../../src/ui/layout/rows.tsx'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { useExports } from '../kit/exports.ts'
import { usePrivateSalt } from '../kit/person-name.ts'
import type { ScreenProps } from '../kit/screen.ts'
import { useReport } from '../kit/screen-report.ts'
import { useScreenState } from '../kit/screen-state.ts'
import { useSession } from '../kit/session.ts'
import { failedLines, failuresOf } from '../kit/states.ts'
import { usePatience } from '../kit/ticks.ts'
import { historyBefore } from '../kit/use-credit-days.ts'
import { useFilter } from '../kit/use-filter.ts'
import { listHandlers, useList } from '../kit/use-list.ts'
import { useRange } from '../kit/use-range.ts'
import { type Charted, chartedMeasure, chartedRow } from './charted.ts'
import { measureOfKey } from './create-view.ts'
import { groupsLine } from './groups-line.ts'
import { headingLine } from './heading.ts'
import type { SharedState } from './shared-state.ts'
import { nextUnusual, unusualText } from './unusual-days.ts'
import { usageExports } from './usage-exports.ts'
import { keys } from './usage-keys.ts'
import { mostFirst, type Sort, type SortId, sortedRows, usageRows } from './usage-rows.ts'
import { useBreakdownTable } from './use-breakdown-table.ts'
import { useChart } from './use-chart.ts'
import type { GroupInfo, MeasureInfo, View } from './view.ts'

export type ViewPaneProps = ScreenProps & { view: View; shared: SharedState; showView: (step: 1 | -1) => void }

/** One view: its figures, chart, selected day and breakdown. It keeps its row, order, filter and measure for itself. */
export const ViewPane = ({ view, shared, showView, width, height, open, target }: ViewPaneProps) => {
  const session = useSession()
  const { theme } = session
  const { range, previous, arguments: rangeArguments, now } = useRange()
  const isPrivate = usePrivateSalt() !== undefined
  const today = dayOf(now)
  const { from, to } = range

  const firstGroup = view.groups[0] as GroupInfo
  const firstMeasure = view.measures[0] as MeasureInfo
  const [groupId, setGroupId] = useScreenState('group', firstGroup.id)
  const [measureId, setMeasureId] = useScreenState('measure', firstGroup.measure ?? firstMeasure.id)
  const [courseId, setCourseId] = useScreenState<string | undefined>('course', undefined)
  const [model, setModel] = useScreenState<string | undefined>('model', view.insideModel && target?.model)
  const [isApart, setIsApart] = useScreenState('apart', false)
  const outer = view.groups.find(({ id }) => id === groupId) ?? firstGroup
  const group = (model !== undefined && view.insideModel) || outer
  const isFigures = group.measure === undefined
  const [sort, setSort] = useScreenState<Sort | undefined>(
    isFigures ? 'figureSort' : 'sort',
    isFigures ? undefined : mostFirst,
  )
  const filter = useFilter()

  const { data, hasHistory, hasRows, states } = view.useData(range, outer.id)
  // Beside a period without any data everything would look new.
  const compared = useMemo(() => {
    const isThere = hasHistory && previous !== undefined && (data?.missingDays(previous) ?? 0) < lengthOf(previous)
    return isThere ? previous : undefined
  }, [hasHistory, previous, data])
  const known = useMemo(
    () => ({ from: (hasHistory && historyBefore(range)?.from) || range.from, to: range.to }),
    [range, hasHistory],
  )

  const breakdown = useMemo(() => {
    if (!data || !hasRows) return []
    const rowsIn = (of: typeof range) =>
      model === undefined ? data.rows(outer.id, of, isApart) : data.peopleOf(model, of)
    return usageRows(rowsIn(range), compared && rowsIn(compared))
  }, [data, hasRows, outer, model, isApart, range, compared])
  const rows = useMemo(() => sortedRows(breakdown, sort, filter.text), [breakdown, sort, filter.text])

  const isOld = usePatience(states.some((one) => one.is === 'loading' && one.old !== undefined))
  const aged = isOld ? theme.dim : asItIs

  const listId = `row:${group.id}`
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])

  // In the list of figures the chart follows the row, so the row has to be known before the room that the chart leaves.
  const chosenRow = useRowOf(listId, isFigures ? ids : noIds)
  const shownMeasure = chosenRow === undefined ? measureId : measureOfKey(chosenRow)
  const charted = useMemo((): Charted | undefined => {
    if (!data || !hasRows) return undefined
    const key = model ?? courseId
    if (key !== undefined) {
      const of = (days: typeof range) => data.rows(outer.id, days, isApart)
      const now = model === undefined ? breakdown : usageRows(of(range), compared && of(compared))
      const row = now.find(({ id }) => id === key)
      if (row)
        return chartedRow(
          row,
          of(known).find((one) => one.key === key),
          outer,
          known,
        )
    }
    const info = view.measures.find(({ id }) => id === shownMeasure) ?? firstMeasure
    return chartedMeasure(info, data, known, range, compared)
  }, [
    data,
    hasRows,
    model,
    courseId,
    outer,
    isApart,
    breakdown,
    shownMeasure,
    view,
    firstMeasure,
    known,
    range,
    compared,
  ])

  const isLoading = states.some((state) => state.is === 'loading')
  const chart = useChart({
    charted,
    expected: firstMeasure,
    range,
    known,
    compared,
    hasHistory,
    isLoading,
    shared,
    width,
    height,
    theme,
    aged,
  })
  const { day, unusual } = chart
  const room = height - chart.lines.length - 3
  const failures = failuresOf(states).flatMap((error) => failedLines(error, width, theme, room))
  const listHeight = Math.max(0, room - failures.length)
  const list = useList(listId, ids, listHeight)

  const table = useBreakdownTable({
    rows,
    group,
    outer,
    isApart,
    data,
    hasHistory: hasRows && hasHistory,
    range,
    known,
    compared,
    width,
    theme,
  })

  const sortBy = (id: SortId) => () =>
    setSort((before) => {
      if (before?.id !== id) return { id, isDescending: id !== 'name' }
      // The figures have an order of their own, which no column tells.
      return isFigures && !before.isDescending === (id !== 'name')
        ? undefined
        : { id, isDescending: !before.isDescending }
    })
  const step = (by: number) => () => {
    const next = addDays(day, by)
    if (next >= from && next <= to) shared.setDay(next)
  }
  const showGroup = () => {
    const next = view.groups[(view.groups.indexOf(outer) + 1) % view.groups.length] ?? firstGroup
    setGroupId(next.id)
    if (next.measure !== undefined) setMeasureId(next.measure)
    leave()
  }
  const leave = () => {
    setModel(undefined)
    setCourseId(undefined)
  }
  const showMeasure = (by: 1 | -1) => () => {
    if (isFigures) {
      const at = rows.findIndex(({ id }) => id === chosenRow)
      const own = chosenRow === undefined ? '' : measureOfKey(chosenRow)
      for (let distance = 1; distance <= rows.length; distance++) {
        const index = (at + by * distance + rows.length * 2) % rows.length
        if (measureOfKey(ids[index] ?? '') !== own) return list.moveTo(index)
      }
      return
    }
    leave()
    const at = view.measures.findIndex(({ id }) => id === measureId)
    setMeasureId(view.measures[(at + by + view.measures.length) % view.measures.length]?.id ?? firstMeasure.id)
  }
  const showUnusual = (direction: 1 | -1) => () => {
    const next = nextUnusual(unusual, day, direction)
    if (next === undefined) session.set({ notice: 'No day of these is unusual for its weekday.' })
    else shared.setDay(next)
  }
  const enter = () => {
    const row = rows[list.selected]
    if (!row) return
    if (group.enter === 'people of model') setModel(row.id)
    else if (group.enter === 'course') setCourseId(courseId === row.id ? undefined : row.id)
    else if (group.enter === 'person' && row.id !== '') open('people', { person: row.id })
  }
  const exporting = useExports(() =>
    usageExports({ view: view.name, group, rows, range, isCompared: compared !== undefined }),
  )
  useKeys(keys, {
    ...exporting,
    ...listHandlers(list, listHeight, rows.length),
    earlier: step(-1),
    later: step(1),
    nextView: () => showView(1),
    previousView: () => showView(-1),
    nextGroup: showGroup,
    enter,
    nextMeasure: showMeasure(1),
    previousMeasure: showMeasure(-1),
    nextForm: chart.showNextForm,
    nextUnusual: showUnusual(1),
    previousUnusual: showUnusual(-1),
    filter: filter.open,
    sortValue: sortBy('value'),
    sortName: sortBy('name'),
    sortDelta: sortBy('delta'),
    sortInput: sortBy('input'),
    sortOutput: sortBy('output'),
    apart: () => setIsApart(!isApart),
    taller: () => shared.setExtraRows(shared.extraRows + 2),
    shorter: () => shared.setExtraRows(shared.extraRows - 2),
    usualHeight: () => shared.setExtraRows(0),
  })
  const isInside = model !== undefined || courseId !== undefined
  useKeys((isInside ? insideKeys : noKeys) as typeof insideKeys, { leave })

  useReport('usage', {
    crumbs: [
      isFigures ? `${view.name} figures` : `${view.name} by ${outer.title}`,
      ...(charted?.course === undefined ? [] : [charted.course]),
    ],
    command: `${group.command} ${rangeArguments}${isPrivate && view.namesPeople ? ' --pseudonyms' : ''}`,
    fieldKeys: filter.fieldKeys,
    states,
  })

  const hasFacts = charted?.course === undefined && shownMeasure === firstMeasure.id
  const facts = useMemo(() => (data && hasFacts ? data.facts(range, today) : []), [data, hasFacts, range, today])
  const { note, medianDay } = chart
  const isFailed = failures.length > 0
  const title = useMemo(() => {
    const heading = {
      view: view.name,
      unit: charted?.unit ?? 'count',
      isKnown: charted !== undefined || isFailed,
      isStacked: charted?.isStacked ?? false,
      figures: charted?.figures ?? unknownFigures,
      note,
      unusual: unusualText(unusual),
      medianDay,
      facts,
    }
    return headingLine(heading, width, theme)
  }, [view, charted, unusual, medianDay, isFailed, note, facts, width, theme])
  const groupTitles = useMemo(
    () =>
      groupsLine(
        view.groups.map((one) => one.title),
        view.groups.indexOf(outer),
        width,
        theme,
      ),
    [view, outer, width, theme],
  )
  const divider = filter.isActive ? filter.divider(rows.length, breakdown.length, width, theme) : groupTitles
  const shown = rows.slice(list.top, list.top + listHeight).map((row, y) => {
    const text = aged(table.rowText(row))
    if (list.top + y !== list.selected) return ` ${text}`
    return theme.selected(padStyled(`${theme.accent(theme.signs.bar)}${text}`, width))
  })
  const hasData = charted?.figures.some(({ value }) => value !== undefined) ?? false
  const empty = emptyLine(hasRows, filter.isActive, hasData, view.name, theme)
  const body = rows.length > 0 ? shown : failures.length > 0 ? [] : [empty]
  const lines = [title, ...chart.lines, divider, ` ${headingRow(table.placed, sort, theme)}`, ...failures, ...body]
  return <Body lines={lines} height={height} />
}

const asItIs = (text: string): string => text

const insideKeys = [
  { keys: ['Esc', 'q'], action: 'leave', help: 'back to all of them', group: 'Go' },
] as const satisfies readonly Binding[]
const noKeys: readonly Binding[] = []
const noIds: readonly string[] = []
const unknownFigures = [
  { label: 'total', value: undefined, isPartial: false, change: undefined, isChangePartial: false },
]

/** The id of the selected row, before it is known how many rows are shown. */
const useRowOf = (key: string, ids: readonly string[]): string | undefined => {
  const [state] = useScreenState<{ id: string | undefined; index: number }>(key, { id: undefined, index: 0 })
  if (state.id !== undefined && ids.includes(state.id)) return state.id
  return ids[Math.min(state.index, ids.length - 1)]
}

const emptyLine = (isKnown: boolean, isFiltered: boolean, hasData: boolean, what: string, theme: Theme): string => {
  if (!isKnown) return ` ${theme.muted(`loading ${what}`)}`
  if (isFiltered) return ` ${theme.muted('No row has this in its name: Esc shows all.')}`
  if (!hasData) return ` ${theme.muted('There is no data for these days: t chooses others.')}`
  return ` ${theme.muted('Nothing of this kind: t other days, F another breakdown.')}`
}
