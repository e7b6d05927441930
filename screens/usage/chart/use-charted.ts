import { useMemo, useSyncExternalStore } from 'react'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { measureOfKey } from '../../../src/domain/usage/views/create-view.ts'
import { usageRows } from '../../../src/domain/usage/views/usage-rows.ts'
import type { View } from '../../../src/domain/usage/views/view.ts'
import type { ListState } from '../../kit/list/use-list.ts'
import { useScreenSignal } from '../../kit/screen/screen-state.ts'
import type { Breakdown } from '../breakdown/use-breakdown.ts'
import type { ViewChoice } from '../breakdown/use-view-choice.ts'
import { type Charted, chartedMeasure, chartedRow } from './charted.ts'

/** What the chart shows: the row that was entered, else a measure; in the list of figures that of the selected row. */
export const useCharted = (view: View, choice: ViewChoice, breakdown: Breakdown, listId: string) => {
  const { outer, model, charted: key, isApart, isFigures, measureId } = choice
  const { data, hasRows, all, range, known, compared, ids } = breakdown
  // The list itself needs the room that the chart leaves, so its row has to be known before it.
  const figure = useRowOf(listId, isFigures ? ids : noIds)
  const measure = figure === undefined ? measureId : measureOfKey(figure)
  const charted = useMemo((): Charted | undefined => {
    if (!data || !hasRows) return undefined
    if (key !== undefined) {
      const rowsIn = (days: Range) => data.rows(outer.id, days, isApart)
      const periodRows = (of: Range) => ({ rows: rowsIn(of), absent: data.absentSeries(outer.id, of) })
      const now = model === undefined ? all : usageRows(periodRows(range), compared && periodRows(compared), outer.unit)
      const row = now.find(({ id }) => id === key)
      const longRow = row && rowsIn(known).find((one) => one.key === key)
      if (row) return chartedRow(row, longRow, outer, known)
    }
    const info = view.measures.find(({ id }) => id === measure) ?? view.measures[0]
    return chartedMeasure(info, data, known, range, compared)
  }, [data, hasRows, key, model, outer, isApart, all, measure, view, known, range, compared])
  return {
    charted,
    /** The id of the measure that is shown unless a row is. */
    measure,
    /** The id of the selected row in the list of figures. */
    figure,
  }
}

const noIds: readonly string[] = []

/** The id of the selected row, before it is known how many rows are shown. */
const useRowOf = (key: string, ids: readonly string[]): string | undefined => {
  const kept = useScreenSignal(key, firstRow)
  return useSyncExternalStore(kept.subscribe, () => {
    const { id, index } = kept.get()
    return id !== undefined && ids.includes(id) ? id : ids[Math.min(index, ids.length - 1)]
  })
}

const firstRow: Pick<ListState, 'id' | 'index'> = { id: undefined, index: 0 }
