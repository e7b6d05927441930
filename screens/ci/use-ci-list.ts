import { useMemo } from 'react'
import { type CiJobRow, type JobOrder, jobOrderBy, orderedJobs } from '../../src/domain/ci/ci-jobs.ts'
import { jobTable } from '../../src/domain/ci/job-table.ts'
import { orderOption } from '../kit/export/order-option.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { nextIn } from '../kit/list/next-in.ts'
import { useQuietList } from '../kit/list/use-list.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { QUICK_JOBS, type QuickJobs } from './quick-jobs.ts'

/** What each leaves, as a filter says it. */
const CONDITIONS: Record<QuickJobs, string> = { all: '', failed: 'phase=failed', 'under way': 'phase=running,waiting' }

const newestFirst = jobOrderBy('time')

export type CiList = ReturnType<typeof useCiList>

/**
 * The jobs in their order, filtered, with a selected one, which moves without the component being drawn again.
 *
 * @param height - Rows of the window.
 */
export const useCiList = (all: readonly CiJobRow[], height: number) => {
  const [order, setOrder] = useScreenState<JobOrder>('order', newestFirst)
  const [quick, setQuick] = useScreenState<QuickJobs>('quick', 'all')
  const minute = Math.floor(useSession().now() / 60_000)
  const table = useMemo(() => jobTable(minute * 60_000), [minute])
  const filtered = useFilteredRows(all, table, { also: CONDITIONS[quick] })
  const rows = useMemo(
    () => orderedJobs(filtered.rows, order).filter((row) => isWanted(row, quick)),
    [filtered.rows, order, quick],
  )
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const list = useQuietList('job', ids, height)
  return {
    all,
    rows,
    list,
    height,
    get selected() {
      return rows[list.selected]
    },
    order,
    quick,
    filter: filtered.filter,
    filtered,
    /** The headless twin of the list. */
    command: `ci jobs ${orderOption(order.by, order.isDescending, jobOrderBy(order.by).isDescending)}${filtered.option}`,
    sortBy: (by: JobOrder['by']) =>
      setOrder(by === order.by ? { by, isDescending: !order.isDescending } : jobOrderBy(by)),
    nextQuick: () => setQuick(nextIn(QUICK_JOBS, quick)),
  }
}

const isWanted = ({ phase }: CiJobRow, quick: QuickJobs): boolean => {
  if (quick === 'failed') return phase === 'failed'
  return quick === 'all' || phase === 'running' || phase === 'waiting'
}
