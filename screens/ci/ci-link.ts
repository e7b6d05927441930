import { JOB_ORDERS } from '../../src/domain/ci/ci-jobs.ts'
import { filter, oneOf, order, selectedRow } from '../kit/links/members.ts'
import type { Members, ScreenLink } from '../kit/links/screen-link.ts'
import { QUICK_JOBS } from './quick-jobs.ts'

const ofList: Members = {
  sort: { ...order('by', JOB_ORDERS), key: 'order' },
  quick: { ...oneOf(QUICK_JOBS), key: 'quick' },
  filter,
  row: { ...selectedRow, key: 'job' },
}

const ofJob: Members = { filter }

export const ciLink: ScreenLink = {
  path: 'job',
  isInside: ({ job }) => job !== undefined,
  statesOf: (target, state) => [{ state, members: target?.job === undefined ? ofList : ofJob }],
}
