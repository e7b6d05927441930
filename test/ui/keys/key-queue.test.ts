import { expect, test } from 'vitest'
import { createKeyQueue } from '../../../src/ui/keys/key-queue.ts'

test('the first of a burst is done at once, each other one after a drawing', () => {
  const drawings: (() => void)[] = []
  const queue = createKeyQueue((next) => drawings.push(next))
  const done: string[] = []
  for (const key of 'abc') queue.add(() => done.push(key))
  expect(done).toEqual(['a'])
  drawings.shift()?.()
  expect(done).toEqual(['a', 'b'])
  drawings.shift()?.()
  drawings.shift()?.()
  queue.add(() => done.push('d'))
  expect(done).toEqual(['a', 'b', 'c', 'd'])
})

test('what a key sets off in a turn of its own comes before the next key', async () => {
  const queue = createKeyQueue()
  const done: string[] = []
  // As React does: a microtask after the key that asks for a turn.
  queue.add(() => queueMicrotask(() => setImmediate(() => done.push('drawn'))))
  await new Promise<void>((resolve) => queue.add(() => resolve(void done.push('next'))))
  expect(done).toEqual(['drawn', 'next'])
})

test('what was cleared is not done, and a key that throws does not stop the next', () => {
  const drawings: (() => void)[] = []
  const queue = createKeyQueue((next) => drawings.push(next))
  const done: string[] = []
  expect(() =>
    queue.add(() => {
      throw new Error('a bug')
    }),
  ).toThrow('a bug')
  queue.add(() => done.push('b'))
  drawings.shift()?.()
  expect(done).toEqual(['b'])
  queue.add(() => done.push('c'))
  queue.clear()
  drawings.shift()?.()
  expect(done).toEqual(['b'])
})
