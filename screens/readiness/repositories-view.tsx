import { useMemo } from 'react'
import { memoize } from '../../src/base/memoize.ts'
import { toJson } from '../../src/domain/output/output.ts'
import { repositoryTable } from '../../src/domain/readiness/report-filter.ts'
import {
  type RepositoryRow,
  type RepositorySort,
  repositorySortBy,
  sortedRepositories,
} from '../../src/domain/readiness/repository-rows.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { asManyAsFit, cutStyled, filled } from '../../src/ui/layout/columns.ts'
import { createRowTexts, headingRow, placeColumns } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { useRowClicks } from '../../src/ui/mouse/click-areas.ts'
import { useCourseScale } from '../kit/charts/chart-text.ts'
import { MAX_DETAILS, NO_ROOM_BELOW } from '../kit/detail/use-detail.ts'
import { orderOption } from '../kit/export/command-options.ts'
import { useExports } from '../kit/export/exports.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { listRows, newsSign, useNews, withNews } from '../kit/list/list-rows.ts'
import { listHandlers, NO_ROW, useQuietList } from '../kit/list/use-list.ts'
import { type Marks, useUnmarking } from '../kit/list/use-marks.ts'
import { failureLines, NOT_KNOWN } from '../kit/query/states.ts'
import { usePatience } from '../kit/query/ticks.ts'
import { rule } from '../kit/screen/frame.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport, webAddress } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { useAgeEnd } from '../kit/session/use-range.ts'
import { wayLines } from './detail-lines.ts'
import { repositoriesExports } from './readiness-exports.ts'
import { repositoryKeys } from './readiness-keys.ts'
import { repositoryColumns, repositoryText } from './report-columns.ts'
import { levelBars } from './standing.ts'
import type { LoadedReports } from './use-reports.ts'
import type { ReportMode } from './use-shown-report.ts'

export type RepositoriesViewProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & {
  loaded: LoadedReports
  /** Ids are the URLs of repositories. */
  marks: Marks
  compareMarked: () => void
}

/** Cells before a row: the selection and the mark. */
const GUTTER = 2

/** The lowest body that has room for the way to the next level below the list, and the part of it that the way takes. */
const PREVIEW_FROM = 18
const PREVIEW_SHARE = 0.45
const newestFirst = repositorySortBy('time')

