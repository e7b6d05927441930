import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Column,
  createRowTexts,
  headingRow,
  placeColumns,
  tableRow,
  windowTop,
} from '../../../src/ui/layout/data-table.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import { createTheme } from '../../../src/ui/layout/theme.ts'
import { tries } from '../../helpers/tries.ts'

const theme = createTheme({ colors: '256', background: 'dark', isAscii: false })

type Row = { text: string }
const title = fc.string({ unit: fc.constantFrom(...'ABC 漢'), maxLength: 12 })
const text = fc.string({ unit: fc.constantFrom(...'abc 漢字é…', '🙂', '👩‍💻'), maxLength: 30 })

const columnWidth: fc.Arbitrary<Column<Row>['width']> = fc.oneof(
  fc.integer({ min: 1, max: 20 }),
  fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat({ max: 20 })).map(([min, more]) => ({ min, max: min + more })),
)
const columns = fc
  .array(
    fc.record({
      title,
      align: fc.constantFrom('left' as const, 'right' as const),
      width: columnWidth,
      priority: fc.nat({ max: 4 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .chain((made) =>
    fc.option(fc.nat({ max: made.length - 1 }), { nil: -1 }).map((growing) =>
      made.map(
        (one, index): Column<Row> => ({
          ...one,
          id: `c${index}`,
          ...(index === growing && { width: { grow: true, min: 4 } }),
          text: (row) => row.text,
          role: () => (index % 2 ? 'muted' : undefined),
        }),
      ),
    ),
  )
const rows = fc.array(fc.record({ text }), { maxLength: 12 })
const widths = fc.integer({ min: 1, max: 220 })

const totalOf = (placed: readonly { width: number }[]) =>
  placed.reduce((sum, { width }) => sum + width, 0) + 2 * (placed.length - 1)

test('columns fit the width unless only those that are never dropped remain', () => {
  fc.assert(
    fc.property(columns, rows, widths, (all, data, width) => {
      const placed = placeColumns(all, data, width)
      expect(placed.length).toBeGreaterThan(0)
      const isDown = placed.length === 1 || placed.every(({ column }) => column.priority === 0)
      if (!isDown) expect(totalOf(placed)).toBeLessThanOrEqual(width)
      // In order, and lower priorities are never dropped before higher ones.
      const kept = placed.map(({ column }) => column.id)
      expect(all.map(({ id }) => id).filter((id) => kept.includes(id))).toEqual(kept)
      const highest = Math.max(...placed.map(({ column }) => column.priority))
      for (const { id, priority } of all)
        if (!kept.includes(id)) expect(priority).toBeGreaterThanOrEqual(Math.min(1, highest))
      for (const { id, priority } of all) if (priority < highest) expect(kept).toContain(id)
    }),
    { numRuns: tries(500) },
  )
})

const columnOf = (column: Partial<Column<Row>>): Column<Row> => ({
  id: 'a',
  title: 'N',
  align: 'left',
  width: 5,
  priority: 0,
  text: (row) => row.text,
  ...column,
})
const rowOf = (text: string): Row => ({ text })

test('a growing column takes the rest; before another one at most 48 cells or its widest text', () => {
  const widthsOf = (text: string, width: number, isLast = false) => {
    const growing = columnOf({ id: 'b', width: { grow: true, min: 4 } })
    const all = isLast ? [columnOf({}), growing] : [growing, columnOf({})]
    return placeColumns(all, [rowOf(text)], width).map((placed) => placed.width)
  }
  expect(widthsOf('', 40)).toEqual([33, 5])
  expect(widthsOf('', 100)).toEqual([48, 5])
  expect(widthsOf('x'.repeat(60), 100)).toEqual([60, 5])
  expect(widthsOf('', 100, true)).toEqual([5, 93])
})

test('every row and the heading are exactly as wide as their columns', () => {
  fc.assert(
    fc.property(columns, fc.array(fc.record({ text }), { minLength: 1, maxLength: 6 }), widths, (all, data, width) => {
      const placed = placeColumns(all, data, width)
      const wanted = totalOf(placed)
      const sort = { id: all[0]?.id ?? '', isDescending: true }
      expect(styledWidth(headingRow(placed, sort, theme))).toBe(wanted)
      for (const row of data) expect(styledWidth(tableRow(placed, row, theme))).toBe(wanted)
    }),
    { numRuns: tries(300) },
  )
})

test('a column with a range of widths is as wide as its widest text or its title with the sign of the sort', () => {
  const widthOf = (min: number, max: number, ...texts: string[]) =>
    placeColumns([columnOf({ title: 'NAME', width: { min, max } })], texts.map(rowOf), 100)[0]?.width
  expect(widthOf(2, 20)).toBe(5)
  expect(widthOf(9, 20, 'abc')).toBe(9)
  expect(widthOf(2, 20, 'abcdefgh', '漢字漢字漢')).toBe(10)
  expect(widthOf(2, 6, 'abcdefgh')).toBe(6)
  const placed = placeColumns([columnOf({ align: 'right', width: 4 })], [], 10)
  const heading = (isDescending: boolean, id = 'a') =>
    headingRow(placed, { id, isDescending }, theme).replaceAll(/\x1b\[[\d;]*m/g, '')
  expect([heading(true), heading(false), heading(true, 'b')]).toEqual(['  N▾', '  N▴', '   N'])
  expect(createRowTexts(placed, theme)(rowOf('x'))).toBe('   x')
})

test('a window over a list contains the selected row, moves as little as possible and has no gap', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), fc.integer({ min: -3, max: 30 }), fc.nat(60), (top, at, height, length) => {
      const selected = Math.min(at, Math.max(0, length - 1))
      const next = windowTop(top, selected, height, length)
      if (height <= 0 || length === 0) return void expect(next).toBe(0)
      const isRight = (first: number) =>
        first >= 0 && first <= selected && selected < first + height && first <= Math.max(0, length - height)
      expect(isRight(next)).toBe(true)
      if (isRight(top)) expect(next).toBe(top)
    }),
    { numRuns: tries(1000) },
  )
})
