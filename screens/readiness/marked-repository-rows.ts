import { criterionOf, judgedCriteria, ratioText } from '../../src/domain/readiness/judged-criteria.ts'
import { levelTitle } from '../../src/domain/readiness/level-title.ts'
import { judgeReport, LEVELS } from '../../src/domain/readiness/levels.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { NONE, percent } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { padStyled } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { COLUMN_GAP, type MarkedColumns } from '../kit/list/marked-columns.ts'
import { outcomeSign } from './criterion-outcome.ts'

/** Cells of what a row is called. */
export const REPOSITORY_LABEL_CELLS = 30

/** A row of marked repositories: a figure, or a criterion that is not the same in all of them. */
export type MarkedRepositoryRow = {
  id: string
  /** Undefined: a figure. */
  criterion: string | undefined
  /** A text for each repository, styles included. */
  texts: readonly string[]
}

/** Level, pass rate and levels of repositories by their newest reports, then the criteria that came to something else in one of them. */
export const markedRepositoryRows = (repositories: readonly RepositoryRow[], theme: Theme): MarkedRepositoryRow[] => {
  const reports = repositories.map(({ reports: [newest = {}] }) => newest)
  const judged = reports.map(judgeReport)
  const figure = (id: string, texts: readonly string[]): MarkedRepositoryRow => ({ id, criterion: undefined, texts })
  const ids = new Set(reports.flatMap((report) => judgedCriteria(report).map(({ id }) => id)))
  const differing = [...ids].flatMap((id): MarkedRepositoryRow[] => {
    const own = reports.map((report) => criterionOf(report, id))
    if (new Set(own.map((one) => one?.outcome)).size < 2) return []
    const texts = own.map((one) =>
      one
        ? `${outcomeSign(one.outcome, theme)}${one.outcome === 'skipped' ? theme.muted('skipped') : ratioText(one)}`
        : theme.muted(NONE),
    )
    return [{ id: `criterion:${id}`, criterion: id, texts }]
  })
  return [
    figure(
      'level',
      judged.map(({ level }) => theme.strong(`L${level}`)),
    ),
    figure(
      'pass rate',
      judged.map(({ passRate }) => percent(passRate)),
    ),
    ...LEVELS.map((level) =>
      figure(
        levelTitle(level),
        judged.map(({ byLevel }) => `${byLevel[level].passed}/${byLevel[level].passed + byLevel[level].failed}`),
      ),
    ),
    ...differing,
  ]
}

/** A row without the cell for the bar. */
export const markedRepositoryText = (
  { id, criterion, texts }: MarkedRepositoryRow,
  { first, count, cells }: MarkedColumns,
  theme: Theme,
): string => {
  const label = fit(safeText(criterion ?? id), REPOSITORY_LABEL_CELLS)
  const shown = texts.slice(first, first + count).map((text) => padStyled(text, cells))
  return `${criterion === undefined ? theme.muted(label) : label}${shown.join(COLUMN_GAP)}`
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
