import { useMemo } from 'react'
import { addDays, type Day, dayOf, daysOf, lengthOf } from '../../src/domain/calendar.ts'
import { median } from '../../src/domain/median.ts'
import { stackedBar } from '../../src/domain/stacked-bar.ts'
import type { Binding } from '../../src/ui/bindings.ts'
import { filled, padStyled } from '../../src/ui/columns.ts'
import { createRowTexts, headingRow, placeColumns } from '../../src/ui/data-table.ts'
import { Body } from '../../src/ui/rows.tsx'
import type { Theme } from '../../src/ui/theme.ts'
import { useKeys } from '../../src/ui/use-keys.ts'
import { historyBefore } from '../credit-days.ts'
import { useExports } from '../exports.ts'
import { listHandlers, useList } from '../list.ts'
import { usePrivateSalt } from '../person-name.ts'
import type { ScreenProps } from '../screen.ts'
import { useKept, useReport, useSession } from '../session.ts'
import { failedLines, failuresOf } from '../states.ts'
import { usePatience } from '../ticks.ts'
import { useFilter } from '../use-filter.ts'
import { useRange } from '../use-range.ts'
import { chartLines } from './chart-lines.ts'
import { type Charted, chartedMeasure, chartedRow, within } from './charted.ts'
import { measureOfKey } from './create-view.ts'
import { dayLines } from './day-lines.ts'
import { groupsLine } from './groups-line.ts'
import { headingLine } from './heading.ts'
import { keys } from './keys.ts'
import { nextUnusual, unusualDays, unusualText } from './unusual-days.ts'
import { type ChartForm, chartRows, formsFor, usageChart } from './usage-chart.ts'
import { courseCells, courseScale, usageColumns } from './usage-columns.ts'
import { usageExports } from './usage-exports.ts'
import { mostFirst, type Sort, type SortId, sortedRows, type UsageRow, usageRows } from './usage-rows.ts'
import type { GroupInfo, MeasureInfo, PlainRow, View } from './view.ts'

