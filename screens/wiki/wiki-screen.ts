import { SEARCH_SYNTAX } from '../../src/domain/wiki/text-search.ts'
import { insideKeys, type Screen } from '../kit/screen/screen.ts'
import { archiveKeys, runsKeys, wikiLink } from './shared/wiki-keys.ts'

export const wiki: Screen = {
  title: 'Wiki',
  key: '8',
  letter: 'w',
  summary: 'which wikis exist; export, read and search them',
  isByRange: false,
  example: 'checkout',
  endpoints: ['wikiRuns', 'wikiRun', 'wikiHistory'],
  notes: [
    'An export continues in the background; quitting asks before stopping it.',
    'An export gets its final name once its checksums, names and sizes are verified; an invalid export is deleted.',
    'Archives are extracted only on request, into a new or empty folder.',
    `A search ignores case and finds ${SEARCH_SYNTAX}.`,
  ],
  keys: [...runsKeys, ...insideKeys(runsKeys, archiveKeys)],
  link: wikiLink,
  load: async () => (await import('./wiki.tsx')).Wiki,
}
