import type { Binding } from '../../src/ui/keys/bindings.ts'
import type { Screen } from '../kit/screen/screen.ts'
import { ciListKeys, ciTreeKeys } from './ci-keys.ts'

// In help and in the README each key of the screen stands once; the hints are those of what is shown.
const known = new Set<string>(ciListKeys.flatMap(({ action, keys }) => [action, keys[0]]))
const inside = ciTreeKeys
  .filter(({ action, keys }) => !known.has(action) && !known.has(keys[0]))
  .map(({ keys, action, help, group }): Binding => ({ keys, action, help, group }))

export const ci: Screen = {
  title: 'CI',
  key: '9',
  letter: 'i',
  summary: 'what the platform changes in CI workflows, and how that stands',
  isByRange: false,
  asks: ['ciJobs'],
  notes: [
    'A job is a change to a workflow file that the platform makes by pull request. It is called by repository and file.',
    'What a status means is told by its name: failed, error and the like need care, running and pending are under way; one that nobody knows has a question mark.',
    'The API promises no shape of these answers: members that nobody knows have columns of their own where there is room, and an answer without jobs is shown whole as a folded tree.',
    'A filter takes conditions (phase=failed repo=web age>2d) and words of repositories, files, statuses, pull requests and errors; inside it is a part of the path, or a glob.',
  ],
  keys: [...ciListKeys, ...inside],
  load: async () => (await import('./ci.tsx')).Ci,
}
