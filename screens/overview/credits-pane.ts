import { useMemo } from 'react'
import type { Range } from '../../src/domain/calendar/calendar.ts'
import { creditColumns, creditViewData } from '../../src/domain/usage/views/credits-view.ts'
import { largestFirst, sortedRows, type UsageRow, usageRows } from '../../src/domain/usage/views/usage-rows.ts'
import { filled } from '../../src/ui/layout/columns.ts'
import { type Column, headingRow, placeColumns, tableRow } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { usePersonName } from '../kit/session/person-name.ts'
import { useSession } from '../kit/session/session.ts'
import type { ShownRange } from '../kit/session/use-range.ts'
import { usageColumns } from '../usage/breakdown/breakdown-table.ts'
import type { OverviewData } from './use-overview-data.ts'

type By = keyof typeof creditColumns

/** The people and the models that used credits, largest first. */
type CreditShares = Record<By, readonly UsageRow[]>

const CELLS = 14

/** Max rows of models, because people are more. */
const MAX_MODELS = 6

/**
 * The models and, below them, as many people as fit into `height` rows, in the same columns. Their places and widths
 * don't depend on the data.
 */
const creditsPane = (shares: CreditShares, range: Range, width: number, height: number, theme: Theme): string[] => {
  const modelRows = Math.max(0, Math.min(MAX_MODELS, Math.floor(height / 2) - 1))
  const models = shares.model.slice(0, modelRows)
  const people = shares.person.slice(0, Math.max(0, height - modelRows - 3))
  const columnsBy = (by: By) =>
    usageColumns(creditColumns[by], { range, scale: undefined, cells: CELLS, isByRow: true }, theme).map((column) =>
      fixedColumn(column, Math.min(MIN_NAME, Math.floor(width * 0.4))),
    )
  const widths = placeColumns(columnsBy('person'), [], width - 2)
  const table = (by: By, rows: readonly UsageRow[]): string[] => {
    const columns = new Map(columnsBy(by).map((column) => [column.id, column]))
    const placed = widths.map((one) => ({ ...one, column: columns.get(one.column.id) ?? one.column }))
    return [headingRow(placed, undefined, theme), ...rows.map((row) => tableRow(placed, row, theme))]
  }
  return [...filled(table('model', models), modelRows + 1), '', ...table('person', people)].map((line) => ` ${line}`)
}

/** Cells of a usual e-mail address. */
const MIN_NAME = 28

/** A column whose width doesn't depend on its rows. The name takes the remaining cells, at least `minName`. */
const fixedColumn = (column: Column<UsageRow>, minName: number): Column<UsageRow> => {
  const { id, width } = column
  if (typeof width === 'number' || 'grow' in width) return column
  return { ...column, width: id === 'name' ? { grow: true, min: minName } : width.min + 1 }
}

const noShares: CreditShares = { model: [], person: [] }

/** The models and people that used credits, in `height` rows of `width` cells; empty if `width` is 0. */
export const useCreditsPane = (
  { credits: { days, hasHistory } }: OverviewData,
  { range, previous }: ShownRange,
  width: number,
  height: number,
): readonly string[] => {
  const { theme } = useSession()
  const nameOf = usePersonName()
  const compared = hasHistory ? previous : undefined
  const hasRoom = width > 0
  const shares = useMemo((): CreditShares | undefined => {
    if (!days || !hasRoom) return undefined
    const data = creditViewData(days, undefined, nameOf)
    const rowsBy = (by: By) => {
      const period = (of: Range) => ({ rows: data.rows(by, of, false), absent: data.absentSeries(by, of) })
      return sortedRows(usageRows(period(range), compared && period(compared)), largestFirst)
    }
    return { model: rowsBy('model'), person: rowsBy('person') }
  }, [days, hasRoom, range, compared, nameOf])
  if (!hasRoom) return []
  return creditsPane(shares ?? noShares, range, width, height, theme)
}
