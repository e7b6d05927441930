import type { RepositoryRow, SideBySideCell, SideBySideRow } from '../../src/domain/readiness/repository-rows.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { NONE } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { padStyled } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { COLUMN_GAP, type MarkedColumns } from '../kit/list/marked-columns.ts'
import { outcomeSign } from './criterion-outcome.ts'

/** Cells of what a row is called. */
export const REPOSITORY_LABEL_CELLS = 30

/** A row without the cell for the bar. */
export const markedRepositoryText = (
  { name, isCriterion, cells: own }: SideBySideRow,
  { first, count, cells }: MarkedColumns,
  theme: Theme,
): string => {
  const label = `${fit(safeText(name), REPOSITORY_LABEL_CELLS - 1)} `
  const shown = own.slice(first, first + count).map((cell) => padStyled(cellText(cell, name, theme), cells))
  return `${isCriterion ? label : theme.muted(label)}${shown.join(COLUMN_GAP)}`
}

const cellText = (cell: SideBySideCell | undefined, name: string, theme: Theme): string => {
  if (!cell) return theme.muted(NONE)
  if (cell.outcome === undefined) return name === 'level' ? theme.strong(cell.text) : cell.text
  return `${outcomeSign(cell.outcome, theme)}${cell.outcome === 'skipped' ? theme.muted('skipped') : cell.text}`
}

/** The names above the columns, the chosen one in another style. */
export const markedRepositoryNames = (
  repositories: readonly RepositoryRow[],
  chosen: number,
  { first, count, cells }: MarkedColumns,
  theme: Theme,
): string => {
  const names = repositories.slice(first, first + count).map(({ name }, index) => {
    const text = fit(name, cells)
    return first + index === chosen ? theme.accent(text) : theme.strong(text)
  })
  return ' '.repeat(REPOSITORY_LABEL_CELLS) + names.join(COLUMN_GAP)
}
