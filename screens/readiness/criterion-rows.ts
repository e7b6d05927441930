import { ratioText } from '../../src/domain/readiness/judged-criteria.ts'
import type { JudgedRepository } from '../../src/domain/readiness/repository-rows.ts'
import { fit } from '../../src/domain/text/fit.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { outcomeSign, signCells, wasText } from './criterion-outcome.ts'

const RATIO_CELLS = 7
const NOTE_CELLS = 13

/** A row: the repository, its level, and what it came to in the criterion. */
export const criterionRowText = (
  { repository, criterion, before }: JudgedRepository,
  width: number,
  theme: Theme,
): string => {
  const cells = Math.max(8, width - RATIO_CELLS - NOTE_CELLS - signCells(theme) - 7)
  const ratio = fit(ratioText(criterion), RATIO_CELLS, 'right')
  return `${outcomeSign(criterion.outcome, theme)}${fit(repository.name, cells)} ${theme.muted(`L${repository.level}`)} ${ratio} ${wasText(before, criterion, theme)}`
}
