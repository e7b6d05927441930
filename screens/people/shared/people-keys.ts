import type { Day, Range } from '../../../src/domain/calendar/calendar.ts'
import { fields, type ListKind, PEOPLE_FIELDS } from '../../../src/domain/people/field-table.ts'
import { type PeopleSort, sortBy } from '../../../src/domain/people/people-sort.ts'
import type { Binding, Handlers } from '../../../src/ui/keys/bindings.ts'
import { sparklineKeys, sparklineScale } from '../../kit/charts/chart-text.ts'
import { detailKeys } from '../../kit/detail/use-detail.ts'
import { exportKeys } from '../../kit/export/exports.ts'
import { backHint, filterKey, quickKey } from '../../kit/list/list-screen-keys.ts'
import { filter, rowKey, sortKey } from '../../kit/list/list-state.ts'
import type { ListTabs } from '../../kit/list/list-tabs.ts'
import { atFirstRow, listKeys } from '../../kit/list/use-list.ts'
import { markKeys, noMarks } from '../../kit/list/use-marks.ts'
import type { ScreenLink } from '../../kit/screen/screen.ts'
import { markedIds, oneOf, order, wholeNumber, yesOrNo } from '../../kit/screen/screen-link.ts'
import { keyFor, linkedKey, localKey, type StateKey } from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'
import { sortPlaces } from './field-columns.ts'

export type SortedField = (typeof sortPlaces)[number][0]
export type SortAction = `sort:${SortedField}`

export const sortKeys = sortPlaces.map(([field, key, by]): Binding & { action: SortAction; field: SortedField } => ({
  field,
  keys: [`s ${key}`],
  action: `sort:${field}`,
  sortsBy: by ?? fields[field].label,
  group: 'Shape',
  ...(field === 'credits' && { hint: 'sort', hintKey: 's' }),
}))

export const sortHandlers = (sortBy: (field: SortedField) => void): Handlers<typeof sortKeys> =>
  Object.fromEntries<(times: number) => void>(
    sortKeys.map(({ action, field }) => [action, () => sortBy(field)]),
  ) as Handlers<typeof sortKeys>

const isNotBottom = <B extends { action: string }>(binding: B): binding is Exclude<B, { action: 'bottom' }> =>
  binding.action !== 'bottom'

const copyKeys = [
  { keys: ['y y'], action: 'copyRow', help: 'copy the row', group: 'Act' },
  { keys: ['y i'], action: 'copyId', help: 'copy the id of the user', group: 'Act' },
  { keys: ['y j'], action: 'copyJson', help: 'copy the row or user as JSON', group: 'Act' },
] as const satisfies readonly Binding[]
const marking = markKeys('person', 'people')
const person = { keys: ['Enter'], action: 'person', help: 'open the user', group: 'Go', hint: 'person' } as const

const viewKeys = [
  { keys: ['Tab'], action: 'nextView', help: 'use, seats or teams', group: 'Move', hint: 'view' },
  { keys: ['S-Tab'], action: 'previousView', help: 'previous view', group: 'Move' },
] as const satisfies readonly Binding[]

/** The keys of the list. The last row is that of all users, which are loaded first. */
export const peopleKeys = [
  ...listKeys.filter(isNotBottom),
  ...viewKeys,
  person,
  filterKey('filter by names and figures'),
  quickKey({ help: 'all, stopped or new users' }, 'stopped'),
  ...sortKeys,
  { ...marking[0], hint: 'mark' },
  marking[1],
  {
    keys: ['G', 'End'],
    action: 'bottom',
    help: 'load all users, go to the end',
    group: 'Move',
    hint: 'all',
    takesRow: true,
  },
  {
    keys: ['z d'],
    action: 'days',
    help: 'single days or sums per user',
    group: 'Shape',
    hint: 'options',
    hintKey: 'z',
  },
  { keys: ['z p'], action: 'preview', help: 'show or hide the preview', group: 'Shape' },
  ...sparklineKeys,
  ...copyKeys,
  ...exportKeys,
] as const satisfies readonly Binding[]

const interrupt = { keys: ['^c', 'X'], action: 'interrupt', help: 'stop loading users', group: 'Act' } as const

/** Override the global keys while all people load. */
export const stopAllKeys = [
  { keys: ['Esc'], action: 'up', help: 'stop loading users', group: 'Act' },
  interrupt,
] as const satisfies readonly Binding[]

