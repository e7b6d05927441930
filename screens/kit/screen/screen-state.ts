import { createContext, useCallback, useContext, useMemo, useState } from 'react'
import type { Late } from '../../../src/ui/layout/late.ts'

/** Where a screen keeps its row, filter and order while it is not shown. */
export type ScreenState = Map<string, unknown>

export const ScreenStateContext = createContext<ScreenState>(new Map())

/** One member of it. */
export type Kept<T> = Late<T>

/** State that outlives the component, which is not drawn again when it changes. */
export const useKept = <T>(key: string, initial: T): Kept<T> => {
  const state = useContext(ScreenStateContext)
  return useMemo(() => keptIn(state, key, initial), [state, key, initial])
}

const listeners = new WeakMap<ScreenState, Map<string, Set<() => void>>>()

const keptIn = <T>(state: ScreenState, key: string, initial: T): Kept<T> => {
  const get = (): T => (state.has(key) ? (state.get(key) as T) : initial)
  return {
    get,
    set(next) {
      const before = get()
      const value = typeof next === 'function' ? (next as (before: T) => T)(before) : next
      if (Object.is(value, before)) return false
      state.set(key, value)
      for (const listener of listeners.get(state)?.get(key) ?? []) listener()
      return true
    },
    subscribe(listener) {
      const ofState = listeners.get(state) ?? new Map<string, Set<() => void>>()
      listeners.set(state, ofState)
      const ofKey = ofState.get(key) ?? new Set()
      ofState.set(key, ofKey)
      ofKey.add(listener)
      return () => void ofKey.delete(listener)
    },
  }
}

/** State that outlives the component: it is still there when the user comes back to the screen. */
export const useScreenState = <T>(key: string, initial: T): [T, (next: T | ((before: T) => T)) => void] => {
  const kept = useKept(key, initial)
  const [, draw] = useState(0)
  const set = useCallback(
    (next: T | ((before: T) => T)) => {
      if (kept.set(next)) draw((count) => count + 1)
    },
    [kept],
  )
  return [kept.get(), set]
}
