import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchItems, stayingItems } from '../../../src/domain/settings-diff/match-items.ts'
import { forMany } from '../../helpers/for-all.ts'
import { commonLength } from './common-length.ts'

const numbers = fc.uniqueArray(fc.nat(30), { maxLength: 20 })

test('items of both lists are paired with the minimum number of moves', () => {
  const shapes: ((number: number) => unknown)[] = [
    (number) => number,
    (number) => `entry ${number}`,
    (number) => ({ id: `id ${number}`, label: number }),
    (number) => ({ on: true, inner: [number] }),
  ]
  forMany(1_000, numbers, numbers, fc.constantFrom(...shapes), (old, now, shape) => {
    const match = matchItems(old.map(shape), now.map(shape))
    // Items without a key are paired by similarity, so only these may be paired differently.
    const isNamed = shape !== shapes[3]
    const places = now.map((number) => old.indexOf(number))
    for (const [index, place] of places.entries()) if (isNamed || place >= 0) expect(match.from[index]).toBe(place)
    expect([...match.from].filter((place) => place >= 0).every((place) => match.isKept[place])).toBe(true)
    const kept = [...match.from].filter((place) => place >= 0)
    const rising = kept.toSorted((a, b) => a - b)
    expect(match.movedCount).toBe(kept.length - commonLength(kept, rising))
    const staying = stayingItems(match)
    expect(staying).toHaveLength(kept.length - match.movedCount)
    expect(staying.every((index, turn) => turn === 0 || index > (staying[turn - 1] ?? 0))).toBe(true)
  })
})

const few = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 })

test('all equal entries are paired with the minimum number of moves', () => {
  forMany(1_000, few, few, (old, now) => {
    const { from, isKept, movedCount } = matchItems(old, now)
    const count = (list: readonly string[], value: string) => list.filter((each) => each === value).length
    const expected = ['a', 'b', 'c'].reduce((sum, value) => sum + Math.min(count(old, value), count(now, value)), 0)
    expect(movedCount).toBe(expected - commonLength(old, now))
    const pairs = [...from.entries()].filter(([, place]) => place >= 0)
    expect(pairs).toHaveLength(expected)
    expect(new Set(pairs.map(([, place]) => place)).size).toBe(expected)
    expect(pairs.every(([index, place]) => now[index] === old[place] && isKept[place])).toBe(true)
  })
})

test('items without a key are paired by common members, not by index', () => {
  const [old, now] = [
    [{ host: 'a', port: 1, user: 'u' }, { path: 'x' }],
    [{ other: true }, { host: 'a', port: 2, user: 'u' }],
  ]
  expect(matchItems(old, now).from).toEqual([-1, 0])
})
