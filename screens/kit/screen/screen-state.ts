import { createContext, useCallback, useContext, useMemo, useState } from 'react'
import { createEmitter } from '../../../src/base/emitter.ts'
import { memoize, memoizePerObject } from '../../../src/base/memoize.ts'
import { type Signal, signalOver } from '../../../src/ui/layout/signal.ts'

/** Where a screen keeps its row, filter and order while it is not shown. */
export type ScreenState = Map<string, unknown>

export const ScreenStateContext = createContext<ScreenState>(new Map())

/** A member of the screen's state. It outlives the component, which is not rendered when it changes. */
export const useScreenSignal = <T>(key: string, initial: T): Signal<T> => {
  const state = useContext(ScreenStateContext)
  return useMemo(
    () =>
      signalOver<T>(
        () => (state.has(key) ? (state.get(key) as T) : initial),
        (value) => state.set(key, value),
        changesOf(state)(key),
      ),
    [state, key, initial],
  )
}

const changesOf = memoizePerObject((_state: ScreenState) => memoize((_key: string) => createEmitter()))

/** State that outlives the component: it is still there when the user comes back to the screen. */
export const useScreenState = <T>(key: string, initial: T): [T, (next: T | ((before: T) => T)) => void] => {
  const signal = useScreenSignal(key, initial)
  const [, draw] = useState(0)
  const set = useCallback(
    (next: T | ((before: T) => T)) => {
      if (signal.set(next)) draw((count) => count + 1)
    },
    [signal],
  )
  return [signal.get(), set]
}
