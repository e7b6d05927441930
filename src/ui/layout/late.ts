import { useState } from 'react'

/** A value that is read when it is needed rather than when something is drawn. */
export type Late<T> = {
  get(): T
  /** Tells whoever listens; answers whether it was another value before. */
  set(next: T | ((before: T) => T)): boolean
  /** Calls back after each change, until what it answers is called. */
  subscribe(listener: () => void): () => void
}

/** One that goes with the component, which is not drawn again when it changes: {@link LateRows} can be. */
export const useLate = <T>(initial: T): Late<T> => {
  const [late] = useState(() => createLate(initial))
  return late
}

const createLate = <T>(initial: T): Late<T> => {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set(next) {
      const before = value
      value = typeof next === 'function' ? (next as (before: T) => T)(before) : next
      if (Object.is(value, before)) return false
      for (const listener of listeners) listener()
      return true
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
