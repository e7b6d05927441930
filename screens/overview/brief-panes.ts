import { type QueryState, shownOf } from '../../src/cache/load/query-state.ts'
import { sparkline } from '../../src/domain/charts/sparkline.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { isNewSince, type LastShownRevision } from '../../src/domain/revisions/day-revisions.ts'
import type { RevisionBrief } from '../../src/domain/revisions/revision-brief.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { ageOf, counted } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { joinFitting, spaceBetween } from '../../src/ui/layout/columns.ts'
import { type Column, leftColumn, rightColumn } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { MARK } from '../../src/ui/linear/linear-marks.ts'
import { hiddenRows, listRows } from '../kit/list/list-rows.ts'
import { NOT_KNOWN } from '../kit/query/states.ts'
import { levelBars, levelColumns, nameColumn } from '../readiness/level-columns.ts'
import type { PaneName } from './layout.ts'
import type { OverviewData } from './use-overview-data.ts'
import type { OverviewPanes } from './use-overview-panes.ts'

/** Builds the lines of a pane: readiness of the repositories, changed levels, and as many repositories as fit. */
export const readinessPane = (
  { overview, repositories, reports }: OverviewData,
  panes: OverviewPanes,
  textOf: (row: RepositoryRow) => string,
  width: number,
  theme: Theme,
): (() => string[]) => {
  const { readiness: brief } = overview
  const name = paneName('READINESS', panes.pane === 'readiness', theme)
  if (!brief) return () => [`${name}  ${theme.muted(waitingText(reports))}`]
  if (brief.repositories === 0) return () => [`${name}  ${theme.muted('no report yet')}`]
  const summary = `${counted(brief.repositories, 'repository', 'repositories')}, ${theme.strong(`L${brief.organisationLevel ?? '?'}`)} overall${partialText(reports, theme)}`
  const headFor = (cells: number) =>
    [`${name}  ${summary}`, levelBars(brief, width, theme), ` ${movedText(repositories, cells, theme)}`].slice(
      0,
      panes.readinessHead,
    )
  const [whole, short] = [headFor(width - 2), headFor(width - 2 - HIDDEN_CELLS)]
  return () => {
    const hidden = hiddenText(panes, 'readiness', theme)
    const head = hidden === '' ? whole : short
    return [
      ...head.map((line, y) => (y === head.length - 1 ? withHidden(line, hidden, width, theme) : line)),
      ...paneRows(panes, 'readiness', repositories, textOf, width, theme),
    ]
  }
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
    // Levels that fell come first, because they must be visible if there is no room for both.
    ...(fell === '' ? [] : [`${theme.isLinear ? 'fell' : theme.bad(theme.signs.down)} ${fell}`]),
    ...(rose === '' ? [] : [`${theme.isLinear ? 'rose' : theme.good(theme.signs.up)} ${rose}`]),
  ]
  return moved.length > 0 ? joinFitting(moved, width, '   ') : theme.muted('no level changed in the latest reports')
}

/** Builds the lines of a pane: the number of new revisions, the latest one, and as many as fit. @param now Unix ms. */
export const controlsPane = (
  { overview, briefs, revisions }: OverviewData,
  panes: OverviewPanes,
  { lastVisit, now }: { lastVisit: LastShownRevision | undefined; now: number },
  textOf: (row: RevisionBrief) => string,
  width: number,
  theme: Theme,
): (() => string[]) => {
  const name = paneName('CONTROLS', panes.pane === 'controls', theme)
  const [latest] = briefs
  if (!overview.revisions) return () => [`${name}  ${theme.muted(waitingText(revisions))}`]
  if (!latest) return () => [`${name}  ${theme.muted('no revision yet')}`]
  const newCount = briefs.filter(({ revision }) => isNewSince(lastVisit, revision)).length
  const news = newCount > 0 ? `${theme.signs.news} ${theme.strong(`${newCount} new`)}   ` : ''
  const summary = `${news}latest ${theme.strong(String(latest.revision ?? '?'))}, ${ageOf(latest.updatedAt, now)} ago, ${safeText(latest.who ?? '?')}`
  return () => [
    withHidden(`${name}  ${summary}`, hiddenText(panes, 'controls', theme), width, theme),
    ...paneRows(panes, 'controls', briefs, textOf, width, theme),
  ]
}

/** The name of a pane, brighter if the pane has focus. */
export const paneName = (title: string, isActive: boolean, theme: Theme): string =>
  theme.isLinear
    ? `${MARK.pane}${title.charAt(0)}${title.slice(1).toLowerCase()}`
    : ` ${isActive ? theme.accent(title) : theme.muted(title)}`

/** The number of rows above and below the window of a pane; empty if there are none. */
export const hiddenText = ({ lists }: OverviewPanes, name: PaneName, theme: Theme): string => {
  const { list, height, length } = lists[name]
  // A screen reader reads the place of the selected row instead.
  return height <= 0 || theme.isLinear ? '' : hiddenRows(list.top, length - list.top - height, theme)
}

/** Cells of a usual {@link hiddenText}, with a space before it. */
const HIDDEN_CELLS = 12

/** A line with {@link hiddenText} at its end. */
const withHidden = (line: string, hidden: string, width: number, theme: Theme): string =>
  hidden === '' ? line : spaceBetween(line, `${theme.muted(hidden)} `, width)

/** Replaces data that is not loaded. */
const waitingText = (state: QueryState<unknown>): string => (state.is === 'failed' ? NOT_KNOWN : 'loading')

/** Marks a total that covers only part of the rows. */
const partialText = (state: QueryState<unknown>, theme: Theme): string =>
  shownOf(state)?.incomplete === undefined ? '' : theme.warn('  ! incomplete')

/** The visible rows of a pane. A row is selected only if the pane has focus. */
export const paneRows = <Row>(
  { pane, lists }: OverviewPanes,
  name: PaneName,
  rows: readonly Row[],
  textOf: (row: Row) => string,
  width: number,
  theme: Theme,
): string[] => {
  const { list, height } = lists[name]
  return listRows(rows, textOf, { list: name === pane ? list : { ...list, selected: -1 }, height, width }, theme)
}

/** Columns of the list of repositories. The sparklines of pass rates share the scale from 0 to 100 %. */
export const repositoryColumns = (theme: Theme): Column<RepositoryRow>[] => {
  const sparklineOf = ({ passRates }: RepositoryRow) => sparkline(passRates.slice(-8), { max: 1, ascii: theme.isAscii })
  return [nameColumn, ...levelColumns(theme), leftColumn('sparkline', 'REPORTS', 8, 2, sparklineOf, 'accent')]
}

const changedText = ({ changed }: RevisionBrief): string => {
  if (changed === undefined) return 'oldest known revision'
  return changed.length === 0 ? 'nothing changed' : changed.map((name) => safeText(name)).join(', ')
}

/** Columns of the list of revisions, with ages relative to `now`. */
export const revisionColumns = (now: number): Column<RevisionBrief>[] => [
  rightColumn('revision', 'REV', 4, 0, ({ revision }) => String(revision ?? '?')),
  rightColumn('age', 'AGE', 6, 1, ({ updatedAt }) => ageOf(updatedAt, now), 'muted'),
  leftColumn('who', 'WHO', 14, 2, ({ who }, width) => fit(safeText(who ?? '?'), width)),
  leftColumn('changed', 'CHANGED', { grow: true, min: 12 }, 0, changedText),
]
