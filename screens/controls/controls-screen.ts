import { insideKeys, type Screen } from '../kit/screen/screen.ts'
import { blameKeys, diffKeys, historyKeys, settingsKeys } from './shared/controls-keys.ts'
import { controlsLink } from './shared/controls-state.ts'

export const controls: Screen = {
  title: 'Controls',
  key: '5',
  letter: 'c',
  summary: 'who changed what, what it loosened, and how any two revisions differ',
  isByRange: false,
  example: 'loosened',
  asks: ['controlsHistory'],
  asOf: 'known',
  notes: [
    'Each revision is compared with the one before it. Older ones are asked for as the list nears its end.',
    'A • stands before revisions that came after your last visit; what is shown here counts as seen by the next one.',
    'Inside, what differs between any two: ( and ) move A, < and > move B. Lists of words are compared as sets, another order is told apart; items of other lists are matched by id, name, model, urlPattern and repo, else by what they have in common.',
    'Inside, + came, - went, ~ is another, ⇅ stands in another order. What a change means is told by rules: ! loosened, ▼ tightened, ◇ neutral, which is worth a look but goes neither way for sure. In long texts [-these words went-]{+and these came+}.',
    'Inside, a filter is a part of a path, or a glob: * is any run of signs within a step and ** any number of steps, as in sandbox.** or *.allowlist.',
    'Secrets in settings are masked before anything else is done with them, on screen, in copies and on disk; that one changed is still told.',
    'Loosened is what lets agents or people do more than before: longer lists of what is allowed, shorter ones of what is denied, a protection switched off, a freedom switched on, more autonomy.',
    'A filter finds numbers, dates, people, members, values and the word loosened; all its words have to be there.',
  ],
  keys: [...historyKeys, ...insideKeys(historyKeys, [...diffKeys, ...settingsKeys, ...blameKeys], true)],
  link: controlsLink,
  load: async () => (await import('./controls.tsx')).Controls,
}
