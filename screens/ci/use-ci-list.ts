import { useMemo } from 'react'
import { type CiJobRow, inWords, type JobOrder, orderedJobs } from '../../src/domain/ci/ci-jobs.ts'
import { useFilter } from '../kit/filter/use-filter.ts'
import { nextIn } from '../kit/list/next-in.ts'
import { useList } from '../kit/list/use-list.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { QUICK_JOBS, type QuickJobs } from './quick-jobs.ts'

const newestFirst: JobOrder = { by: 'time', isDescending: true }

export type CiList = ReturnType<typeof useCiList>

/** The jobs in their order, filtered, with a selected one. @param height - Rows of the window. */
export const useCiList = (all: readonly CiJobRow[], height: number) => {
  const [order, setOrder] = useScreenState<JobOrder>('order', newestFirst)
  const [quick, setQuick] = useScreenState<QuickJobs>('quick', 'all')
  const filter = useFilter()
  const rows = useMemo(() => {
    const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
    return orderedJobs(all, order).filter(
      (row) => isWanted(row, quick) && words.every((word) => haystackOf(row).includes(word)),
    )
  }, [all, order, quick, filter.text])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const list = useList('job', ids, height)
  return {
    all,
    rows,
    list,
    height,
    selected: rows[list.selected],
    order,
    quick,
    filter,
    sortBy: (by: JobOrder['by']) =>
      setOrder(by === order.by ? { by, isDescending: !order.isDescending } : { by, isDescending: by === 'time' }),
    nextQuick: () => setQuick(nextIn(QUICK_JOBS, quick)),
  }
}

const isWanted = ({ phase }: CiJobRow, quick: QuickJobs): boolean => {
  if (quick === 'failed') return phase === 'failed'
  return quick === 'all' || phase === 'running' || phase === 'waiting'
}

/** What a filter is looked for in, lower case. */
const haystackOf = ({ id, repo, file, pullRequest, job }: CiJobRow): string =>
  [id, repo, file, pullRequest, job.prUrl, job.action, job.status, inWords(job.status ?? ''), job.error]
    .join('\n')
    .toLowerCase()
