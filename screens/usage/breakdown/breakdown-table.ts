import { useMemo } from 'react'
import { once } from '../../../src/base/memoize.ts'
import { type Day, lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { bucket, largest, sparkline } from '../../../src/domain/charts/sparkline.ts'
import { moneyOf } from '../../../src/domain/money/price.ts'
import { decimal, fullNumber, percent, shortNumber, weekdayName } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { SHARE_HEADING } from '../../../src/domain/usage/views/breakdown-output.ts'
import { pricedGroup } from '../../../src/domain/usage/views/credits-view.ts'
import { unitText, usualDifferenceText } from '../../../src/domain/usage/views/units.ts'
import type { UsageRow } from '../../../src/domain/usage/views/usage-rows.ts'
import type { GroupInfo } from '../../../src/domain/usage/views/view.ts'
import {
  type Column,
  createRowTexts,
  leftColumn,
  naturalTableWidth,
  placeColumns,
  rightColumn,
} from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText, type SparklineScale, sparklineHeading } from '../../kit/charts/chart-text.ts'
import { WIDE_TABLE } from '../../kit/detail/list-and-detail.ts'
import { useSession } from '../../kit/session/session.ts'
import { unusualDays, unusualText } from '../views/unusual-days.ts'
import type { Breakdown } from './use-breakdown.ts'

/** The columns of a breakdown, placed in a width, and the unusual days of a row. */
export const useBreakdownTable = (breakdown: Breakdown, scaledBy: SparklineScale, width: number) => {
  const { theme, plan } = useSession()
  const price = plan?.creditPrice
  const { choice, rows, data, hasRows, hasHistory, range, known, compared, breakdownDay } = breakdown
  const { group, outer, isCaseSensitive } = choice
  // Unusual days are computed when a row is drawn, because thousands of rows may never be drawn.
  const unusualOf = useMemo(() => {
    if (!data || !hasRows || !hasHistory || group.enter === 'person') return undefined
    const seriesOf = once(
      () => new Map(data.rows(outer.id, known, isCaseSensitive).map(({ key, series }) => [key, series])),
    )
    return ({ id, unit }: UsageRow): Day[] => unusualDays(seriesOf().get(id) ?? [], known, range, unit ?? outer.unit)
  }, [data, hasRows, hasHistory, group, outer, known, isCaseSensitive, range])
  const columns = useMemo(() => {
    const cells = width < WIDE_TABLE ? 14 : width < WIDE_SPARKLINES ? 20 : 30
    const isByRow = scaledBy === 'row' || group.measure === undefined
    const scale = isByRow ? undefined : sparklineMax(rows, cells)
    const isMissing = (of: Range) => data !== undefined && data.missingDays(of) > 0
    const isDeltaPartial = compared !== undefined && (isMissing(range) || isMissing(compared))
    const noteOf = unusualOf && ((row: UsageRow) => unusualText(unusualOf(row)) ?? '')
    return usageColumns(
      pricedGroup(group, price),
      { scale, cells, range, noteOf, isByRow, isDeltaPartial, breakdownDay },
      theme,
    )
  }, [rows, group, data, range, compared, breakdownDay, theme, width, unusualOf, scaledBy, price])
  return {
    unusualOf,
    /** Cells of the table, including those before and after a row, if it may have at most `most`. */
    widthIn: (most: number) => naturalTableWidth(columns, rows, most - GUTTER) + GUTTER,
    columns,
  }
}

/** Places the columns in a list of `width` cells. */
export const usePlacedTable = (columns: readonly Column<UsageRow>[], rows: readonly UsageRow[], width: number) => {
  const { theme } = useSession()
  const placed = useMemo(() => placeColumns(columns, rows, width - GUTTER), [columns, rows, width])
  return { placed, rowText: useMemo(() => createRowTexts(placed, theme), [placed, theme]) }
}

/** Cells before and after the columns of a row. */
const GUTTER = 2

/** Minimum width of a window with wide sparklines. */
const WIDE_SPARKLINES = 180

