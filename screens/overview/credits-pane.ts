import { useMemo } from 'react'
import type { Range } from '../../src/domain/calendar/calendar.ts'
import {
  absentModelSeries,
  absentPersonSeries,
  type BreakdownRow,
  breakdownByModel,
  breakdownByPerson,
} from '../../src/domain/usage/breakdown.ts'
import type { CreditDays } from '../../src/domain/usage/credit-days.ts'
import { creditColumns, toPlainRow } from '../../src/domain/usage/views/credits-view.ts'
import {
  mostFirst,
  type PeriodRows,
  sortedRows,
  type UsageRow,
  usageRows,
} from '../../src/domain/usage/views/usage-rows.ts'
import { headingRow, placeColumns, tableRow } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { type PersonName, usePersonName } from '../kit/session/person-name.ts'
import { useSession } from '../kit/session/session.ts'
import type { ShownRange } from '../kit/session/use-range.ts'
import { courseScale, usageColumns } from '../usage/breakdown/breakdown-table.ts'
import type { OverviewData } from './use-overview-data.ts'

/** Who and what used the credits, most first. */
type CreditShares = { byModel: readonly UsageRow[]; byPerson: readonly UsageRow[] }

/** The shares of a range, beside those of the period before (undefined: not compared). */
const creditShares = (
  days: CreditDays,
  range: Range,
  previous: Range | undefined,
  nameOf: PersonName,
): CreditShares => {
  const rows = (of: (wanted: Range) => BreakdownRow[], absentIn: (wanted: Range) => PeriodRows['absent']) => {
    const periodRows = (wanted: Range) => ({ rows: of(wanted).map(toPlainRow), absent: absentIn(wanted) })
    return sortedRows(usageRows(periodRows(range), previous && periodRows(previous)), mostFirst)
  }
  return {
    byModel: rows(
      (wanted) => breakdownByModel(days.days, wanted),
      (wanted) => absentModelSeries(days.days, wanted),
    ),
    byPerson: rows(
      (wanted) => breakdownByPerson(days, wanted).map((row) => ({ ...row, name: nameOf(row.key, row.name) })),
      (wanted) => absentPersonSeries(days.people, wanted),
    ),
  }
}

type By = keyof typeof creditColumns

/** Cells for the course of a row. */
const COURSE_CELLS = 14

/** The models and, below them, as many people as fit into `height` rows. Both stand in the same columns. */
const creditsPane = (
  { byModel, byPerson }: CreditShares,
  range: Range,
  width: number,
  height: number,
  theme: Theme,
): string[] => {
  const models = byModel.slice(0, Math.max(0, Math.floor(height / 2) - 1))
  const people = byPerson.slice(0, Math.max(0, height - models.length - 3))
  const columnsBy = (by: By, rows: readonly UsageRow[]) =>
    usageColumns(creditColumns[by], { range, scale: courseScale(rows, COURSE_CELLS), cells: COURSE_CELLS }, theme)
  const widths = placeColumns(columnsBy('person', people), [...models, ...people], width - 2)
  const table = (by: By, rows: readonly UsageRow[]): string[] => {
    const columns = new Map(columnsBy(by, rows).map((column) => [column.id, column]))
    const placed = widths.map((one) => ({ ...one, column: columns.get(one.column.id) ?? one.column }))
    return [headingRow(placed, undefined, theme), ...rows.map((row) => tableRow(placed, row, theme))]
  }
  return [...table('model', models), '', ...table('person', people)].map((line) => ` ${line}`)
}

const noLines: readonly string[] = []

/** Who and what used the credits, in `height` rows of `width` cells; nothing without a width. */
export const useCreditsPane = (
  { credits }: OverviewData,
  { range, previous }: ShownRange,
  width: number,
  height: number,
): readonly string[] => {
  const { theme } = useSession()
  const nameOf = usePersonName()
  const { days } = credits
  const compared = credits.hasHistory ? previous : undefined
  const hasRoom = width > 0
  const shares = useMemo(
    () => (days && hasRoom ? creditShares(days, range, compared, nameOf) : undefined),
    [days, hasRoom, range, compared, nameOf],
  )
  return useMemo(() => {
    if (!hasRoom) return noLines
    return shares ? creditsPane(shares, range, width, height, theme) : [` ${theme.muted('CREDITS')}`]
  }, [shares, hasRoom, range, width, height, theme])
}
