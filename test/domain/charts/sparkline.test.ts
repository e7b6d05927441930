import { expect, test } from 'vitest'
import { bucket, largest, sparkline } from '../../../src/domain/charts/sparkline.ts'

test('a sparkline has one cell a value, from zero up to the largest', () => {
  expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7])).toBe('▁▂▃▄▅▆▇█')
  expect(sparkline([0, 50, 100])).toBe('▁▅█')
  expect(sparkline([])).toBe('')
})

test('only zero is the lowest mark', () => {
  expect(sparkline([0, 1, 1_000_000])).toBe('▁▂█')
  expect(sparkline([0, 0])).toBe('▁▁')
  expect(sparkline([-5, 5])).toBe('▁█')
})

test('a missing value is a gap', () => {
  expect(sparkline([1, undefined, null, Number.NaN, 1])).toBe('█   █')
  expect(sparkline([undefined])).toBe(' ')
})

test('lines of a column share a scale', () => {
  expect(sparkline([5, 10], { max: 20 })).toBe('▃▅')
  expect(sparkline([40], { max: 20 })).toBe('█')
  expect(largest([undefined, 3, null, 7])).toBe(7)
  expect(largest([])).toBe(0)
})

test('ASCII has eight marks of its own', () => {
  expect(sparkline([0, 0.1, 1.1, 2.1, 3.1, 4.1, 5.1, 7, undefined], { max: 7, ascii: true })).toBe('_.-:=+*# ')
})

test('more values than cells become means, or sums', () => {
  expect(bucket([1, 3, 5, 7], 2)).toEqual([2, 6])
  expect(bucket([1, 3, 5, 7], 2, 'sum')).toEqual([4, 12])
  expect(bucket([1, undefined, undefined, undefined], 2)).toEqual([1, undefined])
  expect(bucket([1, 2], 5)).toEqual([1, 2])
  expect(bucket([1, 2], 0)).toEqual([])
})

test('no value is lost in buckets of uneven size', () => {
  for (let days = 1; days < 50; days += 1) {
    for (let width = 1; width <= days; width += 1) {
      const sums = bucket(new Array<number>(days).fill(1), width, 'sum')
      expect(sums).toHaveLength(width)
      expect(sums.reduce<number>((total, each) => total + (each ?? 0), 0)).toBe(days)
    }
  }
})
