import { JOB_ORDERS } from '../../src/domain/ci/ci-jobs.ts'
import { filter, rowKey, sortKey } from '../kit/list/list-state.ts'
import { atFirstRow } from '../kit/list/use-list.ts'
import { oneOf } from '../kit/screen/screen-link.ts'
import { linkedKey, localKey } from '../kit/screen/screen-state.ts'
import { QUICK_JOBS, type QuickJobs } from './ci-keys.ts'

export const ciListState = {
  sort: sortKey(JOB_ORDERS),
  quick: linkedKey<QuickJobs>('quick', 'all', oneOf(QUICK_JOBS)),
  filter,
  row: rowKey('row'),
}

export const ciJobState = { filter, part: localKey('part', atFirstRow, 'a link to a job has no path in it') }
