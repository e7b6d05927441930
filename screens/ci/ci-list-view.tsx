import { useMemo } from 'react'
import { memoize } from '../../src/base/memoize.ts'
import { type CiJobRow, changedAt, countPhases, PHASES, type Phase } from '../../src/domain/ci/ci-jobs.ts'
import { fullNumber } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { asManyAsFit, cutStyled, filled } from '../../src/ui/layout/columns.ts'
import { createRowTexts, headingRow, placeColumns } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { useRowClicks } from '../../src/ui/mouse/click-areas.ts'
import { noLines } from '../kit/detail/found-words.ts'
import { joinPanes, paneSizes } from '../kit/detail/list-and-detail.ts'
import { MOST_DETAILS, useLateDetail } from '../kit/detail/use-detail.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { listRows } from '../kit/list/list-rows.ts'
import { useNews, withNews } from '../kit/list/use-news.ts'
import { failureLines, NOT_KNOWN } from '../kit/query/states.ts'
import { usePatience } from '../kit/query/ticks.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport, webAddress } from '../kit/screen/screen-report.ts'
import { useSession } from '../kit/session/session.ts'
import { ciColumns } from './ci-columns.ts'
import { jobLines } from './ci-job-lines.ts'
import { phaseSigns } from './phase-sign.ts'
import type { LoadedCiJobs } from './use-ci-jobs.ts'
import { useCiKeys } from './use-ci-keys.ts'
import { type CiList, useCiList } from './use-ci-list.ts'

export type CiListViewProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & { loaded: LoadedCiJobs }

/** Rows of the head, the divider and the heading. */
const HEAD = 3
/** The lowest body that has room for the detail below the list. */
const DETAIL_FROM = 12
/** A row says more than what is beside it, which has all the rest of the window. */
const LIST_SHARE = 0.6
const MOST_LIST = 112
/** Beside a detail in a narrower window the list would lose columns that it has in one of 80 cells. */
const BESIDE = 120
const MINUTE_MS = 60_000

/** Every job, and beside it what is known of the selected one. */
export const CiListView = ({ width, height, open, loaded }: CiListViewProps) => {
  const session = useSession()
  const { theme } = session
  const { state } = loaded
  const failures = failureLines([state], width, theme)
  const room = Math.max(0, height - HEAD - failures.length)
  const sizes = useMemo(() => paneSizes(width, room, LIST_SHARE, MOST_LIST, BESIDE), [width, room])
  const hasDetail = sizes.isWide || height >= DETAIL_FROM
  const listWidth = sizes.listWidth
  const listHeight = hasDetail ? sizes.listHeight : room
  const jobs = useCiList(loaded.rows, listHeight)
  const { rows, list, order, filter } = jobs
  useRowClicks(list, { top: 3 + failures.length, height: listHeight, width: listWidth, count: rows.length })

  const now = Math.floor(session.now() / MINUTE_MS) * MINUTE_MS
  const placed = useMemo(
    () => placeColumns(ciColumns(loaded.rows, now, theme), loaded.rows, listWidth - 2),
    [loaded.rows, now, theme, listWidth],
  )
  const textOf = useMemo(() => createRowTexts(placed, theme), [placed, theme])
  const linesOf = useMemo(
    () => memoize((row: CiJobRow) => jobLines(row, now, sizes.detailWidth, theme), MOST_DETAILS),
    [now, sizes, theme],
  )
  const detailNow = useLateDetail(() => {
    const { selected } = jobs
    return { id: selected?.id, ...(selected && hasDetail ? linesOf(selected) : noLines) }
  }, sizes.detailHeight)
  useCiKeys(jobs, detailNow, open)
  useReport('ci', {
    crumbs: [],
    enter: () => jobs.selected && 'open the job',
    command: jobs.command,
    address: () => webAddress('the pull request', jobs.selected?.job.prUrl),
    fieldKeys: filter.fieldKeys,
    states: [state],
  })

  const news = useNews('ci', state.is === 'ready')
  const isNew = (row: CiJobRow) => news.isNew(changedAt(row))
  const isOld = usePatience(state.is === 'loading' && state.old !== undefined)
  const above = [
    withNews(headLine(loaded, jobs, width, theme), loaded.rows.filter(isNew).length, theme),
    jobs.filtered.divider(jobs.all.length, width, theme, rows.length),
    ` ${headingRow(placed, { id: order.by, isDescending: order.isDescending }, theme)}`,
    ...failures,
  ]
  const listed = () =>
    rows.length > 0
      ? listRows(rows, textOf, { list, height: listHeight, width: listWidth, isNew }, theme)
      : [` ${theme.muted(cutStyled(emptyWords(loaded, jobs), width - 2))}`]
  const body = (): string[] => {
    if (!hasDetail || !jobs.selected) return filled(listed(), room)
    const { shown, hidden } = detailNow()
    return joinPanes(listed(), shown, hidden, width, sizes, theme)
  }
  const lines = () => {
    const shown = [...above, ...body()].map((line) => cutStyled(line, width))
    return isOld ? shown.map(theme.dim) : shown
  }
  return <ListBody list={list} height={height} lines={lines} />
}

const phaseWords: Record<Phase, string> = {
  failed: 'failed',
  running: 'running',
  waiting: 'waiting',
  other: 'of another status',
  stopped: 'stopped',
  done: 'done',
}

/** How many jobs there are, and how they stand. */
const headLine = ({ rows, state }: LoadedCiJobs, { quick }: CiList, width: number, theme: Theme): string => {
  if (rows.length === 0) {
    const words = { loading: 'loading jobs', failed: `jobs ${NOT_KNOWN}`, ready: 'CI JOBS' }
    return ` ${theme.muted(words[state.is])}`
  }
  const counts = countPhases(rows)
  const parts = [
    `${theme.strong(fullNumber(rows.length))} ${rows.length === 1 ? 'job' : 'jobs'}`,
    ...(quick === 'all' ? [] : [theme.accent(`only ${quick}, f for others`)]),
    ...PHASES.filter((phase) => counts[phase] > 0).map((phase) => {
      const { sign, role } = phaseSigns[phase]
      const text = `${sign(theme.signs)} ${fullNumber(counts[phase])} ${phaseWords[phase]}`
      return role ? theme[role](text) : text
    }),
  ]
  return ` ${asManyAsFit(parts, width - 2, '   ')}`
}

const emptyWords = ({ state, rows }: LoadedCiJobs, { filter, quick }: CiList): string => {
  if (state.is === 'failed') return ''
  if (state.is === 'loading' && state.old === undefined) return 'loading jobs'
  if (rows.length === 0) return 'There is no CI job: the platform makes one when it changes a workflow.'
  if (filter.text.trim() !== '') return `No job holds ${safeText(filter.text.trim())}: Esc shows all.`
  return `No job ${quick === 'failed' ? 'failed' : 'is under way'}: f shows others.`
}
