import { expect, test } from 'vitest'
import { packColumns } from '../../../../src/cache/ledger/codec/columns-codec.ts'
import { unpackDayCredits } from '../../../../src/cache/ledger/codec/credit-days-codec.ts'

test('days that were stored without a column of e-mails are readable', () => {
  const older = packColumns([
    [1, 2],
    [5, 6],
    [7, 8],
    [9, 10],
    [0, 1, 2],
    [3, 3],
    [5, 6],
  ])
  const { person, credits, email } = unpackDayCredits(older) ?? {}
  expect([[...(person ?? [])], [...(credits ?? [])], email?.length]).toEqual([[1, 2], [5, 6], 0])
})
