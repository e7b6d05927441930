import { JOB_ORDERS } from '../../src/domain/ci/ci-jobs.ts'
import { filter, oneOf, order, selectedRow } from '../kit/links/members.ts'
import type { Members, ScreenLink } from '../kit/links/screen-link.ts'

/** What the quick filter shows. */
export const QUICK_JOBS = ['all', 'failed', 'under way'] as const
export type QuickJobs = (typeof QUICK_JOBS)[number]

const ofList: Members = {
  sort: { ...order('by', JOB_ORDERS), key: 'sort' },
  quick: { ...oneOf(QUICK_JOBS), key: 'quick' },
  filter,
  row: { ...selectedRow, key: 'row' },
}

const ofJob: Members = { filter }

export const ciLink: ScreenLink = {
  path: 'job',
  isInside: ({ job }) => job !== undefined,
  statesOf: (target, state) => [{ state, members: target?.job === undefined ? ofList : ofJob }],
}
