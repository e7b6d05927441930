import { useMemo } from 'react'
import { type Day, lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { unitText } from '../../../src/domain/usage/views/units.ts'
import { usageRowTable } from '../../../src/domain/usage/views/usage-row-table.ts'
import {
  type Sort,
  type SortId,
  sortedRows,
  type UsageRow,
  usageRows,
  usualRows,
} from '../../../src/domain/usage/views/usage-rows.ts'
import type { GroupInfo, View } from '../../../src/domain/usage/views/view.ts'
import { type Figure, rowsAggregate } from '../../kit/filter/aggregate-text.ts'
import { useFilteredRows } from '../../kit/filter/use-where.ts'
import { historyBefore } from '../../kit/query/use-credit-days.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import type { ShownRange } from '../../kit/session/use-range.ts'
import { viewState } from '../views/usage-state.ts'
import { viewData } from '../views/use-view-data.ts'

/** The loaded days of a view, in the chosen breakdown. */
export type Breakdown = ReturnType<typeof useBreakdown>

/** @param breakdownDay - The day to break down instead of the range. */
export const useBreakdown = (
  choice: ViewChoice,
  { range, previous }: Pick<ShownRange, 'range' | 'previous'>,
  breakdownDay: Day | undefined,
) => {
  const { view, group, outer, model, isCaseSensitive, isFigures, sort } = choice
  const { data, hasHistory, hasRows, states } = viewData[view.name](range, outer)
  // With no data in the previous period, every row would look new.
  const hasPrevious = hasHistory && previous !== undefined && (data?.missingDays(previous) ?? 0) < lengthOf(previous)
  const compared = hasPrevious ? previous : undefined
  const known = useMemo(
    () => ({ from: (hasHistory && historyBefore(range)?.from) || range.from, to: range.to }),
    [range, hasHistory],
  )
  const isDay = breakdownDay !== undefined
  const rowsIn = useMemo(() => {
    if (!data || !hasRows) return undefined
    return (of: Range) =>
      model === undefined ? data.rows(outer.id, of, isCaseSensitive) : data.peopleOf(outer.id, model, of)
  }, [data, hasRows, outer, model, isCaseSensitive])
  // Memoized separately, so that moving from day to day reads the preceding weeks only once.
  const longRows = useMemo(() => (isDay ? rowsIn?.(known) : undefined), [isDay, rowsIn, known])
  const all = useMemo((): readonly UsageRow[] => {
    if (!data || !rowsIn) return []
    const periodRows = (of: Range) => ({ rows: rowsIn(of), absent: data.absentSeries(group.id, of) })
    if (breakdownDay === undefined) return usageRows(periodRows(range), compared && periodRows(compared), outer.unit)
    const ofDay = rowsIn({ from: breakdownDay, to: breakdownDay })
    return usualRows(ofDay, longRows ?? [], { day: breakdownDay, known, range })
  }, [data, rowsIn, longRows, range, compared, group, outer, known, breakdownDay])
  const table = useMemo(() => usageRowTable(group, isDay), [group, isDay])
  const filtered = useFilteredRows(viewState(view.name).filter, all, table)
  const rows = useMemo(() => sortedRows(filtered.rows, sort), [filtered.rows, sort])
  const { isActive, fieldKeys } = filtered.filter
  const isFiltered = isActive && fieldKeys === undefined
  const figures = useMemo(
    () => (isFiltered && !isFigures ? rowsAggregate(filtered.rows, figureOf(group, sort)) : ''),
    [filtered.rows, isFiltered, isFigures, group, sort],
  )
  return {
    choice,
    range,
    /** Undefined until loaded. */
    data,
    /** Whether the rows of the breakdown are loaded. */
    hasRows,
    /** Whether the weeks before the range are loaded. Unusual days are measured against them. */
    hasHistory,
    states,
    isLoading: states.some(({ is }) => is === 'loading'),
    /** The days of the range and the preceding weeks, if loaded. */
    known,
    /** The previous period, if it is compared. */
    compared,
    /** All rows, the filter, and the filtered and sorted rows. */
    all,
    filtered,
    rows,
    /** The sum and median of the filtered rows. Empty without a filter, and while one is being typed. */
    figures,
    ids: useMemo(() => rows.map(({ id }) => id), [rows]),
    /** The day that the rows break down, compared with its usual weekday; undefined means the whole range. */
    breakdownDay,
  }
}

/** The sorted figure of the rows, otherwise their value. */
const figureOf = ({ counted, unit, isSum }: GroupInfo, sort: Sort | undefined): Figure<UsageRow> => {
  const by = sort?.id
  if (by === 'input' || by === 'output')
    return { label: `${by} tokens`, valueOf: (row) => row[by], isSum: true, text: fullNumber }
  const text = (value: number) => unitText(value, unit)
  return { label: (counted ?? 'value').toLowerCase(), valueOf: ({ value }) => value, isSum, text }
}

/** What the user chose in a view, and functions that change it. Kept while another view is shown. */
export type ViewChoice = ReturnType<typeof useViewChoice>

/** @param openedAt - The model whose people are shown first. */
export const useViewChoice = (view: View, openedAt: string | undefined) => {
  const { groups, measures, modelGroup } = view
  const [firstGroup] = groups
  const [firstMeasure] = measures
  const keys = viewState(view.name)
  const [groupId, setGroupId] = useScreenState(keys.group)
  const [measureId, setMeasureId] = useScreenState(keys.measure)
  const [chartedId, setChartedId] = useScreenState(keys.chartedRow)
  const [model, setModel] = useScreenState(keys.model, modelGroup && openedAt)
  const [isCaseSensitive, setIsCaseSensitive] = useScreenState(keys.apart)
  const outer = groups.find(({ id }) => id === groupId) ?? firstGroup
  const group = (model !== undefined && modelGroup) || outer
  const isFigures = group.measure === undefined
  const [sort, setSort] = useScreenState(isFigures ? keys.figureSort : keys.sort)
  const leave = () => {
    setModel(undefined)
    setChartedId(undefined)
  }
  return {
    view,
    /** The chosen breakdown, and the displayed one: the people of one of its models, or the breakdown itself. */
    outer,
    group,
    /** Whether the rows are the measures of the view. */
    isFigures,
    measureId,
    /** The model whose people are shown. */
    model,
    /** The row in the chart: the model if its people are shown, otherwise the entered row. */
    charted: model ?? chartedId,
    isCaseSensitive,
    /** Undefined means figures in the order of the view. */
    sort,
    leave,
    showPeopleOf: setModel,
    /** Charts a row by day. If it is already charted, charts the measure again. */
    toggleRowChart: (id: string) => setChartedId(chartedId === id ? undefined : id),
    toggleCaseSensitive: () => setIsCaseSensitive(!isCaseSensitive),
    showGroup: (id: string) => {
      const next = groups.find((one) => one.id === id) ?? firstGroup
      setGroupId(next.id)
      if (next.measure !== undefined) setMeasureId(next.measure)
      leave()
    },
    showMeasure: (by: 1 | -1) => {
      leave()
      const at = measures.findIndex(({ id }) => id === measureId)
      setMeasureId(measures[(at + by + measures.length) % measures.length]?.id ?? firstMeasure.id)
    },
    sortBy: (id: SortId) =>
      setSort((before) => {
        if (before?.id !== id) return { id, isDescending: id !== 'name' }
        // In the list of figures, a third press restores the order of the view.
        return isFigures && !before.isDescending === (id !== 'name')
          ? undefined
          : { id, isDescending: !before.isDescending }
      }),
  }
}
