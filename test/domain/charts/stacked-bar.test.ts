import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOf, stackedBar, stackedChart } from '../../../src/domain/charts/stacked-bar.ts'
import { forAll } from '../../helpers/for-all.ts'
import { lastDays, linesOf } from './chart-lines.ts'

const labels = lastDays(6)

test('parts fill a bar by their shares, and the remaining cells go to the largest remainders', () => {
  expect(stackedBar([0.4, 0.3, 0.2, 0.1], 20)).toBe('████████▓▓▓▓▓▓▒▒▒▒░░')
  expect(stackedBar([0.4, 0.3, 0.2, 0.1], 20, true)).toBe('########======----..')
  expect(cellsOf([1, 1, 1], 10)).toEqual([4, 3, 3])
  expect(cellsOf([0.07, 0.93], 10)).toEqual([1, 9])
  expect(cellsOf([0.93, 0.07], 10)).toEqual([9, 1])
})

test('parts that are missing, negative or zero take no cells', () => {
  expect(stackedBar([undefined, 1, Number.NaN, -3], 4)).toBe('▓▓▓▓')
  expect(stackedBar([0, 0], 4)).toBe('    ')
  expect(stackedBar([], 3)).toBe('   ')
})

test('the cells of all parts always add up to the bar', () => {
  forAll(
    fc.array(fc.double({ min: 1e-6, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
    fc.nat(200),
    (parts, cells) => {
      const given = cellsOf(parts, cells)
      expect(given.reduce((sum, each) => sum + each, 0)).toBe(cells)
      const whole = parts.reduce((sum, each) => sum + each, 0)
      // No part is off by a cell or more.
      given.forEach((each, index) => {
        expect(Math.abs(each - ((parts[index] ?? 0) / whole) * cells)).toBeLessThan(1)
      })
    },
  )
})

const parts = [
  [0.5, 1, 0, undefined, 0.25, 0.25],
  [0.5, 0, 0, undefined, 0.25, 0.25],
  [0, 0, 0, undefined, 0.25, 0.25],
  [0, 0, 1, undefined, 0.25, 0.25],
]

test('one column per day is filled from the bottom in the order of the parts, and a missing day is a gap', () => {
  const { rows } = stackedChart({ parts, labels, width: 32, height: 6, selected: 0 })
  expect(linesOf(rows)).toEqual([
    '100 % ┤ ▓▓  ██  ░░      ░░  ░░',
    '      │ ▓▓  ██  ░░      ▒▒  ▒▒',
    ' 50 % ┤ ██  ██  ░░      ▓▓  ▓▓',
    '      │ ██  ██  ░░      ██  ██',
    '    0 ┼─┬───┬───┬──    ─┬───┬──',
    '       [15] 16  17  18  19  20',
  ])
  expect(rows[0]).toContainEqual({ text: expect.stringMatching(/^▓▓ *$/), role: 'selected' })
  expect(rows[0]).toContainEqual({ text: expect.stringMatching(/^██ *░░/), role: 'bar' })
})

test('in ASCII each part has its own character', () => {
  const { rows } = stackedChart({ parts, labels, width: 32, height: 6, ascii: true })
  expect(linesOf(rows)[1]).toBe('      | ==  ##  ..      --  --')
})