/** Every repository by its newest report. */
export const RepositoriesView = ({ width, height, open, loaded, marks, compareMarked }: RepositoriesViewProps) => {
  const session = useSession()
  const { theme } = session
  const { state, brief, repositories, tallies } = loaded
  const [sort, setSort] = useScreenState<RepositorySort>('sort', newestFirst)
  const [hasPreview, setHasPreview] = useScreenState('preview', true)
  const end = useAgeEnd()
  const table = useMemo(() => repositoryTable(end), [end])
  const filtered = useFilteredRows(repositories, table)
  const { filter } = filtered
  const rows = useMemo(() => sortedRepositories(filtered.rows, sort), [filtered.rows, sort])
  const ids = useMemo(() => rows.map(({ repoUrl }) => repoUrl), [rows])

  const failures = failureLines([state], width, theme)
  const isPreviewed = hasPreview && height >= PREVIEW_FROM
  const room = Math.max(0, height - 4 - failures.length)
  const previewRows = isPreviewed ? Math.floor(room * PREVIEW_SHARE) : 0
  const listHeight = room - previewRows
  const list = useQuietList('repository', ids, listHeight)
  useRowClicks(list, { top: 4 + failures.length, height: listHeight, count: ids.length })
  const selectedNow = () => rows[list.selected]
  const courses = useCourseScale()
  const placed = useMemo(
    () => placeColumns(repositoryColumns(theme, courses.by), repositories, width - GUTTER),
    [theme, courses.by, repositories, width],
  )
  const rowText = useMemo(() => createRowTexts(placed, theme), [placed, theme])
  const news = useNews('readiness', state.is === 'ready')
  const isNew = ({ reports: [newest] }: RepositoryRow) => news.isNew(newest?.createdAt)
  const markOf = (row: RepositoryRow): string => {
    if (marks.ids.has(row.repoUrl)) return theme.accent(theme.signs.marked)
    return isNew(row) ? newsSign(theme) : ' '
  }
  const textOf = (row: RepositoryRow) => `${markOf(row)}${rowText(row)}`

  const { copy } = useLastRow()
  const noRow = state.is === 'loading' ? 'The reports are still loading.' : NO_ROW
  const sorting = (by: RepositorySort['by']) => () =>
    setSort((before) => (before.by === by ? { by, isDescending: !before.isDescending } : repositorySortBy(by)))
  useKeys(repositoryKeys, {
    ...listHandlers(list, listHeight, rows.length),
    open: () => {
      const selected = selectedNow()
      return selected ? open('readiness', { repository: selected.repoUrl }) : noRow
    },
    compare: () => {
      const selected = selectedNow()
      if (!selected) return noRow
      if (selected.reports.length < 2) return 'There is no older report of this repository to compare with.'
      return open('readiness', { repository: selected.repoUrl, view: 'compare' satisfies ReportMode })
    },
    way: () => {
      const selected = selectedNow()
      if (!selected) return noRow
      if (selected.level === 5) return 'This is the highest level.'
      return open('readiness', { repository: selected.repoUrl, view: 'way' satisfies ReportMode })
    },
    filter: filter.open,
    mark: () => {
      const selected = selectedNow()
      if (!selected) return noRow
      marks.toggle(selected.repoUrl)
      return list.move(1)
    },
    compareMarked: () => {
      if (marks.ids.size === 0) return 'No repository is marked yet: Space marks that of a row.'
      return compareMarked()
    },
    'sort:time': sorting('time'),
    'sort:level': sorting('level'),
    'sort:pass': sorting('pass'),
    'sort:delta': sorting('delta'),
    'sort:name': sorting('name'),
    preview: () => (height < PREVIEW_FROM ? NO_ROOM_BELOW : setHasPreview(!hasPreview)),
    courseScale: courses.toggle,
    ...useExports(() => repositoriesExports(rows)),
    copyRow() {
      const selected = selectedNow()
      copy(selected && repositoryText(selected), 'the row.')
    },
    copyId: () => copy(selectedNow()?.repoUrl, 'the URL of the repository.'),
    copyJson() {
      const selected = selectedNow()
      copy(selected && toJson(selected.reports[0], { indent: 2 }), 'the report as JSON.', 'text')
    },
  })
  useUnmarking(marks, filter.fieldKeys !== undefined)
  useReport('readiness', {
    crumbs: [],
    enter: () => selectedNow()?.name,
    address: () => webAddress('the repository', selectedNow()?.repoUrl),
    command: `readiness list --newest ${orderOption(sort.by, sort.isDescending, repositorySortBy(sort.by).isDescending)}${filtered.option}`,
    fieldKeys: filter.fieldKeys,
    ownKeys: repositoryKeys,
    states: [state],
  })

  const previewOf = useMemo(
    () => memoize((row: RepositoryRow) => wayLines(row, tallies, previewRows - 1, width, theme), MAX_DETAILS),
    [tallies, previewRows, width, theme],
  )
  const isOld = usePatience(state.is === 'loading' && state.old !== undefined)
  const column = sort.by === 'name' ? 'repo' : sort.by
  const above = [
    withNews(headLine(loaded, width, theme), repositories.filter(isNew).length, theme),
    brief && brief.repositories > 0 ? levelBars(brief, width, theme) : '',
    filtered.divider(repositories.length, width, theme),
    `${' '.repeat(GUTTER)}${headingRow(placed, { id: column, isDescending: sort.isDescending }, theme)}`,
    ...failures,
  ]
  const lines = () => {
    const selected = selectedNow()
    const shown = listRows(rows, textOf, { list, height: listHeight, width }, theme)
    const all = [
      ...above,
      ...filled(selected ? shown : [emptyLine(loaded, filter.text, theme)], listHeight),
      ...(isPreviewed ? [rule(width, theme), ...filled(selected ? previewOf(selected) : [], previewRows - 1)] : []),
    ].map((line) => cutStyled(line, width))
    return isOld ? all.map(theme.dim) : all
  }
  return <ListBody list={list} lines={lines} height={height} />
}

const headLine = ({ state, brief, homeless, incomplete }: LoadedReports, width: number, theme: Theme): string => {
  if (!brief || brief.repositories === 0)
    return ` ${theme.muted(state.is === 'failed' ? `repositories ${NOT_KNOWN}` : 'READINESS')}`
  const { repositories, organisationLevel, medianLevel, rose, fell } = brief
  const known = [
    `${theme.strong(String(repositories))} ${repositories === 1 ? 'repository' : 'repositories'}`,
    `${theme.strong(`L${organisationLevel ?? '?'}`)} ${theme.muted('overall')}`,
  ]
  // Figures over part of the reports are not what they seem.
  if (incomplete !== undefined)
    return cutStyled(` ${[...known, theme.warn(`! not all reports: ${safeText(incomplete)}`)].join('   ')}`, width)
  const parts = [
    ...known,
    ...(homeless > 0
      ? [theme.warn(`! ${homeless} ${homeless === 1 ? 'report tells' : 'reports tell'} no repository`)]
      : []),
    `${theme.muted('median')} L${medianLevel ?? '?'}`,
    ...(fell.length > 0 ? [`${theme.bad(theme.signs.down)} ${fell.length} ${theme.muted('fell')}`] : []),
    ...(rose.length > 0 ? [`${theme.good(theme.signs.up)} ${rose.length} ${theme.muted('rose')}`] : []),
  ]
  return ` ${asManyAsFit(parts, width - 2, '   ')}`
}

const emptyLine = ({ state, repositories }: LoadedReports, filter: string, theme: Theme): string => {
  if (state.is === 'failed') return ''
  if (state.is === 'loading' && state.old === undefined) return ` ${theme.muted('loading readiness reports')}`
  if (repositories.length > 0)
    return ` ${theme.muted(`No repository holds ${safeText(filter.trim())}: Esc shows all.`)}`
  return ` ${theme.muted('There is no readiness report yet: the first evaluation of a repository brings one.')}`
}
