import { expect, test } from 'vitest'
import { createPainter } from '../../../src/ui/painter/painter.ts'

/** A painter of one row, its frames, and `show`, which changes the row. */
const openPainter = (isLinear = false) => {
  const frames: (readonly string[])[] = []
  const painter = createPainter((rows) => void frames.push(rows), isLinear)
  let row = 'a'
  painter.setBody(() => [row])
  const show = (text: string) => {
    row = text
    painter.invalidate()
  }
  return { painter, frames, show }
}
const microtask = () => Promise.resolve()

test('several changes outside of a key are painted once, in a microtask', async () => {
  const { frames, show } = openPainter()
  show('b')
  show('c')
  expect(frames).toEqual([])
  await microtask()
  expect(frames).toEqual([['c']])
})

test('a key is painted once, before it returns or throws', async () => {
  const { painter, frames, show } = openPainter()
  await microtask()
  const result = painter.flushSync(() => {
    show('b')
    show('c')
    return 7
  })
  expect(result).toBe(7)
  expect(frames).toEqual([['a'], ['c']])
  const broken = () => {
    show('d')
    throw new Error('broken')
  }
  expect(() => painter.flushSync(broken)).toThrow('broken')
  painter.flushSync(() => show('e'))
  await microtask()
  expect(frames.slice(2)).toEqual([['d'], ['e']])
})

test('a dialog covers the rows above the last two, and follows all rows for a screen reader', async () => {
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

test('a paint requested during a paint follows it, and rows that throw stop no later paint', async () => {
  const { painter, frames } = openPainter()
  let count = 0
  painter.setBody(() => {
    count += 1
    if (count === 1) throw new Error('broken')
    if (count === 2) painter.invalidate()
    return [`${count}`]
  })
  expect(painter.flush).toThrow('broken')
  painter.invalidate()
  await microtask()
  await microtask()
  expect(frames).toEqual([['2'], ['3']])
})

test('nothing is painted while paused or by an unmounted body; resume paints everything', async () => {
  const { painter, frames } = openPainter()
  const stop = painter.setBody(() => ['a'])
  await microtask()
  painter.pause()
  painter.invalidate()
  painter.flush()
  painter.flushSync(() => painter.setBody(() => ['b']))
  await microtask()
  expect(frames).toEqual([['a']])
  // Removing the replaced body does not remove the new one.
  stop()
  painter.resume()
  expect(frames).toEqual([['a'], ['b']])
})
