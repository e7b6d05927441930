import { useMemo, useSyncExternalStore } from 'react'
import { type Day, daysBetween, lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { delta } from '../../../src/domain/text/delta.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { daySentence, readDay } from '../../../src/domain/usage/day-sentence.ts'
import { creditMeasures } from '../../../src/domain/usage/usage-measures.ts'
import { measureOfKey } from '../../../src/domain/usage/views/create-view.ts'
import { unitText } from '../../../src/domain/usage/views/units.ts'
import { type UsageRow, usageRows } from '../../../src/domain/usage/views/usage-rows.ts'
import type { GroupInfo, MeasureInfo, PlainRow, ViewData } from '../../../src/domain/usage/views/view.ts'
import type { RowKey } from '../../kit/list/use-list.ts'
import { useScreenSignal } from '../../kit/screen/screen-state.ts'
import type { Breakdown } from '../breakdown/use-breakdown.ts'

type Values = readonly (number | undefined)[]

/** The content of the chart: a measure, or one row of a breakdown by day. */
export type Charted = ReturnType<typeof chartedMeasure> | ReturnType<typeof chartedRow>

/** The chosen day in one sentence; undefined for a day without data. */
export const chartedSentence = ({ read, describeDay }: Charted, day: Day): string | undefined =>
  daySentence({ day, reading: read(day), ...describeDay(day) })

/** The values of `range`, which is part of `known`. */
export const sliceToRange = (values: Values, known: Range, range: Range): Values => {
  const start = daysBetween(known.from, range.from)
  return Array.from({ length: lengthOf(range) }, (_, index) => values[start + index])
}

/** A measure over a range, with the previous period if it is compared. */
const chartedMeasure = (info: MeasureInfo, data: ViewData, known: Range, range: Range, compared: Range | undefined) => {
  const { id, title, unit, lines, isStacked } = info
  const series = data.series(id, known)
  const before = compared && data.figures(id, compared)
  const isMissingDays = data.missingDays(range) > 0
  const isMissingBefore = compared !== undefined && data.missingDays(compared) > 0
  return {
    /** Name of the row; undefined for a measure. */
    rowName: undefined,
    unit,
    isStacked,
    /** `values` cover all known days, which start before the range. */
    lines: lines.map(({ name }, index) => ({ name, values: series[index] ?? [] })),
    /** The figures of the heading: one per line, over the range. */
    figures: data.figures(id, range).map(({ value, missing }, index) => {
      const { name = '', word = '' } = lines[index] ?? {}
      return {
        label: lineLabel(info, name, word, index),
        value,
        isPartial: value !== undefined && (missing > 0 || isMissingDays),
        change: isStacked ? undefined : before && delta(value, before[index]?.value, { of: unit }),
        /** Whether either value of the change is incomplete. */
        isChangePartial: missing > 0 || isMissingDays || isMissingBefore || (before?.[index]?.missing ?? 0) > 0,
      }
    }),
    read: (day: Day) => data.read(id, day),
    /** The value of a day in words, and the largest cause of its difference. */
    describeDay: (day: Day) => {
      const value = series[0]?.[daysBetween(known.from, day)]
      return {
        text: unit === 'count' ? `${unitText(value, unit)} ${title}` : `${title} ${unitText(value, unit)}`,
        cause: data.causeOf(id, day),
      }
    },
  }

  function lineLabel({ lines: all }: MeasureInfo, name: string, word: string, index: number): string {
    if (isStacked) return name
    if (all.length > 1) return index === 0 ? `${title}: ${name}` : name
    if (id === creditMeasures.billable_tokens.name) return word
    return word === 'total' ? title : `${title}, ${word}`
  }
}

/** A row by day. `longRow` is the same row over all known days. */
const chartedRow = (row: UsageRow, longRow: PlainRow | undefined, group: GroupInfo, known: Range) => {
  const values = longRow?.series ?? []
  return {
    rowName: row.name,
    unit: group.unit,
    isStacked: false,
    lines: [{ name: row.name, values }],
    figures: [
      {
        label: row.name,
        value: row.value,
        isPartial: row.isPartial,
        change: row.change,
        isChangePartial: row.isPartial,
      },
    ],
    read: (day: Day) => readDay(day, (each) => values[daysBetween(known.from, each)]),
    describeDay: (day: Day) => ({
      text: `${safeText(row.name)} ${unitText(values[daysBetween(known.from, day)], group.unit)}`,
      cause: undefined,
    }),
  }
}

/** The content of the chart: the entered row, the measure of the selected figure, or the chosen measure. */
export const useCharted = (breakdown: Breakdown, row: RowKey) => {
  const { choice, data, hasRows, all, range, known, compared, ids } = breakdown
  const { view, outer, model, charted: key, isCaseSensitive, isFigures, measureId } = choice
  // The list is laid out below the chart, so its selected row is read from the state before the list exists.
  const rowSignal = useScreenSignal(row)
  const figure = useSyncExternalStore(rowSignal.subscribe, () => {
    const { id, index } = rowSignal.get()
    if (!isFigures) return undefined
    return id !== undefined && ids.includes(id) ? id : ids[Math.min(index, ids.length - 1)]
  })
  const measure = figure === undefined ? measureId : measureOfKey(figure)
  const charted = useMemo((): Charted | undefined => {
    if (!data || !hasRows) return undefined
    if (key !== undefined) {
      const rowsIn = (days: Range) => data.rows(outer.id, days, isCaseSensitive)
      const periodRows = (of: Range) => ({ rows: rowsIn(of), absent: data.absentSeries(outer.id, of) })
      const now = model === undefined ? all : usageRows(periodRows(range), compared && periodRows(compared), outer.unit)
      const row = now.find(({ id }) => id === key)
      const longRow = row && rowsIn(known).find((one) => one.key === key)
      if (row) return chartedRow(row, longRow, outer, known)
    }
    const info = view.measures.find(({ id }) => id === measure) ?? view.measures[0]
    return chartedMeasure(info, data, known, range, compared)
  }, [data, hasRows, key, model, outer, isCaseSensitive, all, measure, view, known, range, compared])
  return {
    charted,
    /** Id of the measure in the chart, unless a row is charted. */
    measure,
    /** Id of the selected row in the list of figures. */
    figure,
  }
}
