import { PEOPLE_FIELDS } from '../../src/domain/people/field-table.ts'
import { ABOVE_NOTE } from '../../src/domain/text/signs.ts'
import { STOPPED_DEFINITION } from '../../src/domain/usage/stopped-users.ts'
import { insideKeys, type Screen } from '../kit/screen/screen.ts'
import { markedPeopleKeys, peopleKeys, peopleLink, personKeys, seatKeys, teamKeys } from './shared/people-keys.ts'

export const people: Screen = {
  title: 'People',
  key: '3',
  letter: 'p',
  summary: 'who uses how much, who stopped, and what each user did',
  isByRange: true,
  example: 'model=opus',
  endpoints: ['users'],
  notes: [
    'Ordered by a figure, users load in the background, up to peopleAutoload in config.json; P pauses that, and so does a second 429 (rate limit). Ordered by name, a page of 100 users loads as you near the end of the list.',
    'Until all users are loaded, ranks and shares are relative to the loaded users and marked with ~, MOVE is empty, and exports use partial_rank and partial_share. g250G goes to row 250, and stays there until the ranks are final.',
    'If the server ranks users (qd serve), the last 7, 14, 30 or 90 days sorted by a sum are final from the first page on, without the rows of all users: MOVE, models and single days are then not shown. A filter, or G, loads the rows.',
    '# is the rank by the sorted measure, or by credits if the list is sorted by a word; MOVE is its change since the previous period. Equal values share a rank.',
    '% is the user’s share of the organisation’s credits; AUTON is tool calls per message, with days weighted by their messages.',
    'MODE and MODEL are the most frequent by day; if two are equally frequent, the one with more credits counts. ? after a sum means that a day has no value.',
    'Each sparkline has its own scale, from zero to the user’s highest day; z r gives all users one scale, up to the highest day of all loaded users.',
    ABOVE_NOTE,
    'With a filter or marks, the row above the list has the sum and median of the sorted figure, or of credits if users are sorted by something else. Ratios have no sum.',
    'In a user’s chart, dots show the previous period; the sparkline of weekly ranks is highest for rank 1.',
    `stopped=yes (f) matches users who were ${STOPPED_DEFINITION}, as on Overview; state=gone matches users with rows only in the previous period.`,
    'All terms of a filter must match: chen  credits>1000  tools>=1.5k  mode=auto-high  lang=Go  !model=opus  commits=5..10  prs=?  last<2026-11-01',
    'model=opus matches users who used opus, main=opus users who used it on most days, credits.opus>1k users who used that many credits on it; idle>2w users last seen two weeks before the end of the range.',
    'Seats (Tab, where the server lists users): never means a seat without any use, inactive one without use for 30 days; the forecast and limits are for the billing month, which is assumed to begin on day 1 unless the profile has billingDay. Users with use but without a seat are listed too, and not counted as seats.',
    'Teams (Tab, where the server or the profile has teams): a nested team counts for the teams that contain it, and users in no team are last. A budget is for the billing month; the bar is full at 100 %, and its mark is the forecast.',
    `Fields: ${PEOPLE_FIELDS.map(({ name }) => name).join(', ')}.`,
    'Pseudonyms (zn) depend only on the id and a secret of this machine. Copies contain them too.',
  ],
  keys: [...peopleKeys, ...insideKeys(peopleKeys, [...seatKeys, ...teamKeys, ...personKeys, ...markedPeopleKeys])],
  link: peopleLink,
  load: async () => (await import('./people.tsx')).People,
}
