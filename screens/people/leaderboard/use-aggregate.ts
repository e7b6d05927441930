import { useMemo } from 'react'
import { floatsOf, indexesWhere, upTo } from '../../../src/base/typed-arrays.ts'
import { aggregateOf } from '../../../src/domain/filter/aggregate.ts'
import { type FieldName, fields, isSumField } from '../../../src/domain/people/field-table.ts'
import { decimal, fullNumber } from '../../../src/domain/text/format.ts'
import { aggregateText } from '../../kit/filter/aggregate-text.ts'
import type { Marks } from '../../kit/list/use-marks.ts'
import type { LoadedPeople } from '../shared/use-people.ts'
import type { ShownList } from './use-shown-list.ts'

/**
 * The sum and median of the sorted figure, otherwise of credits, over the marked users or, without marks, over the
 * filtered rows; empty if nothing is marked or filtered, and while the filter is typed. Computed when the rows change, not when the selection moves.
 */
export const useAggregate = (
  { board, isExact }: LoadedPeople,
  { entries, order, sort, filter, isFiltering }: ShownList,
  { ids }: Marks,
): string => {
  const field = fieldOf(sort.field)
  const isFiltered = isFiltering && filter.fieldKeys === undefined
  return useMemo(() => {
    if (ids.size === 0 && !isFiltered) return ''
    const chosen =
      ids.size === 0 ? order : entriesOf(entries.person, new Set([...ids].map((id) => board.people.personOf(id))))
    const numbers = entries.numbers(field)
    const aggregate = aggregateOf(floatsOf(chosen.length, (at) => numbers[chosen[at] ?? 0] ?? Number.NaN))
    const isRatio = fields[field].figure === 'ratio'
    const text = isRatio ? (value: number) => decimal(value, 1) : fullNumber
    const figures = aggregateText(aggregate, { label: fields[field].label, isSum: !isRatio, text }, !isExact)
    return ids.size === 0 ? figures : `${fullNumber(ids.size)} marked: ${figures}`
  }, [board, isExact, entries, order, field, isFiltered, ids])
}

const fieldOf = (sorted: FieldName) => (isSumField(sorted) ? sorted : 'credits')

const entriesOf = (person: Uint32Array, persons: ReadonlySet<number | undefined>): Uint32Array =>
  indexesWhere(upTo(person.length), (entry) => persons.has(person[entry] ?? -1))
