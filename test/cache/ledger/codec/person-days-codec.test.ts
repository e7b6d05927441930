import { expect, test } from 'vitest'
import { packColumns, unpackColumns } from '../../../../src/cache/ledger/codec/columns-codec.ts'
import { packPage, unpackPage } from '../../../../src/cache/ledger/codec/person-days-codec.ts'
import { DamagedError } from '../../../../src/cache/ledger/file/file-fault.ts'
import { PERSON_MEASURES } from '../../../../src/domain/people/field-table.ts'
import { toPersonDaysChunk } from '../../../../src/domain/people/person-days.ts'
import { personDay } from '../../../helpers/person-day.ts'

const page = (): Uint8Array => {
  const chunk = toPersonDaysChunk([personDay('u1', '2026-11-01'), personDay('u2', '2026-11-03')])
  return packPage(chunk, '2026-11-01')
}

test('a page is read with its people and the days since the first one', () => {
  const { length, person, day } = unpackPage(page())
  expect([length, [...person], [...day]]).toEqual([2, [0, 1], [0, 2]])
})

test('a measure that an earlier version did not store has no values', () => {
  const earlier = packColumns(unpackColumns(page()).slice(0, -1))
  const { measures } = unpackPage(earlier)
  expect(measures).toHaveLength(PERSON_MEASURES.length)
  expect([...(measures.at(-1) ?? [])]).toEqual([Number.NaN, Number.NaN])
})

test('columns that do not fit together are damage', () => {
  const [person, ...rest] = unpackColumns(page())
  expect(() => unpackPage(packColumns([person?.slice(1) ?? [], ...rest]))).toThrow(DamagedError)
  expect(() => unpackPage(packColumns([]))).toThrow(DamagedError)
  expect(() => unpackPage(1)).toThrow(DamagedError)
})
