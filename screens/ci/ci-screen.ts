import { insideKeys, type Screen, type ScreenLink } from '../kit/screen/screen.ts'
import { ciJobState, ciListKeys, ciListState, ciTreeKeys } from './ci-keys.ts'

const link: ScreenLink = {
  path: 'job',
  isInside: ({ job }) => job !== undefined,
  statesOf: (target, state) => [{ state, keys: target?.job === undefined ? ciListState : ciJobState }],
}

export const ci: Screen = {
  title: 'CI',
  key: '9',
  letter: 'i',
  summary: 'which workflows the platform changes, and what failed',
  isByRange: false,
  example: 'failed',
  endpoints: ['ciJobs'],
  notes: [
    'A job is a change to a workflow file that the platform makes by pull request, named by repository and file.',
    'Statuses are grouped by name: failed, error and similar are urgent; running and pending are in progress; unknown ones have a question mark.',
    'The API does not define this response: unknown fields get their own columns if there is space, and a response without jobs is shown as a tree.',
    'A filter takes conditions (phase=failed repo=web age>2d) and words from repositories, files, statuses, pull requests and errors; in a job it is part of a path, or a glob.',
  ],
  keys: [...ciListKeys, ...insideKeys(ciListKeys, ciTreeKeys, true)],
  link,
  load: async () => (await import('./ci.tsx')).Ci,
}
