import { createContext, useCallback, useContext, useState } from 'react'

/** Where a screen keeps its row, filter and order while it is not shown. */
export type ScreenState = Map<string, unknown>

export const ScreenStateContext = createContext<ScreenState>(new Map())

/** State that outlives the component: it is still there when the user comes back to the screen. */
export const useScreenState = <T>(key: string, initial: T): [T, (next: T | ((before: T) => T)) => void] => {
  const state = useContext(ScreenStateContext)
  const [, draw] = useState(0)
  const value = state.has(key) ? (state.get(key) as T) : initial
  const set = useCallback(
    (next: T | ((before: T) => T)) => {
      const before = state.has(key) ? (state.get(key) as T) : initial
      const value = typeof next === 'function' ? (next as (before: T) => T)(before) : next
      if (Object.is(value, before)) return
      state.set(key, value)
      draw((count) => count + 1)
    },
    [state, key, initial],
  )
  return [value, set]
}
