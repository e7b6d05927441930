import { useMemo } from 'react'
import { type Day, lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { usageRowTable } from '../../../src/domain/usage/views/usage-row-table.ts'
import {
  type SortId,
  sortedRows,
  type UsageRow,
  usageRows,
  usualRows,
} from '../../../src/domain/usage/views/usage-rows.ts'
import type { View } from '../../../src/domain/usage/views/view.ts'
import { useFilteredRows } from '../../kit/filter/use-where.ts'
import { historyBefore } from '../../kit/query/use-credit-days.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import type { ShownRange } from '../../kit/session/use-range.ts'
import { viewState } from '../views/usage-state.ts'
import { viewData } from '../views/use-view-data.ts'

/** The days of a view as far as they are loaded, and the breakdown that was chosen. */
export type Breakdown = ReturnType<typeof useBreakdown>

/** @param brokenDay - The day whose rows are wanted in place of those of the range. */
export const useBreakdown = (
  choice: ViewChoice,
  { range, previous }: Pick<ShownRange, 'range' | 'previous'>,
  brokenDay: Day | undefined,
) => {
  const { view, group, outer, model, isApart, sort } = choice
  const { data, hasHistory, hasRows, states } = viewData[view.name](range, outer.groupBy !== undefined)
  // Compared with a period without any data every row would look new.
  const hasPrevious = hasHistory && previous !== undefined && (data?.missingDays(previous) ?? 0) < lengthOf(previous)
  const compared = hasPrevious ? previous : undefined
  const known = useMemo(
    () => ({ from: (hasHistory && historyBefore(range)?.from) || range.from, to: range.to }),
    [range, hasHistory],
  )
  const isDay = brokenDay !== undefined
  const rowsIn = useMemo(() => {
    if (!data || !hasRows) return undefined
    return (of: Range) => (model === undefined ? data.rows(outer.id, of, isApart) : data.peopleOf(model, of))
  }, [data, hasRows, outer, model, isApart])
  // Going through the days reads the weeks before once.
  const long = useMemo(() => (isDay ? rowsIn?.(known) : undefined), [isDay, rowsIn, known])
  const all = useMemo((): readonly UsageRow[] => {
    if (!data || !rowsIn) return []
    const periodRows = (of: Range) => ({ rows: rowsIn(of), absent: data.absentSeries(group.id, of) })
    if (brokenDay === undefined) return usageRows(periodRows(range), compared && periodRows(compared), outer.unit)
    const ofDay = rowsIn({ from: brokenDay, to: brokenDay })
    return usualRows(ofDay, long ?? [], { day: brokenDay, known, range })
  }, [data, rowsIn, long, range, compared, group, outer, known, brokenDay])
  const table = useMemo(() => usageRowTable(group, isDay), [group, isDay])
  const filtered = useFilteredRows(viewState(view.name).filter, all, table)
  const rows = useMemo(() => sortedRows(filtered.rows, sort), [filtered.rows, sort])
  return {
    choice,
    range,
    /** Undefined until there is any. */
    data,
    /** Whether the rows of the breakdown are there. */
    hasRows,
    /** Whether the weeks before the range are there, which unusual days are judged by. */
    hasHistory,
    states,
    isLoading: states.some(({ is }) => is === 'loading'),
    /** The days that are known, from before the range. */
    known,
    /** The period before, where it is compared. */
    compared,
    /** All rows, the filter, and those that it leaves in their order. */
    all,
    filtered,
    rows,
    ids: useMemo(() => rows.map(({ id }) => id), [rows]),
    /** The day that the rows are of, beside its usual weekday; undefined: of the range. */
    brokenDay,
  }
}

/** What the user chose to see of a view, and what changes it. It stays while the view is not shown. */
export type ViewChoice = ReturnType<typeof useViewChoice>

/** @param openedAt - The model whose people are shown at first. */
export const useViewChoice = (view: View, openedAt: string | undefined) => {
  const { groups, measures, insideModel } = view
  const [firstGroup] = groups
  const [firstMeasure] = measures
  const keys = viewState(view.name)
  const [groupId, setGroupId] = useScreenState(keys.group)
  const [measureId, setMeasureId] = useScreenState(keys.measure)
  const [courseId, setCourseId] = useScreenState(keys.course)
  const [model, setModel] = useScreenState(keys.model, insideModel && openedAt)
  const [isApart, setIsApart] = useScreenState(keys.apart)
  const outer = groups.find(({ id }) => id === groupId) ?? firstGroup
  const group = (model !== undefined && insideModel) || outer
  const isFigures = group.measure === undefined
  const [sort, setSort] = useScreenState(isFigures ? keys.figureSort : keys.sort)
  const leave = () => {
    setModel(undefined)
    setCourseId(undefined)
  }
  return {
    view,
    /** The breakdown that was chosen, and the one that is shown: people of one of its models, or itself. */
    outer,
    group,
    /** Whether its rows are the measures of the view. */
    isFigures,
    measureId,
    /** The model whose people are shown. */
    model,
    /** The row whose course the chart shows; of people of a model, the model's. */
    charted: model ?? courseId,
    isApart,
    /** Undefined: figures in the order of the view. */
    sort,
    leave,
    showPeopleOf: setModel,
    /** Shows the course of a row, or the measure again where it is shown already. */
    toggleCourse: (id: string) => setCourseId(courseId === id ? undefined : id),
    toggleApart: () => setIsApart(!isApart),
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
        // A third press brings back the order of the view, which figures have instead of one by a column.
        return isFigures && !before.isDescending === (id !== 'name')
          ? undefined
          : { id, isDescending: !before.isDescending }
      }),
  }
}
