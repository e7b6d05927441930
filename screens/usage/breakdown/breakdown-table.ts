import { useMemo } from 'react'
import { type Day, lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { bucket, largest, sparkline } from '../../../src/domain/charts/sparkline.ts'
import { percent, shortNumber, weekdayName } from '../../../src/domain/text/format.ts'
import { SHARE_HEADING } from '../../../src/domain/usage/views/breakdown-output.ts'
import { fromUsualText, unitText } from '../../../src/domain/usage/views/units.ts'
import type { UsageRow } from '../../../src/domain/usage/views/usage-rows.ts'
import type { GroupInfo, PlainRow, ViewData } from '../../../src/domain/usage/views/view.ts'
import { type Column, createRowTexts, type PlacedColumn, placeColumns } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { type CourseScale, changeText, courseHeading } from '../../kit/charts/chart-text.ts'
import { unusualDays, unusualText } from '../views/unusual-days.ts'

type BreakdownOptions = {
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

/** Which columns there are, as far as a group decides. */
type ColumnsOf = Pick<GroupInfo, 'heading' | 'counted' | 'unit' | 'details' | 'hasTokens' | 'shareOf'>

type TableOptions = {
  /** Text of the last column, which is left out without it. */
  noteOf?: ((row: UsageRow) => string) | undefined
  /** Whether days are missing in one of the periods that are compared. */
  isDeltaPartial?: boolean
  /** The day that the rows are of, beside its usual weekday; undefined: of a range. */
  brokenDay?: Day | undefined
  /** Whether the courses have a scale each because the user wants so, which the heading says. */
  isByRow?: boolean
}

/**
 * Columns of the table. The courses are `courseWidth` cells wide, however many days they tell of, and share one scale,
 * whose top is `scale`; undefined gives each row its own.
 */
export const usageColumns = (
  group: ColumnsOf,
  scale: number | undefined,
  courseWidth: number,
  days: number,
  theme: Theme,
  { noteOf, isDeltaPartial = false, brokenDay, isByRow = false }: TableOptions = {},
): Column<UsageRow>[] => {
  const heading = courseHeading(days, isByRow ? 'row' : 'column')
  return [
    {
      id: 'name',
      title: group.heading,
      align: 'left',
      width: { min: 12, max: 40 },
      priority: 0,
      text: ({ name }) => name,
    },
    ...group.details.map(
      ({ id, title, width, priority }): Column<UsageRow> => ({
        id,
        title,
        align: 'left',
        width,
        priority,
        text: ({ details }) => details[id] ?? '',
        role: () => 'muted',
      }),
    ),
    {
      id: 'value',
      title: group.counted ?? (brokenDay === undefined ? 'RANGE' : 'DAY'),
      align: 'right',
      width: { min: 9, max: 16 },
      priority: 0,
      text: ({ value, unit, isPartial }) => `${unitText(value, unit ?? group.unit)}${isPartial ? '?' : ''}`,
    },
    ...(group.shareOf !== undefined
      ? [
          {
            id: 'share',
            title: SHARE_HEADING,
            align: 'right',
            width: SHARE_HEADING.length,
            priority: 1,
            text: ({ share }) => percentNumber(share),
            role: () => 'muted',
          } satisfies Column<UsageRow>,
        ]
      : []),
    ...(brokenDay === undefined
      ? []
      : [
          {
            id: 'usual',
            title: `USUAL ${weekdayName(brokenDay).slice(0, 3).toUpperCase()}`,
            align: 'right',
            width: { min: 9, max: 16 },
            priority: 1,
            text: ({ usual, unit }) => usualText(usual, unit ?? group.unit),
            role: () => 'muted',
          } satisfies Column<UsageRow>,
        ]),
    {
      id: 'delta',
      title: brokenDay !== undefined ? 'VS USUAL' : isDeltaPartial ? 'DELTA?' : 'DELTA',
      align: 'right',
      width: { min: 10, max: 16 },
      priority: 2,
      text: ({ change, difference, unit }) =>
        brokenDay === undefined
          ? changeText(change, theme)
          : fromUsualText(difference, unit ?? group.unit, theme.isAscii),
    },
    ...(group.hasTokens
      ? ([
          { id: 'input', title: 'IN', align: 'right', width: 7, priority: 4, text: ({ input }) => shortNumber(input) },
          {
            id: 'output',
            title: 'OUT',
            align: 'right',
            width: 7,
            priority: 5,
            text: ({ output }) => shortNumber(output),
          },
        ] satisfies Column<UsageRow>[])
      : []),
    {
      id: 'course',
      title: heading,
      align: 'left',
      width: Math.max(7, courseWidth, heading.length),
      priority: 3,
      text: ({ series }) => sparkline(bucket(series, courseWidth), { max: scale, ascii: theme.isAscii }),
      role: () => 'accent',
    },
    ...(noteOf
      ? [
          {
            id: 'note',
            title: 'NOTE',
            align: 'left',
            width: NOTE_CELLS,
            priority: 7,
            text: noteOf,
            role: () => 'warn',
          } satisfies Column<UsageRow>,
        ]
      : []),
  ]
}

// The middle of two counts is no count.
const usualText = (usual: number | undefined, unit: GroupInfo['unit']): string =>
  unitText(usual === undefined || unit !== 'count' ? usual : Math.round(usual), unit)

/** Cells for `! 13 Nov` and `! 11 days`. */
const NOTE_CELLS = 9

// The heading has the percent sign.
const percentNumber = (share: number | undefined): string => percent(share).replace(' %', '')

/** Cells for the course of a row: more where there is room to spare. */
const courseCells = (width: number): number => (width < 140 ? 14 : Math.min(60, width - 90))

/** The top of the scale that the courses of rows share. */
const courseScale = (rows: readonly UsageRow[], cells: number): number =>
  largest(rows.map(({ series }) => largest(bucket(series, cells))))