type TableOptions = {
  range: Range
  /** Top of the scale shared by all sparklines; undefined gives each row its own scale. */
  scale: number | undefined
  /** Maximum width of a sparkline. */
  cells: number
  /** Text of the last column, which is omitted without it. */
  noteOf?: ((row: UsageRow) => string) | undefined
  /** Whether days are missing in either of the compared periods. */
  isDeltaPartial?: boolean
  /** The day that the rows break down, compared with its usual weekday; undefined means the whole range. */
  breakdownDay?: Day | undefined
  /** Whether each row has its own scale. */
  isByRow?: boolean
}

export const usageColumns = (
  group: Pick<GroupInfo, 'heading' | 'counted' | 'unit' | 'details' | 'hasTokens' | 'shareOf' | 'price'>,
  { range, scale, cells, noteOf, isDeltaPartial = false, breakdownDay, isByRow = false }: TableOptions,
  theme: Theme,
): Column<UsageRow>[] => {
  const { price } = group
  const days = lengthOf(range)
  const sparklineCells = Math.min(days, cells)
  const heading = sparklineHeading(days, isByRow ? 'row' : 'column')
  const isDay = breakdownDay !== undefined
  const weekday = isDay ? weekdayName(breakdownDay).slice(0, 3) : ''
  const valueText = ({ value, unit = group.unit, isPartial }: UsageRow) =>
    `${unitText(value, unit)}${isPartial ? '?' : ''}`
  // The median of counts can be a fraction.
  const usualText = ({ usual, unit = group.unit }: UsageRow) =>
    unitText(usual === undefined || unit !== 'count' ? usual : Math.round(usual), unit)
  const deltaText = ({ change, difference, unit = group.unit }: UsageRow) =>
    isDay ? usualDifferenceText(difference, unit, theme.isAscii) : changeText(change, theme)
  const value = group.counted ?? (isDay ? 'DAY' : 'RANGE')
  const delta = isDay ? 'VS USUAL' : isDeltaPartial ? 'DELTA?' : 'DELTA'
  const sparklineOf = ({ series }: UsageRow) =>
    sparkline(bucket(series, sparklineCells), { max: scale, clips: true, ascii: theme.isAscii })
  return [
    leftColumn('name', group.heading, { min: 12, max: 40 }, 0, ({ name }: UsageRow) => name),
    ...group.details.map(({ id, title, width, priority, isCount }) => {
      const textOf = ({ details }: UsageRow) => details[id] ?? ''
      return isCount
        ? rightColumn(id, title, width, priority, (row: UsageRow) => fullNumber(Number(textOf(row))), 'muted')
        : leftColumn(id, title, width, priority, textOf, 'muted')
    }),
    rightColumn('value', value, { min: 9, max: 16 }, 0, valueText),
    ...(price === undefined
      ? []
      : [
          rightColumn('money', safeText(price.currency), { min: 6, max: 12 }, 7, ({ value }: UsageRow) =>
            decimal(moneyOf(value, price), 2),
          ),
        ]),
    ...(group.shareOf === undefined
      ? []
      : // The percent sign is in the heading.
        [
          rightColumn('share', SHARE_HEADING, 5, 1, ({ share }: UsageRow) => percent(share).replace(' %', ''), 'muted'),
        ]),
    ...(isDay
      ? [rightColumn('usual', `USUAL ${weekday.toUpperCase()}`, { min: 9, max: 16 }, 1, usualText, 'muted')]
      : []),
    rightColumn('delta', delta, { min: 10, max: 16 }, 2, deltaText),
    ...(group.hasTokens
      ? [
          rightColumn('input', 'IN', 7, 5, ({ input }: UsageRow) => shortNumber(input)),
          rightColumn('output', 'OUT', 7, 6, ({ output }: UsageRow) => shortNumber(output)),
        ]
      : []),
    {
      ...leftColumn<UsageRow>(
        'sparkline',
        heading.title,
        Math.max(7, sparklineCells, heading.title.length),
        3,
        sparklineOf,
        'accent',
      ),
      wideTitle: heading.wideTitle,
    },
    ...(noteOf ? [leftColumn('note', 'NOTE', NOTE_CELLS, 4, noteOf, 'warn')] : []),
  ]
}

/** Cells for `! 13 Nov` and `! 11 days`. */
const NOTE_CELLS = 9

/** Top of the scale shared by the sparklines of all rows. */
const sparklineMax = (rows: readonly UsageRow[], cells: number): number =>
  largest(rows.map(({ series }) => largest(bucket(series, cells))))
