import { insideKeys, type Screen } from '../kit/screen/screen.ts'
import { archiveKeys, runsKeys } from './shared/wiki-keys.ts'
import { wikiLink } from './shared/wiki-state.ts'

export const wiki: Screen = {
  title: 'Wiki',
  key: '8',
  letter: 'w',
  summary: 'which wikis exist; export them as verified archives and read them',
  isByRange: false,
  example: 'checkout',
  asks: ['wikiRuns', 'wikiRun', 'wikiHistory'],
  notes: [
    'An export goes on wherever you look; quitting asks before it stops one.',
    'An archive is verified before it gets its name: every sum, every name, its size. What cannot be trusted is not kept.',
    'Nothing is extracted unless you ask for it, and then into a folder that is new or empty.',
  ],
  keys: [...runsKeys, ...insideKeys(runsKeys, archiveKeys)],
  link: wikiLink,
  load: async () => (await import('./wiki.tsx')).Wiki,
}
