import type { Binding } from '../../src/ui/keys/bindings.ts'
import type { Screen } from '../kit/screen/screen.ts'
import { archiveKeys, runsKeys } from './shared/wiki-keys.ts'

// In help and in the README each key of the screen stands once; the hints are those of what is shown.
const known = new Set<string>(runsKeys.map(({ action }) => action))
const inside = archiveKeys
  .filter(({ action }) => !known.has(action))
  .map(({ keys, action, help, group }): Binding => ({ keys, action, help, group }))

export const wiki: Screen = {
  title: 'Wiki',
  key: '8',
  letter: 'w',
  summary: 'which wikis there are, their export, and what an archive holds',
  isByRange: false,
  asks: ['wikiRuns', 'wikiRun', 'wikiHistory'],
  notes: [
    'An export goes on wherever you look; quitting asks before it stops one.',
    'An archive is verified before it gets its name: every sum, every name, its size. What cannot be trusted is not kept.',
    'Nothing is extracted unless you ask for it, and then into a folder that is new or empty.',
  ],
  keys: [...runsKeys, ...inside],
  load: async () => (await import('./wiki.tsx')).Wiki,
}
