import { expect, test } from 'vitest'
import { bucket, clippedTop, largest, sparkline } from '../../../src/domain/charts/sparkline.ts'

test.each([
  // One cell per value, from zero to the largest.
  [[0, 1, 2, 3, 4, 5, 6, 7], '▁▂▃▄▅▆▇█'],
  [[0, 50, 100], '▁▅█'],
  [[], ''],
  // Only zero has the lowest character.
  [[0, 1, 1_000_000], '▁▂█'],
  [[0, 0], '▁▁'],
  [[-5, 5], '▁█'],
  // A missing value is a gap.
  [[1, undefined, null, Number.NaN, 1], '█   █'],
  [[undefined], ' '],
])('%j is drawn as %j', (values, line) => {
  expect(sparkline(values)).toBe(line)
})

test('sparklines of a column share a scale', () => {
  expect([sparkline([5, 10], { max: 20 }), sparkline([40], { max: 20 })]).toEqual(['▃▅', '█'])
  expect([largest([undefined, 3, null, 7]), largest([])]).toEqual([7, 0])
})

test('ASCII has its own eight characters', () => {
  expect(sparkline([0, 0.1, 1.1, 2.1, 3.1, 4.1, 5.1, 7, undefined], { max: 7, ascii: true })).toBe('_.-:=+*# ')
})

test.each<[(number | undefined)[], number, (number | undefined)[]]>([
  [[1, 3, 5, 7], 2, [2, 6]],
  [[1, undefined, undefined, undefined], 2, [1, undefined]],
  [[1, 2], 5, [1, 2]],
  [[1, 2], 0, []],
])('%j is reduced to %i buckets: %j', (values, width, cells) => {
  expect(bucket(values, width)).toEqual(cells)
})

test('no value is lost in buckets of uneven size', () => {
  for (let days = 1; days < 50; days += 1) {
    for (let width = 1; width <= days; width += 1) {
      const cells = Array.from({ length: days }, (_, day) =>
        bucket(new Array<number>(days).fill(0).with(day, 1), width).findIndex((mean = 0) => mean > 0),
      )
      expect(cells).not.toContain(-1)
      expect(new Set(cells).size).toBe(width)
    }
  }
})

test.each<[(number | undefined)[], number]>([
  // More than three times the largest of the others.
  [[5, 10, 20, 61, undefined], 20],
  [[5, 10, 20, 60], 60],
  // Three values are too few.
  [[5, 10, 1000], 1000],
  // Up to a tenth of the values.
  [[...Array(18).fill(10), 500, 400], 10],
  [[...Array(17).fill(10), 500, 400, 300], 500],
  // Nothing but zeros otherwise.
  [[0, 0, 0, 50], 50],
  [[], 0],
  [[-5], 0],
])('a scale for %j ends at %i', (values, top) => {
  expect(clippedTop(values)).toBe(top)
})

test('a value that dwarfs the others is marked, so that they stay readable; a shared scale clips nothing', () => {
  const values = [1, 2, 3, 4, 1000]
  expect(sparkline(values)).toBe('▂▂▂▂█')
  expect(sparkline(values, { clips: true })).toBe('▃▅▇█⇡')
  expect(sparkline(values, { clips: true, ascii: true })).toBe('-=*#H')
  expect(sparkline(values, { clips: true, max: 1000 })).toBe('▂▂▂▂█')
})
