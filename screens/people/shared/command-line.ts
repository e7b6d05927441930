import type { ListKind } from '../../../src/domain/people/people-fields.ts'
import { type PeopleSort, sortBy } from '../../../src/domain/people/people-sort.ts'
import { filterOption } from '../../kit/export/filter-option.ts'
import { orderOption } from '../../kit/export/order-option.ts'
import { shellWord } from '../../kit/export/shell-word.ts'

export type ListCommand = {
  kind: ListKind
  /** The options of the days that are shown. */
  range: string
  isComparing: boolean
  isPrivate: boolean
  sort: PeopleSort
  filter: string
}

/** The headless twin of a list of people. */
export const listCommand = ({ kind, range, isComparing, isPrivate, sort, filter }: ListCommand): string =>
  [
    `analytics users ${range}`,
    ...(kind === 'people' ? ['--totals'] : []),
    ...(kind === 'people' && isComparing ? ['--compare prev'] : []),
    orderOption(sort.field, sort.isDescending, sortBy(sort.field).isDescending),
    ...filterOption(filter),
    ...(isPrivate ? ['--pseudonyms'] : []),
    '--all',
  ].join(' ')

/** The headless twin of one person. */
export const personCommand = (id: string, range: string, isPrivate: boolean): string =>
  `analytics users ${range} --where ${shellWord(`id="${id}"`)}${isPrivate ? ' --pseudonyms' : ''} --all`