/** What all views share: it stays as it is when another one is shown. */
export type SharedState = {
  day: Day | undefined
  setDay: (day: Day) => void
  form: ChartForm
  setForm: (form: ChartForm) => void
  /** Rows that the user gave to the chart beyond the usual, or took from it. */
  extraRows: number
  setExtraRows: (rows: number) => void
}

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
  const [groupId, setGroupId] = useKept('group', firstGroup.id)
  const [measureId, setMeasureId] = useKept('measure', firstGroup.measure ?? firstMeasure.id)
  const [courseId, setCourseId] = useKept<string | undefined>('course', undefined)
  const [model, setModel] = useKept<string | undefined>('model', view.insideModel && target?.model)
  const [isApart, setIsApart] = useKept('apart', false)
  const outer = view.groups.find(({ id }) => id === groupId) ?? firstGroup
  const group = (model !== undefined && view.insideModel) || outer
  const isFigures = group.measure === undefined
  const [sort, setSort] = useKept<Sort | undefined>(
    isFigures ? 'figureSort' : 'sort',
    isFigures ? undefined : mostFirst,
  )
  const filter = useFilter()

  const { data, hasHistory, hasRows, panes } = view.useData(range, outer.id)
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

  const isOld = usePatience(panes.some((one) => one.is === 'loading' && one.old !== undefined))
  const aged = isOld ? theme.dim : asItIs

  const usualRows = Math.floor(height * 0.36) + shared.extraRows
  const freeRows = Math.min(Math.max(14, 14 + shared.extraRows), Math.max(4, Math.min(usualRows, height - 9)))
  const dayRows = height >= 14 ? 2 : 1
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

  const forms = formsFor(charted ?? firstMeasure)
  const form = forms.includes(shared.form) ? shared.form : (forms[0] ?? 'bars')
  const plotRows = chartRows(form, charted?.lines.length ?? 1, freeRows)
  const room = height - plotRows - dayRows - 3
  const failures = failuresOf(panes).flatMap((error) => failedLines(error, width, theme, room))
  const listHeight = Math.max(0, room - failures.length)
  const list = useList(listId, ids, listHeight)

  const labels = useMemo(() => daysOf(range), [range])
  const day = shared.day !== undefined && shared.day >= from && shared.day <= to ? shared.day : to
  const content = useMemo(() => {
    if (!charted) return undefined
    const first = charted.lines[0]?.values ?? []
    const unusual = charted.isStacked || !hasHistory ? [] : unusualDays(first, known, range, charted.unit)
    return {
      unusual,
      unit: charted.unit,
      isStacked: charted.isStacked,
      lines: charted.lines.map(({ name, values }) => ({ name, values: within(values, known, range) })),
      ghost: compared && within(first, known, compared),
      marks: labels.map((one) => unusual.includes(one)),
    }
  }, [charted, hasHistory, known, range, compared, labels])
  const chart = useMemo(
    () =>
      content &&
      usageChart(content, form, {
        labels,
        selected: labels.indexOf(day),
        width,
        height: plotRows,
        ascii: theme.isAscii,
      }),
    [content, form, labels, day, width, plotRows, theme],
  )
  const plot = useMemo(() => (chart ? chartLines(chart, theme).map(aged) : []), [chart, theme, aged])
  const isLoading = panes.some((pane) => pane.is === 'loading')
  const explained = useMemo(() => {
    if (!charted || !content) return ['', '']
    const at = labels.indexOf(day)
    const others = content.lines.slice(1).map(({ name, values }) => ({ name, value: values[at] }))
    const name = others.length > 0 ? content.lines[0]?.name : undefined
    const reading = hasHistory ? charted.read(day) : undefined
    const [first, second] = dayLines({ day, unit: charted.unit, reading, isLoading, others, name }, width, theme)
    return [first, charted.isStacked ? wholeRange(charted, width, theme) : second]
  }, [charted, content, labels, day, hasHistory, isLoading, width, theme])

  // Days are judged for the rows that are drawn, and for none before that.
  const noteOf = useMemo(() => {
    if (!data || !hasRows || !hasHistory || group.enter === 'person') return undefined
    let long: ReadonlyMap<string, PlainRow> | undefined
    return ({ id, unit }: UsageRow): string => {
      long ??= new Map(data.rows(outer.id, known, isApart).map((row) => [row.key, row]))
      return unusualText(unusualDays(long.get(id)?.series ?? [], known, range, unit ?? outer.unit)) ?? ''
    }
  }, [data, hasRows, hasHistory, group, outer, known, isApart, range])
  const table = useMemo(() => {
    const cells = courseCells(width)
    const scale = isFigures ? undefined : courseScale(rows, cells)
    const days = lengthOf(range)
    const isMissing = (of: typeof range | undefined) => of !== undefined && (data?.missingDays(of) ?? 0) > 0
    const options = { noteOf, isDeltaPartial: compared !== undefined && (isMissing(range) || isMissing(compared)) }
    const columns = usageColumns(group, scale, Math.min(days, cells), days, theme, options)
    return placeColumns(columns, rows, width - 2)
  }, [rows, group, isFigures, data, range, compared, theme, width, noteOf])
  const rowText = useMemo(() => createRowTexts(table, theme), [table, theme])

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
    const next = nextUnusual(content?.unusual ?? [], day, direction)
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
    nextForm: () => shared.setForm(forms[(forms.indexOf(form) + 1) % forms.length] ?? 'bars'),
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
    panes,
  })

  const hasFacts = charted?.course === undefined && shownMeasure === firstMeasure.id
  const facts = useMemo(() => (data && hasFacts ? data.facts(range, today) : []), [data, hasFacts, range, today])
  const note = chart?.note
  const isFailed = failures.length > 0
  const title = useMemo(() => {
    const isAdded = charted?.unit === 'count' && charted.lines.length === 1
    const heading = {
      view: view.name,
      unit: charted?.unit ?? 'count',
      isKnown: charted !== undefined || isFailed,
      isStacked: charted?.isStacked ?? false,
      figures: charted?.figures ?? unknownFigures,
      note,
      unusual: unusualText(content?.unusual ?? []),
      medianDay: isAdded ? median(content?.lines[0]?.values ?? []) : undefined,
      facts,
    }
    return headingLine(heading, width, theme)
  }, [view, charted, content, isFailed, note, facts, width, theme])
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
    const text = aged(rowText(row))
    if (list.top + y !== list.selected) return ` ${text}`
    return theme.selected(padStyled(`${theme.accent(theme.signs.bar)}${text}`, width))
  })
  const hasData = charted?.figures.some(({ value }) => value !== undefined) ?? false
  const empty = emptyLine(hasRows, filter.isActive, hasData, view.name, theme)
  const body = rows.length > 0 ? shown : failures.length > 0 ? [] : [empty]
  const lines = [
    title,
    ...filled(plot, plotRows),
    ...explained.slice(0, dayRows),
    divider,
    ` ${headingRow(table, sort, theme)}`,
    ...failures,
    ...body,
  ]
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
  const [state] = useKept<{ id: string | undefined; index: number }>(key, { id: undefined, index: 0 })
  if (state.id !== undefined && ids.includes(state.id)) return state.id
  return ids[Math.min(state.index, ids.length - 1)]
}

/** The parts of a whole over the range, as one bar. */
const wholeRange = ({ figures }: Charted, width: number, theme: Theme): string => {
  const label = ' all days '
  const bar = stackedBar(
    figures.map(({ value }) => value),
    Math.max(0, width - label.length - 1),
    theme.isAscii,
  )
  return `${theme.muted(label)}${theme.accent(bar)}`
}

const emptyLine = (isKnown: boolean, isFiltered: boolean, hasData: boolean, what: string, theme: Theme): string => {
  if (!isKnown) return ` ${theme.muted(`loading ${what}`)}`
  if (isFiltered) return ` ${theme.muted('No row has this in its name: Esc shows all.')}`
  if (!hasData) return ` ${theme.muted('There is no data for these days: t chooses others.')}`
  return ` ${theme.muted('Nothing of this kind: t other days, F another breakdown.')}`
}
