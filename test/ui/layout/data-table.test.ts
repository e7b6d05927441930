import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CellRole,
  type Column,
  createRowTexts,
  headingRow,
  naturalTableWidth,
  placeColumns,
  tableRow,
  windowTop,
} from '../../../src/ui/layout/data-table.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import { createTheme } from '../../../src/ui/layout/theme.ts'
import { forMany } from '../../helpers/for-all.ts'

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
  forMany(500, columns, rows, widths, (all, data, width) => {
    const placed = placeColumns(all, data, width)
    expect(placed.length).toBeGreaterThan(0)
    const isMinimal = placed.length === 1 || placed.every(({ column }) => column.priority === 0)
    if (!isMinimal) expect(totalOf(placed)).toBeLessThanOrEqual(width)
    // In order, and lower priorities are never dropped before higher ones.
    const kept = placed.map(({ column }) => column.id)
    expect(all.map(({ id }) => id).filter((id) => kept.includes(id))).toEqual(kept)
    const highest = Math.max(...placed.map(({ column }) => column.priority))
    for (const { id, priority } of all)
      if (!kept.includes(id)) expect(priority).toBeGreaterThanOrEqual(Math.min(1, highest))
    for (const { id, priority } of all) if (priority < highest) expect(kept).toContain(id)
  })
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
  expect(widthsOf('', 55)).toEqual([48, 5])
  expect(widthsOf('', 100)).toEqual([48, 5])
  expect(widthsOf('x'.repeat(60), 100)).toEqual([60, 5])
  expect(widthsOf('', 100, true)).toEqual([5, 93])
})

test('space that is left extends columns whose texts would be cut, the most important first', () => {
  const limited = (id: string, priority: number) => columnOf({ id, priority, width: { min: 2, max: 6 } })
  const widthsIn = (width: number) =>
    placeColumns([limited('a', 2), limited('b', 1)], [rowOf('x'.repeat(10))], width).map((placed) => placed.width)
  expect(widthsIn(14)).toEqual([6, 6])
  expect(widthsIn(17)).toEqual([6, 9])
  expect(widthsIn(40)).toEqual([10, 10])
})

test('the natural width of a table is that of its texts, without columns that do not fit', () => {
  const columns = [
    columnOf({ id: 'a', width: { grow: true, min: 4 } }),
    columnOf({ id: 'b', width: 9, priority: 1 }),
    columnOf({ id: 'c', width: { min: 2, max: 6 }, priority: 2 }),
  ]
  const rows = [rowOf('x'.repeat(10))]
  expect(naturalTableWidth(columns, rows, 100)).toBe(10 + 2 + 9 + 2 + 10)
  expect(naturalTableWidth(columns, rows, 22)).toBe(10 + 2 + 9)
})

test('every row and the heading are exactly as wide as their columns', () => {
  forMany(300, columns, fc.array(fc.record({ text }), { minLength: 1, maxLength: 6 }), widths, (all, data, width) => {
    const placed = placeColumns(all, data, width)
    const wanted = totalOf(placed)
    const sort = { id: all[0]?.id ?? '', isDescending: true }
    expect(styledWidth(headingRow(placed, sort, theme))).toBe(wanted)
    for (const row of data) expect(styledWidth(tableRow(placed, row, theme))).toBe(wanted)
  })
})

test('a column with a range of widths is as wide as its widest text or its title with the sort sign', () => {
  const widthOf = (min: number, max: number, ...texts: string[]) =>
    placeColumns([columnOf({ title: 'NAME', width: { min, max } })], texts.map(rowOf), 100)[0]?.width
  expect(widthOf(2, 20)).toBe(5)
  expect(widthOf(9, 20, 'abc')).toBe(9)
  expect(widthOf(2, 20, 'abcdefgh', '漢字漢字漢')).toBe(10)
  expect(widthOf(2, 6, 'abcdefgh')).toBe(8)
  const placed = placeColumns([columnOf({ align: 'right', width: 4 })], [], 10)
  const heading = (isDescending: boolean, id = 'a') =>
    headingRow(placed, { id, isDescending }, theme).replaceAll(/\x1b\[[\d;]*m/g, '')
  expect([heading(true), heading(false), heading(true, 'b')]).toEqual(['  N▾', '  N▴', '   N'])
  expect(createRowTexts(placed, theme)(rowOf('x'))).toBe('   x')
})

test('in linear text cells are named by their titles, and empty cells are omitted', () => {
  const linear = createTheme({ colors: 'none', background: 'dark', isAscii: false, isLinear: true })
  const all = [
    columnOf({ id: 'n', title: 'RANK', align: 'right', text: () => '1' }),
    columnOf({ title: 'NAME' }),
    columnOf({ id: 'e', title: 'NOTE', text: () => '' }),
    columnOf({ id: 'c', title: 'CREDITS', text: () => '12' }),
  ]
  const placed = placeColumns(all, [], 1000)
  expect(tableRow(placed, rowOf('opus'), linear)).toBe('1, name opus, credits 12')
  const heading = (id: string, isDescending = true, columns = placed) =>
    headingRow(columns, { id, isDescending }, linear).slice(1)
  expect(heading('c')).toBe('Table by name, sorted by credits, falling')
  expect(heading('c', false)).toBe('Table by name, sorted by credits, rising')
  expect(heading('x')).toBe('Table by name')
  expect(heading('x', true, placed.slice(0, 1))).toBe('Table by rank')
})

test('adjacent muted cells are styled as one text', () => {
  const all = ['', 'muted', 'muted', 'good'].map((role, at) =>
    columnOf({ id: `${at}`, width: 1, ...(role && { role: () => role as CellRole }) }),
  )
  expect(tableRow(placeColumns(all, [], 40), rowOf('x'), theme)).toBe(`x  ${theme.muted('x  x')}  ${theme.good('x')}`)
})

test('a window over a list contains the selected row, moves as little as possible and has no gap', () => {
  forMany(1000, fc.nat(60), fc.nat(60), fc.integer({ min: -3, max: 30 }), fc.nat(60), (top, at, height, length) => {
    const selected = Math.min(at, Math.max(0, length - 1))
    const next = windowTop(top, selected, height, length)
    if (height <= 0 || length === 0) return void expect(next).toBe(0)
    const isRight = (first: number) =>
      first >= 0 && first <= selected && selected < first + height && first <= Math.max(0, length - height)
    expect(isRight(next)).toBe(true)
    if (isRight(top)) expect(next).toBe(top)
  })
})
