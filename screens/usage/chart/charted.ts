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

/** What the chart shows: a measure, or the course of one row of a breakdown. */
export type Charted = ReturnType<typeof chartedMeasure> | ReturnType<typeof chartedRow>

/** The chosen day in one sentence; undefined for one without data. */
export const chartedSentence = ({ read, tell }: Charted, day: Day): string | undefined =>
  daySentence({ day, reading: read(day), ...tell(day) })

/** The values of some days among those of `known`. */
export const within = (values: Values, known: Range, range: Range): Values => {
  const start = daysBetween(known.from, range.from)
  return Array.from({ length: lengthOf(range) }, (_, index) => values[start + index])
}

/** A measure over a range, beside the period before where that is compared. */
const chartedMeasure = (info: MeasureInfo, data: ViewData, known: Range, range: Range, compared: Range | undefined) => {
  const { id, title, unit, lines, isStacked } = info
  const series = data.series(id, known)
  const before = compared && data.figures(id, compared)
  const isMissingDays = data.missingDays(range) > 0
  const isMissingBefore = compared !== undefined && data.missingDays(compared) > 0
  return {
    /** The row's name; undefined for a measure. */
    course: undefined,
    unit,
    isStacked,
    /** `values` are those of all days that are known, which begin before the range. */
    lines: lines.map(({ name }, index) => ({ name, values: series[index] ?? [] })),
    /** The figures of the heading: one for each line, over the range. */
    figures: data.figures(id, range).map(({ value, missing }, index) => {
      const { name = '', word = '' } = lines[index] ?? {}
      return {
        label: labelOf(info, name, word, index),
        value,
        isPartial: value !== undefined && (missing > 0 || isMissingDays),
        change: isStacked ? undefined : before && delta(value, before[index]?.value, { of: unit }),
        /** Whether days are missing in one of the two values that the change is between. */
        isChangePartial: missing > 0 || isMissingDays || isMissingBefore || (before?.[index]?.missing ?? 0) > 0,
      }
    }),
    read: (day: Day) => data.read(id, day),
    /** What a day came to in words, and who or what moved it most. */
    tell: (day: Day) => {
      const value = series[0]?.[daysBetween(known.from, day)]
      return {
        text: unit === 'count' ? `${unitText(value, unit)} ${title}` : `${title} ${unitText(value, unit)}`,
        cause: data.causeOf(id, day),
      }
    },
  }

  function labelOf({ lines: all }: MeasureInfo, name: string, word: string, index: number): string {
    if (isStacked) return name
    if (all.length > 1) return index === 0 ? `${title}: ${name}` : name
    if (id === creditMeasures.billable_tokens.name) return word
    return word === 'total' ? title : `${title}, ${word}`
  }
}

/** The course of a row; `longRow` is the same row over all days that are known. */
const chartedRow = (row: UsageRow, longRow: PlainRow | undefined, group: GroupInfo, known: Range) => {
  const values = longRow?.series ?? []
  return {
    course: row.name,
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
    tell: (day: Day) => ({
      text: `${safeText(row.name)} ${unitText(values[daysBetween(known.from, day)], group.unit)}`,
      cause: undefined,
    }),
  }
}

/** What the chart shows: the row that was entered, else a measure; in the list of figures that of the selected row. */
export const useCharted = (breakdown: Breakdown, row: RowKey) => {
  const { choice, data, hasRows, all, range, known, compared, ids } = breakdown
  const { view, outer, model, charted: key, isApart, isFigures, measureId } = choice
  // The list itself needs the room that the chart leaves, so its row has to be known before it.
  const kept = useScreenSignal(row)
  const figure = useSyncExternalStore(kept.subscribe, () => {
    const { id, index } = kept.get()
    if (!isFigures) return undefined
    return id !== undefined && ids.includes(id) ? id : ids[Math.min(index, ids.length - 1)]
  })
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
