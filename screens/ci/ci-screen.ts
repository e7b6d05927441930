import { insideKeys, type Screen, type ScreenLink } from '../kit/screen/screen.ts'
import { ciListKeys, ciTreeKeys } from './ci-keys.ts'
import { ciJobState, ciListState } from './ci-state.ts'

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
  asks: ['ciJobs'],
  notes: [
    'A job is a change to a workflow file that the platform makes by pull request. It is called by repository and file.',
    'What a status means is told by its name: failed, error and the like need care, running and pending are under way; one that nobody knows has a question mark.',
    'The API promises no shape of these answers: members that nobody knows have columns of their own where there is room, and an answer without jobs is shown whole as a folded tree.',
    'A filter takes conditions (phase=failed repo=web age>2d) and words of repositories, files, statuses, pull requests and errors; inside it is a part of the path, or a glob.',
  ],
  keys: [...ciListKeys, ...insideKeys(ciListKeys, ciTreeKeys, true)],
  link,
  load: async () => (await import('./ci.tsx')).Ci,
}