/** Override the global keys while a page loads. Esc is not among them: going back cancels the request too. */
export const stopKeys = [interrupt] as const satisfies readonly Binding[]

/** Override the global keys while the next page has failed or is stopped. */
export const retryKeys = [
  { keys: ['r'], action: 'refresh', help: 'load the next page again', group: 'Act' },
  { keys: ['R'], action: 'refreshAll', help: 'load the next page again', group: 'Act' },
] as const satisfies readonly Binding[]

/** Hints of the global keys, for views that replace the default hints. */
export const backHints = [
  { keys: ['t'], action: 'range', help: 'choose the range of days', group: 'Shape', hint: 'range' },
  {
    keys: ['d'],
    action: 'compare',
    help: 'toggle comparison with the previous period',
    group: 'Shape',
    hint: 'compare',
  },
  { keys: ['?'], action: 'help', help: 'this help', group: 'Go', hint: 'keys' },
  backHint,
] as const satisfies readonly Binding[]

const left = { keys: ['h', 'Left'], action: 'left', inside: 'previous measure or user', group: 'Move' } as const
const right = { keys: ['l', 'Right'], action: 'right', inside: 'next measure or user', group: 'Move' } as const

/** The keys of one person. Actions shared with the list have the same names. */
export const personKeys = [
  ...listKeys,
  { ...left, hint: 'measure', hintKey: 'h/l' },
  right,
  ...copyKeys,
  ...exportKeys,
] as const satisfies readonly Binding[]

export const markedPeopleKeys = [
  ...listKeys,
  { ...left, hint: 'person', hintKey: 'h/l' },
  right,
  person,
  { ...marking[0], hint: 'unmark' },
  ...exportKeys,
  { keys: ['='], action: 'list', inside: 'back from comparing', group: 'Go' },
] as const satisfies readonly Binding[]

/** The keys of the list of seats. Actions shared with the list of users have the same names. */
export const seatKeys = [
  ...listKeys,
  ...viewKeys,
  person,
  filterKey('filter by names and figures'),
  quickKey({ inside: 'never used, inactive or active seats' }, 'unused'),
  { keys: ['a'], action: 'actions', inside: 'change limits', group: 'Act', hint: 'limits' },
  { ...marking[0], hint: 'mark' },
  { keys: ['s u'], action: 'sort:urgency', sortsBy: 'urgency', group: 'Shape', hint: 'sort', hintKey: 's' },
  { keys: ['s n'], action: 'sort:name', sortsBy: 'name', group: 'Shape' },
  { keys: ['s c'], action: 'sort:credits', sortsBy: 'credits of 30 days', group: 'Shape' },
  { keys: ['s l'], action: 'sort:used', sortsBy: 'share of the limit', group: 'Shape' },
  { keys: ['s f'], action: 'sort:forecast', sortsBy: 'forecast', group: 'Shape' },
  { keys: ['s a'], action: 'sort:since', sortsBy: 'age of the seat', group: 'Shape' },
  { keys: ['s i'], action: 'sort:idle', sortsBy: 'days without use', group: 'Shape' },
  ...detailKeys,
  ...copyKeys,
  ...exportKeys,
] as const satisfies readonly Binding[]

/** The keys of the list of teams and of the members of one. */
export const teamKeys = [
  ...listKeys,
  ...viewKeys,
  { ...person, inside: 'users of the team, or open the user' },
  filterKey('filter by names and figures'),
  { keys: ['s t'], action: 'sort:tree', sortsBy: 'tree of teams', group: 'Shape', hint: 'sort', hintKey: 's' },
  { keys: ['s n'], action: 'sort:name', sortsBy: 'name', group: 'Shape' },
  { keys: ['s u'], action: 'sort:users', sortsBy: 'users', group: 'Shape' },
  { keys: ['s c'], action: 'sort:credits', sortsBy: 'credits', group: 'Shape' },
  { keys: ['s d'], action: 'sort:change', sortsBy: 'change', group: 'Shape' },
  { keys: ['s b'], action: 'sort:used', sortsBy: 'use of the budget', group: 'Shape' },
  ...detailKeys,
  ...copyKeys,
  ...exportKeys,
] as const satisfies readonly Binding[]

