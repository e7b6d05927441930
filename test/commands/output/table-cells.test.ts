import { expect, test } from 'vitest'
import { columnsOf } from '../../../src/commands/output/row-layout.ts'
import { cellOf } from '../../../src/commands/output/table-cells.ts'

const [column] = columnsOf('count', { value: 'VALUE' })

test.each([
  ['share', '50.0 %'],
  ['ratio', '0.50'],
  ['count', '0.5'],
  ['of a later version', '0.5'],
])('a row names the unit of its value: %s', (unit, text) => {
  if (column === undefined) throw new Error('no column')
  const row = { value: 0.5, unit }
  expect(cellOf(row, { ...column, kindMember: 'unit' }, false)).toBe(text)
  expect(cellOf(row, column, false)).toBe('0.5')
})
