import { expect, test } from 'vitest'
import { createKeyQueue, MAX_FLOOD_LENGTH, MAX_WAITING } from '../../../src/ui/keys/key-queue.ts'

/** A queue of texts; the test ends each frame. Texts that begin with `j` coalesce. */
const queueOf = (act: (item: string) => void = () => {}) => {
  const drawings: (() => void)[] = []
  const done: string[] = []
  const queue = createKeyQueue<string>({
    act: ([item = '', ...others]) => {
      const other = others.findIndex((one) => one !== item)
      const count = item.startsWith('j') ? 1 + (other < 0 ? others.length : other) : 1
      done.push(count > 1 ? `${item}×${count}` : item)
      act(item)
      return count
    },
    afterDrawing: (next) => drawings.push(next),
    whenFree: (free) => free(),
  })
  const draw = () => drawings.shift()?.()
  const drawAll = () => {
    let count = 0
    for (; drawings.length > 0; count += 1) draw()
    return count
  }
  return { queue, done, draw, drawAll }
}

test('the first key of a burst runs immediately, each other one after a frame', () => {
  const { queue, done, draw } = queueOf()
  for (const key of 'abc') queue.add(key)
  expect(done).toEqual(['a'])
  draw()
  expect(done).toEqual(['a', 'b'])
  draw()
  draw()
  queue.add('d')
  expect(done).toEqual(['a', 'b', 'c', 'd'])
})

test("cleared items don't run, and a key that throws does not stop the next", () => {
  const { queue, done, draw } = queueOf((key) => {
    if (key === 'a') throw new Error('a bug')
    if (key === 'z') queue.clear()
  })
  expect(() => queue.add('a')).toThrow('a bug')
  for (const key of 'bzc') queue.add(key)
  draw()
  draw()
  queue.add('d')
  draw()
  expect(done).toEqual(['a', 'b', 'z', 'd'])
  queue.add('e')
  queue.clear()
  draw()
  expect(done).toHaveLength(4)
})

test('a long burst of a coalescing key costs at most two frames, and no press is lost', () => {
  const { queue, done, drawAll } = queueOf()
  for (let key = 0; key < 200_000; key += 1) queue.add('j')
  queue.add('k')
  expect(drawAll()).toBe(3)
  expect(done).toEqual(['j', 'j×199999', 'k'])
})

test('a flood of other keys is cut, and the queue accepts keys after it', () => {
  const { queue, done, drawAll } = queueOf()
  for (let key = 0; key < MAX_FLOOD_LENGTH + 1; key += 1) queue.add(key % 2 === 0 ? 'x' : 'y')
  expect(drawAll()).toBeLessThanOrEqual(MAX_WAITING + 3)
  queue.add('last')
  expect(done.at(-1)).toBe('last')
})

test('urgent items run before waiting ones, in order', () => {
  const { queue, done, draw, drawAll } = queueOf()
  for (const key of 'abc') queue.add(key)
  queue.addUrgent('^c')
  queue.addUrgent('^c')
  queue.add('d')
  draw()
  expect(done).toEqual(['a', '^c'])
  queue.addUrgent('^c')
  drawAll()
  expect(done).toEqual(['a', '^c', '^c', '^c'])
  queue.add('e')
  expect(done.at(-1)).toBe('e')
})
