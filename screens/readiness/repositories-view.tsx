import { useMemo } from 'react'
import { memoizePerObject } from '../../src/base/memoize.ts'
import { repositoryTable } from '../../src/domain/readiness/report-filter.ts'
import {
  REPOSITORY_SORTS,
  type RepositoryRow,
  repositorySortBy,
  sortedRepositories,
} from '../../src/domain/readiness/repository-rows.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { cutStyled, filled, joinFitting } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { useSparklineScale } from '../kit/charts/chart-text.ts'
import { NO_ROOM_BELOW } from '../kit/detail/use-detail.ts'
import { useExports } from '../kit/export/exports.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { newsSign, useNews, withNews } from '../kit/list/list-rows.ts'
import { NO_ROW } from '../kit/list/use-list.ts'
import { useCopies, useOrder } from '../kit/list/use-list-screen.tsx'
import { type Marks, useClearMarksKey } from '../kit/list/use-marks.ts'
import { useColumns, useRows } from '../kit/list/use-rows.ts'
import { failureLines, NOT_KNOWN } from '../kit/query/states.ts'
import { useDelayedBusy } from '../kit/query/ticks.ts'
import { rule } from '../kit/screen/frame.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport, webAddress } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { useAgeReference } from '../kit/session/use-range.ts'
import { wayLines } from './detail-lines.ts'
import { levelBars } from './level-columns.ts'
import { repositoriesExports } from './readiness-exports.ts'
import { repositoryKeys } from './readiness-keys.ts'
import { type ReportMode, repositoriesState } from './readiness-state.ts'
import { repositoryColumns, repositoryText } from './report-columns.ts'
import type { LoadedReports, ReadinessViewProps } from './use-reports.ts'

type RepositoriesViewProps = ReadinessViewProps & {
  /** Ids are repository URLs. */
  marks: Marks
  compareMarked: () => void
}

/** Cells before a row, for the selection and the mark. */
const GUTTER = 2

/** The lowest body with room for the preview of the way to the next level, and its share of the rows. */
const MIN_HEIGHT_FOR_PREVIEW = 18
const PREVIEW_SHARE = 0.45

/** All repositories with their newest reports. */
export const RepositoriesView = ({ width, height, open, loaded, marks, compareMarked }: RepositoriesViewProps) => {
  const { theme } = useSession()
  const { state, brief, repositories, tallies } = loaded
  const [hasPreview, setHasPreview] = useScreenState(repositoriesState.preview)
  const order = useOrder(repositoriesState.sort, sorts)
  const end = useAgeReference()
  const table = useMemo(() => repositoryTable(end), [end])
  const filtered = useFilteredRows(repositoriesState.filter, repositories, table)
  const { filter } = filtered
  const rows = useMemo(() => order.sorted(filtered.rows), [filtered.rows, order.sorted])

  const failures = failureLines([state], width, theme)
  const top = 4 + failures.length
  const room = Math.max(0, height - top)
  const isPreviewed = hasPreview && height >= MIN_HEIGHT_FOR_PREVIEW
  const previewRows = isPreviewed ? Math.floor(room * PREVIEW_SHARE) : 0
  const listHeight = room - previewRows
  const courses = useSparklineScale(repositoriesState.courseScale)
  const columns = useMemo(() => repositoryColumns(theme, courses.by), [theme, courses.by])
  const texts = useColumns(columns, repositories, width - GUTTER)
  const news = useNews('readiness', state.is === 'ready')
  const isNew = ({ report }: RepositoryRow) => news.isNew(report.createdAt)
  const textOf = (row: RepositoryRow) => {
    const mark = marks.ids.has(row.repoUrl) ? theme.accent(theme.signs.marked) : isNew(row) ? newsSign(theme) : ' '
    return `${mark}${texts.textOf(row)}`
  }
  const listed = useRows(repositoriesState.row, rows, idOf, { textOf, top, height: listHeight, width })
  const { list, getSelected } = listed
  useKeys(repositoryKeys, {
    ...listed.handlers,
    ...order.handlers,
    ...useRepositoryHandlers(listed, state.is === 'loading', open, marks),
    ...useExports(() => repositoriesExports(rows)),
    filter: filter.open,
    compareMarked: () => (marks.ids.size === 0 ? NOTHING_MARKED : compareMarked()),
    preview: () => (height < MIN_HEIGHT_FOR_PREVIEW ? NO_ROOM_BELOW : setHasPreview(!hasPreview)),
    courseScale: courses.toggle,
  })
  useClearMarksKey(marks, filter.fieldKeys !== undefined)
  useReport('readiness', {
    crumbs: [],
    enter: () => getSelected()?.name,
    address: () => webAddress('the repository', getSelected()?.repoUrl),
    command: `readiness list --newest ${order.option}${filtered.option}`,
    fieldKeys: filter.fieldKeys,
    states: [state],
  })

  const isOld = useDelayedBusy(state.is === 'loading' && state.old !== undefined)
  const above = [
    withNews(headLine(loaded, width, theme), repositories.filter(isNew).length, theme),
    brief && brief.repositories > 0 ? levelBars(brief, width, theme) : '',
    filtered.divider(repositories.length, width, theme),
    `${' '.repeat(GUTTER)}${texts.heading(order.column)}`,
    ...failures,
  ]
  const wayOf = memoizePerObject((row: RepositoryRow) => wayLines(row, tallies, previewRows - 1, width, theme))
  const below = (): string[] => {
    if (!isPreviewed) return []
    const selected = getSelected()
    const way = selected ? wayOf(selected) : []
    return [rule(width, theme), ...filled(way, previewRows - 1)]
  }
  const lines = () => {
    const shown = filled(listed.getLines(emptyText(loaded, filter.text)), listHeight)
    const all = [...above, ...shown, ...below()].map((line) => cutStyled(line, width))
    return isOld ? all.map(theme.dim) : all
  }
  return <ListBody list={list} lines={lines} height={height} />
}

const NOTHING_MARKED = 'No repository is marked. Press Space to mark the selected one.'

const useRepositoryHandlers = (
  { list, getSelected, onRow }: ReturnType<typeof useRows<RepositoryRow>>,
  isLoading: boolean,
  open: ScreenProps['open'],
  marks: Marks,
) => {
  const onRepository = (act: (row: RepositoryRow) => unknown) =>
    onRow(act, isLoading ? 'Reports are still loading.' : NO_ROW)
  const openAs = ({ repoUrl }: RepositoryRow, view?: ReportMode) =>
    open('readiness', { repository: repoUrl, ...(view && { view }) })
  return {
    ...useCopies(getSelected, copies),
    open: onRepository((row) => openAs(row)),
    compare: onRepository((row) =>
      row.reports.length < 2 ? 'This repository has no older report.' : openAs(row, 'compare'),
    ),
    way: onRepository((row) => (row.level === 5 ? 'This is the highest level.' : openAs(row, 'way'))),
    mark: onRepository(({ repoUrl }) => {
      marks.toggle(repoUrl)
      return list.move(1)
    }),
  }
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
  if (repositories.length > 0) return `No repository matches ${safeText(filter.trim())}: Esc shows all.`
  return 'No readiness reports yet. The first evaluation of a repository creates one.'
}
