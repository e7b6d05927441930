import { expect, test } from 'vitest'
import { lineChart } from '../../../src/domain/charts/line-chart.ts'
import { lastDays, linesOf } from './chart-lines.ts'

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

test('in ASCII points are joined by dots, and the previous period is drawn as colons', () => {
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

test('several lines have their names at the end, each in its own row, and the first is drawn over the others', () => {
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
  const lines = [{ name: 'a', values: [undefined, 4, undefined] }]
  const { rows } = lineChart({ lines, labels: lastDays(3), width: 20, height: 4 })
  const plot = linesOf(rows)
    .slice(0, 2)
    .join('')
    .match(/[\u2801-\u28ff]/g)
  expect(plot).toHaveLength(1)
})
