import { useMemo } from 'react'
import { repositoryTable } from '../../src/domain/readiness/report-filter.ts'
import {
  REPOSITORY_SORTS,
  type RepositoryRow,
  repositorySortBy,
  sortedRepositories,
} from '../../src/domain/readiness/repository-rows.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { cutStyled, joinFitting } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { useSparklineScale } from '../kit/charts/chart-text.ts'
import { belowSizes } from '../kit/detail/list-and-detail.ts'
import { NO_ROOM_BELOW } from '../kit/detail/use-detail.ts'
import { newsSign } from '../kit/list/list-rows.ts'
import { NO_ROW } from '../kit/list/use-list.ts'
import { useListScreen } from '../kit/list/use-list-screen.tsx'
import { type Marks, markHints, useClearMarksKey } from '../kit/list/use-marks.ts'
import type { ListLayout } from '../kit/list/use-stacked-list.ts'
import { NOT_KNOWN } from '../kit/query/states.ts'
import { webAddress } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { useAgeReference } from '../kit/session/use-range.ts'
import { wayLines } from './detail-lines.ts'
import { levelBars } from './level-columns.ts'
import { repositoriesExports } from './readiness-exports.ts'
import { type ReportMode, repositoriesState, repositoryKeys } from './readiness-keys.ts'
import { repositoryColumns, repositoryText } from './report-columns.ts'
import type { LoadedReports, ReadinessViewProps } from './use-reports.ts'

type RepositoriesViewProps = ReadinessViewProps & {
  /** Ids are repository URLs. */
  marks: Marks
  compareMarked: () => void
}

/** Minimum height of a body with a preview of the way to the next level, and the share of rows for the preview. */
const MIN_HEIGHT_FOR_PREVIEW = 18
const PREVIEW_SHARE = 0.45

/** All repositories with their newest reports. */
export const RepositoriesView = ({ width, height, open, loaded, marks, compareMarked }: RepositoriesViewProps) => {
  const { theme } = useSession()
  const { state, brief, repositories, tallies } = loaded
  const [hasPreview, setHasPreview] = useScreenState(repositoriesState.preview)
  const isPreviewed = hasPreview && height >= MIN_HEIGHT_FOR_PREVIEW
  const end = useAgeReference()
  const sparklines = useSparklineScale(repositoriesState.sparklineScale)
  const screen = useListScreen({
    name: 'readiness',
    keys: repositoriesState,
    width,
    height,
    state,
    entries: repositories,
    idOf,
    table: useMemo(() => repositoryTable(end), [end]),
    sorts,
    columns: useMemo(() => repositoryColumns(theme, sparklines.by), [theme, sparklines.by]),
    measured: repositories,
    markOf: ({ repoUrl }, isNew) =>
      marks.ids.has(repoUrl) ? theme.accent(theme.signs.marked) : isNew ? newsSign(theme) : ' ',
    detailOf: isPreviewed ? (row, width, theme, height) => wayLines(row, tallies, { width, height }, theme) : undefined,
    layout,
    arrivedAt: ({ report }) => report.createdAt,
    head: () => [headLine(loaded, width, theme), brief && brief.repositories > 0 ? levelBars(brief, width, theme) : ''],
    empty: (filter) => emptyText(loaded, filter),
    enter: ({ name }) => name,
    ownKeys: markHints(repositoryKeys, marks),
    copies,
    exports: repositoriesExports,
    command: { list: 'readiness list --newest' },
    address: (selected) => webAddress('the repository', selected?.repoUrl),
  })
  const onRepository = (act: (row: RepositoryRow) => unknown) =>
    screen.onRow(act, state.is === 'loading' ? 'Reports are still loading.' : NO_ROW)
  const openAs = ({ repoUrl }: RepositoryRow, view?: ReportMode) =>
    open('readiness', { repository: repoUrl, ...(view && { view }) })
  useKeys(repositoryKeys, {
    ...screen.handlers,
    open: onRepository((row) => openAs(row)),
    compare: onRepository((row) =>
      row.reports.length < 2 ? 'This repository has no older report.' : openAs(row, 'compare'),
    ),
    wayUp: onRepository((row) => (row.level === 5 ? 'This is the highest level.' : openAs(row, 'way'))),
    mark: onRepository(({ repoUrl }) => {
      marks.toggle(repoUrl)
      return screen.list.move(1)
    }),
    compareMarked: () => (marks.ids.size === 0 ? NOTHING_MARKED : compareMarked()),
    preview: () => (height < MIN_HEIGHT_FOR_PREVIEW ? NO_ROOM_BELOW : setHasPreview(!hasPreview)),
    sparklineScale: sparklines.toggle,
  })
  useClearMarksKey(marks, screen.isTyping)
  return screen.body
}

const NOTHING_MARKED = 'No repository is marked. Press Space to mark the selected one.'

const layout: ListLayout = ({ width, room }) => ({
  ...belowSizes(width, room, room - Math.floor(room * PREVIEW_SHARE)),
  // The lines of the preview are cut at the edge of the window.
  detailWidth: width - 1,
})
const idOf = ({ repoUrl }: RepositoryRow): string => repoUrl
const sorts = {
  names: REPOSITORY_SORTS,
  begin: repositorySortBy,
  sorted: sortedRepositories,
  columns: { name: 'repo' },
}
const copies = {
  row: repositoryText,
  id: idOf,
  idLabel: 'the URL of the repository.',
  json: ({ report }: RepositoryRow) => report,
  jsonLabel: 'the report as JSON.',
}

const headLine = (
  { state, brief, withoutRepository, incomplete }: LoadedReports,
  width: number,
  theme: Theme,
): string => {
  if (!brief || brief.repositories === 0)
    return ` ${theme.muted(state.is === 'failed' ? `repositories ${NOT_KNOWN}` : 'READINESS')}`
  const { repositories, organisationLevel, medianLevel, rose, fell } = brief
  const known = [
    `${theme.strong(String(repositories))} ${repositories === 1 ? 'repository' : 'repositories'}`,
    `${theme.strong(`L${organisationLevel ?? '?'}`)} ${theme.muted('overall')}`,
  ]
  // Figures over only some of the reports would be misleading.
  if (incomplete !== undefined)
    return cutStyled(` ${[...known, theme.warn(`! incomplete: ${safeText(incomplete)}`)].join('   ')}`, width)
  const parts = [
    ...known,
    ...(withoutRepository > 0
      ? [theme.warn(`! ${withoutRepository} ${withoutRepository === 1 ? 'report has' : 'reports have'} no repository`)]
      : []),
    `${theme.muted('median')} L${medianLevel ?? '?'}`,
    ...(fell.length > 0 ? [`${theme.bad(theme.signs.down)} ${fell.length} ${theme.muted('fell')}`] : []),
    ...(rose.length > 0 ? [`${theme.good(theme.signs.up)} ${rose.length} ${theme.muted('rose')}`] : []),
  ]
  return ` ${joinFitting(parts, width - 2, '   ')}`
}

const emptyText = ({ state, repositories }: LoadedReports, filter: string): string => {
  if (state.is === 'failed') return ''
  if (state.is === 'loading' && state.old === undefined) return 'loading readiness reports'
  if (repositories.length > 0) return `No repository matches ${safeText(filter.trim())}. Press Esc to show all.`
  return 'No readiness reports yet. The first evaluation of a repository creates one.'
}
