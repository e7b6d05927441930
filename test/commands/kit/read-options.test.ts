import { expect, expectTypeOf, test } from 'vitest'
import type { OptionRow } from '../../../src/commands/kit/option-row.ts'
import { readOptions } from '../../../src/commands/kit/option-row.ts'

const rows = [
  { flags: '--last <days>', help: '' },
  { flags: '--totals', help: '' },
  { flags: '--end-with-parent', help: '' },
  { flags: '--compare <period>', help: '', choices: ['prev', 'year'] },
  { flags: '-q, --query <name=value>', help: '', isRepeatable: true },
  { flags: '--no-color', help: '' },
] as const satisfies readonly OptionRow[]

test('options that were left out are false, undefined or an empty list, and true where they are negated', () => {
  expect(readOptions(rows, {})).toEqual({
    last: undefined,
    totals: false,
    endWithParent: false,
    compare: undefined,
    query: [],
    color: true,
  })
})

test('options that were given are as commander read them, and others are left out', () => {
  const given = { last: '7d', totals: true, endWithParent: true, query: ['a=b', 'c=d'], color: false, offline: true }
  expect(readOptions(rows, given)).toEqual({ ...given, offline: undefined, compare: undefined })
})

test('the table says what type each option is', () => {
  const options = readOptions(rows, {})
  expectTypeOf(options).toEqualTypeOf<{
    readonly last: string | undefined
    readonly totals: boolean
    readonly endWithParent: boolean
    readonly compare: 'prev' | 'year' | undefined
    readonly query: string[]
    readonly color: boolean
  }>()
  // @ts-expect-error no option has this name
  expect(options.total).toBeUndefined()
})
