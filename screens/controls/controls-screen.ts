import { insideKeys, type Screen } from '../kit/screen/screen.ts'
import { auditKeys, blameKeys, diffKeys, historyKeys, settingsKeys } from './shared/controls-keys.ts'
import { controlsLink } from './shared/controls-state.ts'

export const controls: Screen = {
  title: 'Controls',
  key: '5',
  letter: 'c',
  summary: 'who changed what, what it loosened, and how revisions differ',
  isByRange: false,
  example: 'loosened',
  endpoints: ['controlsHistory'],
  asOf: 'known',
  notes: [
    'Each revision is compared with the one before it. Older ones are loaded as you near the end of the list.',
    '• marks revisions made since your last visit.',
    'In a diff, ( and ) select another revision A, < and > another revision B. Lists of words are compared as sets, and a new order is shown as reordered; items of other lists are matched by id, name, model, urlPattern and repo, or else by similarity.',
    'In a diff, + is added, - removed, ~ changed, ⇅ reordered. Rules classify changes: ! loosened (!! critical), ▼ tightened, ◇ neutral (review it: the effect is not certain). In long texts, [-removed words-]{+and added words+}.',
    'In a diff, a filter is part of a path, or a glob: * matches any characters within a step, ** any number of steps, as in sandbox.** or *.allowlist.',
    'Secrets in settings are masked on screen, in copies and on disk; a changed secret is still shown as changed.',
    'Loosened means that agents or users may do more than before: a longer allowlist, a shorter denylist, a protection turned off, a permission turned on, more autonomy.',
    'The audit log (Tab, where the server has one; only owners can read it) shows who changed what and from where. Enter opens the revision or key; E on a revision opens its event. The log is not stored on disk.',
    'A filter matches numbers, dates, users, members, values and the word loosened; all its words must match.',
  ],
  keys: [...historyKeys, ...insideKeys(historyKeys, [...auditKeys, ...diffKeys, ...settingsKeys, ...blameKeys], true)],
  link: controlsLink,
  load: async () => (await import('./controls.tsx')).Controls,
}
