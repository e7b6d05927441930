import { PEOPLE_FIELDS } from '../../src/domain/people/field-table.ts'
import { STOPPED_WORDS } from '../../src/domain/usage/stopped-people.ts'
import { insideKeys, type Screen } from '../kit/screen/screen.ts'
import { markedPeopleKeys, peopleKeys, personKeys } from './shared/people-keys.ts'
import { peopleLink } from './shared/people-state.ts'

export const people: Screen = {
  title: 'People',
  key: '3',
  letter: 'p',
  summary: 'who uses how much, who stopped, and what one person did each day',
  isByRange: true,
  example: 'model=opus',
  asks: ['users'],
  notes: [
    'Pages of 100 people arrive as the list nears its end; until all are loaded, ranks and shares are among the loaded people and marked with ~, MOVE is empty, and exports say partial_rank and partial_share. With a filter nothing is loaded unless G says so.',
    '# and MOVE are the rank by the measure that sorts the list, by credits where that is none, and how it moved since the period before; equals share a rank.',
    '% is a person’s part of the organisation’s credits; AUTON is tool calls per message of the person, each day as heavy as its messages.',
    'MODE and MODEL are those of most days; where two have as many, the one with more credits. ? behind a sum says that a day lacks the value.',
    'The courses share one scale, from zero to the highest day of anybody who is loaded. Inside, the dots of the chart are the period before; the course of the rank by weeks is highest for the first of all.',
    `stopped=yes (f) are those who ${STOPPED_WORDS}, as on Overview; state=gone are those with rows in the period before alone.`,
    'A filter holds all its terms: chen  credits>1000  tools>=1.5k  mode=auto-high  lang=Go  !model=opus  commits=5..10  prs=?  last<2026-11-01',
    'model=opus are those who used opus at all, main=opus those who used it on most days, credits.opus>1k those who used so many credits on it; idle>2w were last seen two weeks before the end of the range.',
    `Fields: ${PEOPLE_FIELDS.map(({ name }) => name).join(', ')}.`,
    'Pseudonyms (zn) hang on the id and a secret of this machine alone; they are what is copied, too.',
  ],
  keys: [...peopleKeys, ...insideKeys(peopleKeys, [...personKeys, ...markedPeopleKeys])],
  link: peopleLink,
  load: async () => (await import('./people.tsx')).People,
}
