import { JOB_ORDERS } from '../../src/domain/ci/ci-jobs.ts'
import type { Binding } from '../../src/ui/keys/bindings.ts'
import { detailKeys } from '../kit/detail/use-detail.ts'
import { exportKeys } from '../kit/export/exports.ts'
import { filterKey, foldKeys, quickKey } from '../kit/list/list-screen-keys.ts'
import { filter, rowKey, sortKey } from '../kit/list/list-state.ts'
import { atFirstRow, listKeys } from '../kit/list/use-list.ts'
import { oneOf } from '../kit/screen/screen-link.ts'
import { linkedKey, localKey } from '../kit/screen/screen-state.ts'

export const QUICK_JOBS = ['all', 'failed', 'in progress'] as const
export type QuickJobs = (typeof QUICK_JOBS)[number]

const filterBinding = filterKey('filter by words', 'by part of the path')
const copyRow = { keys: ['y y'], action: 'copyRow', help: 'copy the row, or path and value', group: 'Act' } as const
const copyJson = {
  keys: ['y j'],
  action: 'copyJson',
  help: 'copy the job or value as JSON',
  group: 'Act',
} as const

export const ciListKeys = [
  ...listKeys,
  { keys: ['Enter'], action: 'open', help: 'open the job, or fold and unfold', group: 'Go', hint: 'open' },
  filterBinding,
  quickKey({ help: 'all, failed, or in-progress jobs' }, 'quick filter'),
  { keys: ['s t'], action: 'sort:time', sortsBy: 'last change', group: 'Shape', hint: 'sort', hintKey: 's' },
  { keys: ['s s'], action: 'sort:status', sortsBy: 'urgency', group: 'Shape' },
  { keys: ['s r'], action: 'sort:repo', sortsBy: 'repository and file', group: 'Shape' },
  {
    keys: ['n'],
    action: 'nextFailed',
    help: 'next failed job',
    inside: 'next match',
    group: 'Find',
    hint: 'failed',
    hintKey: 'n/N',
  },
  { keys: ['N'], action: 'previousFailed', help: 'previous failed job', group: 'Find' },
  // Here the detail is always visible next to the list, so its keys are not listed as keys of an inner view.
  ...detailKeys.map(({ inside, ...binding }) => ({ ...binding, help: inside })),
  copyRow,
  { keys: ['y i'], action: 'copyId', help: 'copy the id of the job', group: 'Act' },
  { keys: ['y u'], action: 'copyUrl', help: 'copy the URL of the pull request', group: 'Act' },
  copyJson,
  ...exportKeys,
] as const satisfies readonly Binding[]

/** The keys of a folded tree: a job, or a response of unknown shape. */
export const ciTreeKeys = [
  ...listKeys,
  ...foldKeys,
  filterBinding,
  { keys: ['n'], action: 'nextMatch', help: 'next match', group: 'Find' },
  { keys: ['N'], action: 'previousMatch', help: 'previous match', group: 'Find' },
  copyRow,
  { keys: ['y p'], action: 'copyPath', inside: 'copy the path', group: 'Act', hint: 'path', hintKey: 'yp' },
  { keys: ['y v'], action: 'copyValue', inside: 'copy the value', group: 'Act', hint: 'value', hintKey: 'yv' },
  copyJson,
  ...exportKeys,
] as const satisfies readonly Binding[]

export const ciListState = {
  sort: sortKey(JOB_ORDERS),
  quick: linkedKey<QuickJobs>('quick', 'all', oneOf(QUICK_JOBS)),
  filter,
  row: rowKey('row'),
}

export const ciJobState = { filter, part: localKey('part', atFirstRow, 'a link names the job, not a path in it') }
