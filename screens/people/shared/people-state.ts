import type { Day, Range } from '../../../src/domain/calendar/calendar.ts'
import { type ListKind, PEOPLE_FIELDS } from '../../../src/domain/people/field-table.ts'
import { type PeopleSort, sortBy } from '../../../src/domain/people/people-sort.ts'
import { courseScale } from '../../kit/charts/chart-text.ts'
import { filter, rowKey } from '../../kit/list/list-state.ts'
import { atFirstRow } from '../../kit/list/use-list.ts'
import { noMarks } from '../../kit/list/use-marks.ts'
import type { ScreenLink } from '../../kit/screen/screen.ts'
import { markedIds, oneOf, order, wholeNumber, yesOrNo } from '../../kit/screen/screen-link.ts'
import { keyFor, linkedKey, localKey } from '../../kit/screen/screen-state.ts'

const FIELDS = PEOPLE_FIELDS.map(({ name }) => name)
const kind = linkedKey<ListKind>('rows', 'people', oneOf(['people', 'days']))

export const peopleState = {
  kind,
  sort: keyFor(kind, linkedKey<PeopleSort>('sort', sortBy('credits'), order('field', FIELDS))),
  filter,
  courseScale,
  preview: linkedKey('preview', true, yesOrNo),
  row: keyFor(kind, rowKey('row', true)),
  marks: linkedKey('marks', noMarks, markedIds, { isPersonal: true }),
  compared: linkedKey('compared', false, yesOrNo, { isPersonal: true }),
  stopped: localKey('stopped', false, 'whether the user stopped loading'),
  openedRange: localKey<Range | undefined>('opened range', undefined, 'the day in the link moves the range'),
}

/** Whether the user has moved since the last page of a range arrived. @param from - First day of the range. */
export const movedKey = (from: Day) => localKey(`moved:${from}`, true, 'whether the next page may load')

export const personState = {
  column: linkedKey('column', 0, wholeNumber),
  day: localKey('day', atFirstRow, 'the target has the day'),
}

export const peopleLink: ScreenLink = {
  path: 'person',
  isInside: ({ person }) => person !== undefined,
  targetOf: (target, state) => {
    const { id } = state.get(personState.day)
    return target?.person !== undefined && id !== undefined ? { ...target, day: id } : target
  },
  statesOf: (target, state) => [{ state, keys: target?.person === undefined ? peopleState : personState }],
}
