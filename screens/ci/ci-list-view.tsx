import { useMemo } from 'react'
import { shownOf } from '../../src/cache/load/query-state.ts'
import {
  CI_JOB_MEMBERS,
  type CiJobRow,
  changedAt,
  ciJobCells,
  ciJobRows,
  countPhases,
  jobSorts,
  jobTable,
  PHASES,
  unknownFields,
} from '../../src/domain/ci/ci-jobs.ts'
import type { OutputRow } from '../../src/domain/output/output.ts'
import { fullNumber } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { joinFitting } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { belowSizes, paneSizes } from '../kit/detail/list-and-detail.ts'
import { copiedCells } from '../kit/export/command-options.ts'
import { listExports } from '../kit/export/exports.ts'
import { seekRow } from '../kit/list/use-list.ts'
import { useListScreen } from '../kit/list/use-list-screen.tsx'
import type { ListLayout } from '../kit/list/use-stacked-list.ts'
import { NOT_KNOWN } from '../kit/query/states.ts'
import { useQuery } from '../kit/query/use-query.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { webAddress } from '../kit/screen/screen-report.ts'
import { useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { ciColumns, jobLines, phaseStyles } from './ci-job-rows.ts'
import { ciListKeys, ciListState, QUICK_JOBS, type QuickJobs } from './ci-keys.ts'

const none: readonly CiJobRow[] = []

/** The loaded jobs. `other` is the whole response if it is not a list of jobs. */
export const useCiJobs = () => {
  const state = useQuery('ciJobs', {})
  const data = shownOf(state)?.data
  const rows = useMemo(() => (data ? ciJobRows(data.rows) : none), [data])
  return { state, rows, other: data?.other }
}

export type LoadedCiJobs = ReturnType<typeof useCiJobs>

type CiListViewProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & {
  loaded: LoadedCiJobs
  /** The id of a job to open that is not loaded. */
  place: string | undefined
}

const MINUTE_MS = 60_000

/** The list of jobs, and next to it the details of the selected one. */
export const CiListView = ({ width, height, open, loaded, place }: CiListViewProps) => {
  const { theme, now } = useSession()
  const { state, rows } = loaded
  const minute = Math.floor(now() / MINUTE_MS) * MINUTE_MS
  const screen = useListScreen({
    name: 'ci',
    place: place && safeText(place),
    keys: ciListState,
    width,
    height,
    state,
    entries: rows,
    idOf: ({ id }: CiJobRow) => id,
    table: useMemo(() => jobTable(minute), [minute]),
    sorts: jobSorts,
    quick,
    columns: useMemo(() => ciColumns(rows, minute, theme), [rows, minute, theme]),
    detailOf: useMemo(
      () => (row: CiJobRow, width: number, theme: Theme, height: number) =>
        jobLines(row, minute, { width, height }, theme),
      [minute],
    ),
    layout,
    measured: rows,
    arrivedAt: changedAt,
    head: (shown) => headLine(loaded, shown, width, theme),
    empty: (filter, shown) => emptyWords(loaded, filter, shown),
    enter: () => 'open the job',
    copies,
    exports: jobsExports,
    command,
    address: (selected) => webAddress('the pull request', selected?.job.prUrl),
  })
  const { showNotice, copy } = useLastRow()
  const { rows: shown, list, getSelected, onRow } = screen
  const seekFailed = (step: 1 | -1) => () => {
    const found = seekRow(shown, list.selected, step, ({ phase }) => phase === 'failed')
    if (found >= 0) list.moveTo(found)
    else showNotice(`No failed job ${step === 1 ? 'below' : 'above'}.`)
  }
  useKeys(ciListKeys, {
    ...screen.handlers,
    open: onRow(({ id }) => open('ci', { job: id })),
    nextFailed: seekFailed(1),
    previousFailed: seekFailed(-1),
    copyUrl: () => {
      const selected = getSelected()
      if (selected && !selected.job.prUrl) showNotice('This job has no pull request.')
      else copy(selected?.job.prUrl ?? undefined, 'the URL of the pull request.')
    },
  })
  return screen.body
}

/** Minimum height of the body for a detail below the list. */
const MIN_HEIGHT_FOR_DETAIL = 12

/** The list is wide, because its rows are more useful than the detail, which gets the rest. */
const layout: ListLayout = ({ width, height, room, rows }) => {
  const sizes = paneSizes(width, room, 0.6, 112, 120)
  return sizes.isWide || (height >= MIN_HEIGHT_FOR_DETAIL && rows > 0) ? sizes : belowSizes(width, room, room)
}
const conditions: Record<QuickJobs, string> = {
  all: '',
  failed: 'phase=failed',
  'in progress': 'phase=running,waiting',
}
const quick = {
  names: QUICK_JOBS,
  keeps: ({ phase }: CiJobRow, shown: QuickJobs) =>
    shown === 'all' || (shown === 'failed' ? phase === 'failed' : phase === 'running' || phase === 'waiting'),
  condition: (shown: QuickJobs) => conditions[shown],
}
const copies = {
  row: ({ repo, file, job }: CiJobRow) => copiedCells([repo, file, job.action, job.status, job.prUrl ?? undefined]),
  id: ({ job }: CiJobRow) => job.id,
  idLabel: 'the id of the job.',
  json: ({ job }: CiJobRow) => job,
  jsonLabel: 'the job as JSON.',
}
const command = { list: 'ci jobs' }

const jobsExports = (rows: readonly CiJobRow[]) => {
  const jobs = rows.map(({ job }) => job)
  return listExports('ci-jobs', {
    rows: jobs as OutputRow[],
    columns: [...CI_JOB_MEMBERS, ...unknownFields(jobs)],
    toCells: ciJobCells,
    readable: ['repoFullName', 'filePath', 'action', 'status', 'prUrl', 'error'],
  })
}

/** The number of jobs in each phase. */
const headLine = ({ rows, state }: LoadedCiJobs, quick: QuickJobs | undefined, width: number, theme: Theme): string => {
  if (rows.length === 0) {
    const words = { loading: 'loading jobs', failed: `jobs ${NOT_KNOWN}`, ready: 'CI JOBS' }
    return ` ${theme.muted(words[state.is])}`
  }
  const counts = countPhases(rows)
  const parts = [
    `${theme.strong(fullNumber(rows.length))} ${rows.length === 1 ? 'job' : 'jobs'}`,
    ...(quick === 'all' ? [] : [theme.accent(`only ${quick}, f shows others`)]),
    ...PHASES.filter((phase) => counts[phase] > 0).map((phase) => {
      const { sign, role, words } = phaseStyles[phase]
      const text = `${sign(theme.signs)} ${fullNumber(counts[phase])} ${words}`
      return role ? theme[role](text) : text
    }),
  ]
  return ` ${joinFitting(parts, width - 2, '   ')}`
}

const emptyWords = ({ state, rows }: LoadedCiJobs, filter: string, quick: QuickJobs | undefined): string => {
  if (state.is === 'failed') return ''
  if (state.is === 'loading' && state.old === undefined) return 'loading jobs'
  if (rows.length === 0) return 'No CI jobs. The platform creates one when it changes a workflow.'
  if (filter.trim() !== '') return `No job matches ${safeText(filter.trim())}. Press Esc to show all.`
  return `No job ${quick === 'failed' ? 'failed' : 'is in progress'}. Press f to show others.`
}
