import { expect, test } from 'vitest'
import { createPainter } from '../../../src/ui/painter/painter.ts'

const openPainter = (isLinear = false) => {
  const frames: (readonly string[])[] = []
  return { painter: createPainter((rows) => void frames.push(rows), isLinear), frames }
}
const microtask = () => Promise.resolve()

test('several changes outside of a key are painted once, in a microtask', async () => {
  const { painter, frames } = openPainter()
  painter.setBody(() => ['a'])
  painter.invalidate()
  painter.invalidate()
  expect(frames).toEqual([])
  await microtask()
  expect(frames).toEqual([['a']])
})

test('a key is painted once, before it returns', async () => {
  const { painter, frames } = openPainter()
  let row = 'a'
  painter.setBody(() => [row])
  await microtask()
  const result = painter.flushSync(() => {
    row = 'b'
    painter.invalidate()
    row = 'c'
    painter.invalidate()
    return 7
  })
  expect(result).toBe(7)
  expect(frames).toEqual([['a'], ['c']])
  await microtask()
  expect(frames.length).toBe(2)
})

test('a key that throws is painted as far as it came, and later keys work', async () => {
  const { painter, frames } = openPainter()
  let row = 'a'
  painter.setBody(() => [row])
  await microtask()
  expect(() =>
    painter.flushSync(() => {
      row = 'b'
      painter.invalidate()
      throw new Error('broken')
    }),
  ).toThrow('broken')
  expect(frames.at(-1)).toEqual(['b'])
  painter.flushSync(() => {
    row = 'c'
    painter.invalidate()
  })
  expect(frames.at(-1)).toEqual(['c'])
})

test('a dialog covers the end of the rows above the last two, and follows them for a screen reader', async () => {
  for (const [isLinear, expected] of [
    [false, ['1', '2', 'x', 'y', 'hints', 'last']],
    [true, ['1', '2', '3', '4', 'hints', 'last', 'x', 'y']],
  ] as const) {
    const { painter, frames } = openPainter(isLinear)
    painter.setBody(() => ['1', '2', '3', '4', 'hints', 'last'])
    painter.setDialog(['x', 'y'])
    await microtask()
    expect(frames).toEqual([expected])
    painter.setDialog(undefined)
    await microtask()
    expect(frames.at(-1)).toEqual(['1', '2', '3', '4', 'hints', 'last'])
  }
})

test('a paint that is requested while rows are made comes after it', async () => {
  const { painter, frames } = openPainter()
  let count = 0
  painter.setBody(() => {
    count += 1
    if (count === 1) painter.invalidate()
    return [`${count}`]
  })
  await microtask()
  await microtask()
  expect(frames).toEqual([['1'], ['2']])
})

test('rows that cannot be made do not stop later paints', async () => {
  const { painter, frames } = openPainter()
  let isBroken = true
  painter.setBody(() => {
    if (isBroken) throw new Error('broken')
    return ['a']
  })
  expect(painter.flush).toThrow('broken')
  isBroken = false
  painter.invalidate()
  await microtask()
  expect(frames).toEqual([['a']])
})

test('nothing is painted while paused, nor after it by an unmounted body; resume paints everything', async () => {
  const { painter, frames } = openPainter()
  const stop = painter.setBody(() => ['a'])
  await microtask()
  painter.pause()
  painter.invalidate()
  painter.flush()
  painter.flushSync(() => painter.setBody(() => ['b']))
  await microtask()
  expect(frames).toEqual([['a']])
  // The body that was replaced does not take the new one with it.
  stop()
  painter.resume()
  expect(frames).toEqual([['a'], ['b']])
})
