import type { CiJobRow } from '../../src/domain/ci/ci-jobs.ts'
import { toJson } from '../../src/domain/output/output.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import type { useLateDetail } from '../kit/detail/use-detail.ts'
import { copiedCells } from '../kit/export/copied-cells.ts'
import { useExports } from '../kit/export/exports.ts'
import { NO_ROW } from '../kit/list/nothing-to-do.ts'
import { listHandlers } from '../kit/list/use-list.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { ciListExports } from './ci-exports.ts'
import { ciListKeys } from './ci-keys.ts'
import type { CiList } from './use-ci-list.ts'

/** What the keys of the list of jobs do. */
export const useCiKeys = (
  jobs: CiList,
  detailNow: ReturnType<typeof useLateDetail>,
  open: ScreenProps['open'],
): void => {
  const { tell, copy } = useLastRow()
  const { rows, list, height, filter } = jobs
  const seekFailed = (step: 1 | -1) => () => {
    const hasFailed = (at: number): boolean => rows[at]?.phase === 'failed'
    const found =
      step === 1
        ? rows.findIndex((_, at) => at > list.selected && hasFailed(at))
        : rows.findLastIndex((_, at) => at < list.selected && hasFailed(at))
    if (found >= 0) list.moveTo(found)
    else tell(`No job ${step === 1 ? 'below' : 'above'} failed.`)
  }
  useKeys(ciListKeys, {
    ...listHandlers(list, height, rows.length),
    ...useExports(() => (rows.length > 0 ? ciListExports(rows) : undefined)),
    open: () => (jobs.selected ? open('ci', { job: jobs.selected.id }) : NO_ROW),
    filter: filter.open,
    quick: jobs.nextQuick,
    'sort:time': () => jobs.sortBy('time'),
    'sort:status': () => jobs.sortBy('status'),
    'sort:repo': () => jobs.sortBy('repo'),
    nextFailed: seekFailed(1),
    lastFailed: seekFailed(-1),
    scrollDown: () => detailNow().scrollDown(),
    scrollUp: () => detailNow().scrollUp(),
    copyRow: () => copy(jobs.selected && rowText(jobs.selected), 'the row.'),
    copyId: () => copy(jobs.selected?.job.id, 'the id of the job.'),
    copyUrl: () => {
      const { selected } = jobs
      if (selected && !selected.job.prUrl) tell(NO_PULL_REQUEST)
      else copy(selected?.job.prUrl ?? undefined, 'the URL of the pull request.')
    },
    copyJson: () => copy(jobs.selected && toJson(jobs.selected.job, { indent: 2 }), 'the job as JSON.', 'text'),
  })
}

const NO_PULL_REQUEST = 'This job has no pull request.'

const rowText = ({ repo, file, job }: CiJobRow): string =>
  copiedCells([repo, file, job.action, job.status, job.prUrl ?? undefined])
