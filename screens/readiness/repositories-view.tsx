import { useMemo } from 'react'
import { repositoryTable } from '../../src/domain/readiness/report-filter.ts'
import {
  REPOSITORY_SORTS,
  type RepositoryRow,
  repositorySortBy,
  sortedRepositories,
} from '../../src/domain/readiness/repository-rows.ts'
import { counted, percent } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { useSparklineScale } from '../kit/charts/chart-text.ts'
import { belowSizes } from '../kit/detail/list-and-detail.ts'
import { NO_ROOM_BELOW } from '../kit/detail/use-detail.ts'
import type { Figure } from '../kit/filter/aggregate-text.ts'
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
import { barsLine, type SetView, tabsLine, useViewKeys } from './view-tabs.ts'

type RepositoriesViewProps = ReadinessViewProps & {
  /** Ids are repository URLs. */
  marks: Marks
  compareMarked: () => void
  setView: SetView
}

/** Minimum height of a body with a preview of the way to the next level, and the share of rows for the preview. */
const MIN_HEIGHT_FOR_PREVIEW = 18
const PREVIEW_SHARE = 0.45

export const hasPreviewRoom = (height: number): boolean => height >= MIN_HEIGHT_FOR_PREVIEW

/** All repositories with their newest reports. */
export const RepositoriesView = (props: RepositoriesViewProps) => {
  const { theme } = useSession()
  const { width, height, open, loaded, marks, compareMarked, setView } = props
  const { state, brief, repositories, tallies, incomplete } = loaded
  const [hasPreview, setHasPreview] = useScreenState(repositoriesState.preview)
  const isPreviewed = hasPreview && hasPreviewRoom(height)
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
    layout: previewLayout,
    arrivedAt: ({ report }) => report.createdAt,
    figure: passRate,
    marked: useMemo(() => repositories.filter(({ repoUrl }) => marks.ids.has(repoUrl)), [repositories, marks.ids]),
    head: () => [
      tabsLine('repositories', headParts(loaded, theme), width, theme),
      barsLine(brief && brief.repositories > 0 ? levelBars(brief, width, theme) : '', incomplete, width, theme),
    ],
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
    ...useViewKeys('repositories', setView, screen.head[0] ?? ''),
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
    preview: () => (hasPreviewRoom(height) ? setHasPreview(!hasPreview) : NO_ROOM_BELOW),
    sparklineScale: sparklines.toggle,
  })
  useClearMarksKey(marks, screen.isTyping)
  return screen.body
}

const NOTHING_MARKED = 'No repository is marked. Press Space to mark the selected one.'

export const previewLayout: ListLayout = ({ width, room }) => ({
  ...belowSizes(width, room, room - Math.floor(room * PREVIEW_SHARE)),
  // The lines of the preview are cut at the edge of the window.
  detailWidth: width - 1,
})
const passRate: Figure<RepositoryRow> = {
  label: 'pass rate',
  valueOf: (row) => row.passRate,
  isSum: false,
  text: (value) => percent(value),
}
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

const headParts = ({ state, brief, withoutRepository, incomplete }: LoadedReports, theme: Theme): string[] => {
  if (!brief || brief.repositories === 0) return [theme.muted(state.is === 'failed' ? `repositories ${NOT_KNOWN}` : '')]
  const { repositories, organisationLevel, medianLevel, rose, fell } = brief
  const known = [
    `${theme.strong(String(repositories))} ${repositories === 1 ? 'repository' : 'repositories'}`,
    `${theme.strong(`L${organisationLevel ?? '?'}`)} ${theme.muted('overall')}`,
  ]
  if (incomplete !== undefined) return known
  return [
    ...known,
    ...(withoutRepository > 0
      ? [theme.warn(`! ${counted(withoutRepository, 'report has', 'reports have')} no repository`)]
      : []),
    `${theme.muted('median')} L${medianLevel ?? '?'}`,
    ...(fell.length > 0 ? [`${theme.bad(theme.signs.down)} ${fell.length} ${theme.muted('fell')}`] : []),
    ...(rose.length > 0 ? [`${theme.good(theme.signs.up)} ${rose.length} ${theme.muted('rose')}`] : []),
  ]
}

const emptyText = ({ state, repositories }: LoadedReports, filter: string): string => {
  if (state.is === 'failed') return ''
  if (state.is === 'loading' && state.old === undefined) return 'loading readiness reports'
  if (repositories.length > 0) return `No repository matches ${safeText(filter.trim())}. Press Esc to show all.`
  return 'No readiness reports yet. The first evaluation of a repository creates one.'
}
