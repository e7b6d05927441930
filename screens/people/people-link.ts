import { PEOPLE_FIELDS } from '../../src/domain/people/people-fields.ts'
import { filter, markedIds, oneOf, order, selectedRow, wholeNumber, yesOrNo } from '../kit/links/members.ts'
import type { Members, ScreenLink } from '../kit/links/screen-link.ts'
import type { ScreenState } from '../kit/screen/screen-state.ts'

const kindOf = (state: ScreenState): string => String(state.get('kind') ?? 'people')

const ofList: Members = {
  rows: { ...oneOf(['people', 'days']), key: 'kind' },
  sort: {
    ...order(
      'field',
      PEOPLE_FIELDS.map(({ name }) => name),
    ),
    key: (state) => `sort:${kindOf(state)}`,
  },
  filter,
  scale: { ...oneOf(['column', 'row']), key: 'courseScale' },
  preview: { ...yesOrNo, key: 'preview' },
  row: { ...selectedRow, key: (state) => `row:${kindOf(state)}`, isPersonal: true },
  marks: { ...markedIds, key: 'marks', isPersonal: true },
  compared: { ...yesOrNo, key: 'compared', isPersonal: true },
}

const ofPerson: Members = {
  column: { ...wholeNumber, key: 'column' },
}

export const peopleLink: ScreenLink = {
  path: 'person',
  isInside: ({ person }) => person !== undefined,
  targetOf: (target, state) => {
    const selected = state.get('day') as { id?: string } | undefined
    return target?.person !== undefined && selected?.id !== undefined ? { ...target, day: selected.id } : target
  },
  statesOf: (target, state) => [{ state, members: target?.person === undefined ? ofList : ofPerson }],
}