export const PEOPLE_VIEWS = ['use', 'seats', 'teams'] as const
export type PeopleViewName = (typeof PEOPLE_VIEWS)[number]
export type PeopleTabs = ListTabs<PeopleViewName>
export const peopleView = linkedKey<PeopleViewName>('list', 'use', oneOf(PEOPLE_VIEWS))

/** The view that a target names. */
export const viewOf = (target: Target | undefined): PeopleViewName =>
  PEOPLE_VIEWS.find((name) => name === target?.view) ?? 'use'

export const QUICK_SEATS = ['all', 'never', 'inactive', 'active'] as const
export type QuickSeats = (typeof QUICK_SEATS)[number]

// The orders of seatSorts, whose module is not loaded before the first frame.
const SEAT_SORTS = ['urgency', 'name', 'credits', 'used', 'forecast', 'since', 'idle'] as const

const seatKey = <T>(key: StateKey<T>): StateKey<T> => keyFor(peopleView, key).at('seats')

export const seatsState = {
  sort: seatKey(sortKey(SEAT_SORTS)),
  quick: seatKey(linkedKey<QuickSeats>('quick', 'all', oneOf(QUICK_SEATS))),
  filter: seatKey(filter),
  row: seatKey(rowKey('row', true)),
  marks: seatKey(linkedKey('marks', noMarks, markedIds, { isPersonal: true })),
}

// The orders of teamSorts, whose module is not loaded before the first frame.
const TEAM_SORTS = ['tree', 'name', 'users', 'credits', 'change', 'used'] as const

const teamKey = <T>(key: StateKey<T>): StateKey<T> => keyFor(peopleView, key).at('teams')

export const teamsState = {
  sort: teamKey(sortKey(TEAM_SORTS)),
  filter: teamKey(filter),
  row: teamKey(rowKey('row', true)),
}

const LINKED = 'a link opens the list of teams'
const ofMembers = <T>({ name, initial }: StateKey<T>): StateKey<T> => localKey(`${name}:members`, initial, LINKED)

/** The team whose members are listed. */
export const openedTeam = localKey<string | undefined>('team', undefined, LINKED)

export const membersState = {
  sort: ofMembers(sortKey(TEAM_SORTS)),
  filter: ofMembers(filter),
  row: ofMembers(rowKey('row', true)),
}

const FIELDS = PEOPLE_FIELDS.map(({ name }) => name)
const kind = linkedKey<ListKind>('rows', 'people', oneOf(['people', 'days']))

export const peopleState = {
  kind,
  sort: keyFor(kind, linkedKey<PeopleSort>('sort', sortBy('credits'), order('field', FIELDS))),
  filter,
  sparklineScale,
  preview: linkedKey('preview', true, yesOrNo),
  row: keyFor(kind, rowKey('row', true)),
  marks: linkedKey('marks', noMarks, markedIds, { isPersonal: true }),
  compared: linkedKey('compared', false, yesOrNo, { isPersonal: true }),
  stopped: localKey('stopped', false, 'loading starts again when a link is opened'),
  finalRanges: localKey<readonly string[]>('final ranges', [], 'the notice appears once in a run'),
  /** Number of users to load of the server's ranking, and its days and order. */
  ranked: localKey<{ place: string; count: number }>(
    'ranked users',
    { place: '', count: 0 },
    'more load when the list is scrolled',
  ),
  openedRange: localKey<Range | undefined>('opened range', undefined, 'the day in the link moves the range'),
}

/** Whether the user has moved since the last page of a range arrived. @param from - First day of the range. */
export const movedKey = (from: Day) => localKey(`moved:${from}`, true, 'needed only while the screen is open')

export const personState = {
  column: linkedKey('column', 0, wholeNumber, { isCursor: true }),
  day: localKey('day', atFirstRow, 'the target of the link names the day'),
}

export const peopleLink: ScreenLink = {
  path: 'person',
  isInside: ({ person }) => person !== undefined,
  cursors: ['day'],
  targetOf: (target, state) => {
    const { id } = state.get(personState.day)
    return target?.person !== undefined && id !== undefined ? { ...target, day: id } : target
  },
  statesOf: (target, state) => {
    if (target?.person !== undefined) return [{ state, keys: personState }]
    const view = state.get(peopleView, viewOf(target))
    const keys = view === 'seats' ? seatsState : view === 'teams' ? teamsState : peopleState
    return [{ state, keys: { view: peopleView, ...keys } }]
  },
}
