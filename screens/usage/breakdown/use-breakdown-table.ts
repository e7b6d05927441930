import { useMemo } from 'react'
import { type Day, lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import type { UsageRow } from '../../../src/domain/usage/views/usage-rows.ts'
import type { GroupInfo, PlainRow, ViewData } from '../../../src/domain/usage/views/view.ts'
import { createRowTexts, type PlacedColumn, placeColumns } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { CourseScale } from '../../kit/charts/use-course-scale.ts'
import { unusualDays, unusualText } from '../views/unusual-days.ts'
import { courseCells, courseScale, usageColumns } from './usage-columns.ts'

export type BreakdownOptions = {
  rows: readonly UsageRow[]
  /** The breakdown that is shown, and the one it was entered from: people of a model, and models. */
  group: GroupInfo
  outer: GroupInfo
  isApart: boolean
  courseScale: CourseScale
  /** Undefined until there is any. */
  data: ViewData | undefined
  /** Whether the weeks before the range are known, which unusual days are judged by. */
  hasHistory: boolean
  range: Range
  /** The days that are known, from before the range. */
  known: Range
  /** The period before, where it is compared. */
  compared: Range | undefined
  /** See Breakdown. */
  brokenDay: Day | undefined
  width: number
  theme: Theme
}

/** The columns of a breakdown in their widths, and what makes the text of a row. */
export const useBreakdownTable = (
  options: BreakdownOptions,
): { placed: PlacedColumn<UsageRow>[]; rowText: (row: UsageRow) => string } => {
  const {
    rows,
    group,
    outer,
    isApart,
    courseScale: scaledBy,
    data,
    hasHistory,
    range,
    known,
    compared,
    brokenDay,
    width,
    theme,
  } = options
  // Unusual days are looked for when a row is drawn: there may be thousands that never are.
  const noteOf = useMemo(() => {
    if (!data || !hasHistory || group.enter === 'person') return undefined
    let long: ReadonlyMap<string, PlainRow> | undefined
    return ({ id, unit }: UsageRow): string => {
      long ??= new Map(data.rows(outer.id, known, isApart).map((row) => [row.key, row]))
      return unusualText(unusualDays(long.get(id)?.series ?? [], known, range, unit ?? outer.unit)) ?? ''
    }
  }, [data, hasHistory, group, outer, known, isApart, range])
  const placed = useMemo(() => {
    const cells = courseCells(width)
    const isByRow = scaledBy === 'row'
    const scale = group.measure === undefined || isByRow ? undefined : courseScale(rows, cells)
    const days = lengthOf(range)
    const isMissing = (of: Range | undefined) => of !== undefined && (data?.missingDays(of) ?? 0) > 0
    const isDeltaPartial =
      brokenDay === undefined && compared !== undefined && (isMissing(range) || isMissing(compared))
    const shown = { noteOf, isByRow, isDeltaPartial, brokenDay }
    const columns = usageColumns(group, scale, Math.min(days, cells), days, theme, shown)
    return placeColumns(columns, rows, width - 2)
  }, [rows, group, data, range, compared, brokenDay, theme, width, noteOf, scaledBy])
  return { placed, rowText: useMemo(() => createRowTexts(placed, theme), [placed, theme]) }
}
