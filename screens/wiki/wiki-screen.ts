import { insideKeys, type Screen } from '../kit/screen/screen.ts'
import { filter, type Members, type ScreenLink, selectedRow, yesOrNo } from '../kit/screen/screen-link.ts'
import { archiveKeys, runsKeys } from './shared/wiki-keys.ts'

const ofRuns: Members = {
  run: { ...selectedRow, key: 'run' },
  filter,
  facts: { ...yesOrNo, key: 'facts' },
}

const ofArchive: Members = {
  filter,
  detail: { ...yesOrNo, key: 'alone', absent: (target) => target?.page !== undefined },
}

const link: ScreenLink = {
  path: 'run',
  isInside: ({ archive }) => archive !== undefined,
  targetOf: (target, state) => {
    const selected = state.get(`page ${target?.archive}`) as { id?: string } | undefined
    return target?.archive !== undefined && selected?.id !== undefined ? { ...target, page: selected.id } : target
  },
  statesOf: (target, state) => [{ state, members: target?.archive === undefined ? ofRuns : ofArchive }],
}

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
  link,
  load: async () => (await import('./wiki.tsx')).Wiki,
}
