import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { asManyAsFit } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { levelBars } from '../readiness/standing.ts'
import { paneName, paneRows, partialText, waitingText } from './pane-lines.ts'
import type { OverviewData } from './use-overview-data.ts'
import type { OverviewPanes } from './use-overview-panes.ts'

/** How ready the repositories are, which of them moved, and as many of them as fit. */
export const readinessPane = (
  { overview, repositories, reports }: OverviewData,
  { lists, readinessHead }: OverviewPanes,
  textOf: (row: RepositoryRow) => string,
  width: number,
  theme: Theme,
): string[] => {
  const { readiness: brief } = overview
  const name = paneName('READINESS', lists.readiness.isActive, theme)
  if (!brief) return [`${name}  ${theme.muted(waitingText(reports))}`]
  if (brief.repositories === 0) return [`${name}  ${theme.muted('no report yet')}`]
  const head = [
    `${name}  ${brief.repositories} repositories, ${theme.strong(`L${brief.organisationLevel ?? '?'}`)} overall${partialText(reports, theme)}`,
    levelBars(brief, width, theme),
    ` ${movedText(repositories, width - 2, theme)}`,
  ]
  return [...head.slice(0, readinessHead), ...paneRows(repositories, textOf, lists.readiness, width, theme)]
}

const movedText = (repositories: readonly RepositoryRow[], width: number, theme: Theme): string => {
  const namesOf = (isMoved: (level: number, before: number) => boolean): string =>
    repositories
      .filter(({ level, before }) => before !== undefined && isMoved(level, before))
      .map(({ name }) => name)
      .join(', ')
  const fell = namesOf((level, before) => level < before)
  const rose = namesOf((level, before) => level > before)
  const moved = [
    // What fell comes first: where there is no room for both, that is what must be seen.
    ...(fell === '' ? [] : [`${theme.bad(theme.signs.down)} ${fell}`]),
    ...(rose === '' ? [] : [`${theme.good(theme.signs.up)} ${rose}`]),
  ]
  return moved.length > 0 ? asManyAsFit(moved, width, '   ') : theme.muted('no level changed with the last reports')
}
