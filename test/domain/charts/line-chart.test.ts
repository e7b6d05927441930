import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineChart } from '../../../src/domain/charts/line-chart.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { tries } from '../../helpers/tries.ts'
import { lastDays, linesOf, textOf } from './chart-lines.ts'

const labels = lastDays(6)
const values = [0, 8, 4, undefined, 8, 8]

test('a line joins neighbours in braille and is interrupted by a missing day', () => {
  const { rows, note } = lineChart({ lines: [{ name: 'a', values }], labels, width: 30, height: 6 })
  expect(linesOf(rows)).toEqual([
    '8 ┤    ⡰⠑⢄⡀         ⠉⠉⠉⠉⠁',
    '  │   ⡰⠁  ⠈⠢⡀',
    '4 ┤  ⡰⠁',
    '  │ ⡰⠁',
    '0 ┼─┬───┬───┬──    ─┬───┬──',
    '    15  16  17  18  19  20',
  ])
  expect(note).toBeUndefined()
})

test('in ASCII points are joined by dots, and the earlier period is colons', () => {
  const { rows } = lineChart({
    lines: [{ name: 'a', values }],
    ghost: [8, 0, 0, 0, 0, 4],
    marks: [false, false, true],
    selected: 4,
    labels,
    width: 30,
    height: 7,
    ascii: true,
  })
  expect(linesOf(rows)).toEqual([
    '  |',
    '8 + :  .*.. !       @...*',
    '  |   .    .*           :',
    '4 +  .',
    '  | *   :   :   :   :',
    '0 +-+---+---+--    -+---+--',
    '    15  16  17  18 [19] 20',
  ])
})

test('several lines carry their names at their ends, each in a row of its own, and the first is drawn over the others', () => {
  const lines = [
    { name: 'p50', values: [2, 2, 2, 2, 2, 2] },
    { name: 'p90', values: [6, 6, 6, 6, 6, 8] },
    { name: 'mean', values: [2, 2, 2, 2, 2, 2] },
  ]
  const { rows } = lineChart({ lines, labels, width: 34, height: 6, ascii: true })
  expect(linesOf(rows).slice(0, 4)).toEqual([
    '8 + o...o...o...o...o...o p90',
    '  |',
    '4 + *...*...*...*...*...* p50',
    '  |                       mean',
  ])
  expect(rows[0]).toContainEqual({ text: expect.stringContaining('p90'), role: 'second' })
  expect(rows[2]).toContainEqual({ text: expect.stringContaining('p50'), role: 'bar' })
  expect(rows[3]).toContainEqual({ text: expect.stringContaining('mean'), role: 'third' })
})

test('a day between two missing ones is a point', () => {
  const { rows } = lineChart({
    lines: [{ name: 'a', values: [undefined, 4, undefined] }],
    labels: lastDays(3),
    width: 20,
    height: 4,
  })
  const plot = linesOf(rows)
    .slice(0, 2)
    .join('')
    .replaceAll(/[^\u2801-\u28ff]/g, '')
  expect(plot).toHaveLength(1)
})

test('every row takes exactly the width, whatever the values', () => {
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.double({ min: 0, max: 1e9, noNaN: true }) },
    fc.constantFrom(undefined, null, 0, -5, 1e-9, 1e300),
  )
  fc.assert(
    fc.property(
      fc.array(fc.array(value, { maxLength: 320 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 30, max: 220 }),
      fc.integer({ min: 4, max: 24 }),
      fc.boolean(),
      fc.option(fc.nat({ max: 320 }), { nil: undefined }),
      (series, width, height, ascii, selected) => {
        const lines = series.map((each, index) => ({ name: `line ${index}`, values: each }))
        const days = lastDays(Math.max(...series.map((each) => each.length)))
        const { rows } = lineChart({ lines, ghost: series[0], selected, labels: days, width, height, ascii })
        expect(rows).toHaveLength(height)
        for (const row of rows) expect(textWidth(textOf(row))).toBe(width)
        if (ascii) expect(/^[\x20-\x7e]*$/.test(rows.map(textOf).join(''))).toBe(true)
      },
    ),
    { numRuns: tries(200) },
  )
})
