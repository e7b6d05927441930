import { useState } from 'react'
import { createEmitter } from '../../base/emitter.ts'

/** A value that is read when needed, with subscriptions to its changes. Setting it renders no component by itself. */
export type Signal<T> = {
  get(): T
  /** Notifies the subscribers. Returns whether the value changed, by `Object.is`. */
  set(next: T | ((before: T) => T)): boolean
  /** Calls the listener after each change. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void
}

export const createSignal = <T>(initial: T): Signal<T> => {
  let value = initial
  return signalOver(
    () => value,
    (next) => {
      value = next
    },
  )
}

/**
 * A signal whose value is stored elsewhere.
 *
 * @param changed - Shared by all signals over the same value.
 */
export const signalOver = <T>(get: () => T, put: (value: T) => void, changed = createEmitter()): Signal<T> => ({
  get,
  set(next) {
    const before = get()
    const value = typeof next === 'function' ? (next as (before: T) => T)(before) : next
    if (Object.is(value, before)) return false
    put(value)
    changed.emit()
    return true
  },
  subscribe: changed.subscribe,
})

/** A signal that lives as long as the component. */
export const useSignal = <T>(initial: T): Signal<T> => useState(() => createSignal(initial))[0]
