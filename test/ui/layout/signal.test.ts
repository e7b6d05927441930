import { expect, test } from 'vitest'
import { createSignal } from '../../../src/ui/layout/signal.ts'

test('a signal notifies its subscribers of changes only, and set returns whether it changed', () => {
  const signal = createSignal(1)
  const seen: number[] = []
  const unsubscribe = signal.subscribe(() => seen.push(signal.get()))
  expect([signal.set(2), signal.set(2), signal.set((before) => before + 1)]).toEqual([true, false, true])
  unsubscribe()
  signal.set(7)
  expect([signal.get(), seen]).toEqual([7, [2, 3]])
})
