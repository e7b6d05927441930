import { createContext, useCallback, useContext, useMemo, useState } from 'react'
import { createEmitter } from '../../../src/base/emitter.ts'
import { isObject } from '../../../src/base/json.ts'
import { memoize, memoizePerObject } from '../../../src/base/memoize.ts'
import { type Signal, signalOver } from '../../../src/ui/layout/signal.ts'
import type { Codec, LinkMember, LinkOptions } from './screen-link.ts'

/** A typed member of a screen's state. */
export type StateKey<T> = {
  /** Unique within the state. */
  name: string
  /** Its value until it is set. */
  initial: T
  /** How links write it; a text: the reason why links leave it out. */
  link: LinkMember | string
}

/** A key that links carry as a parameter of the same name. */
export const linkedKey = <T>(
  name: string,
  initial: T,
  codec: Codec<NonNullable<NoInfer<T>>>,
  options: LinkOptions<NoInfer<T> | undefined> = {},
): StateKey<T> => ({ name, initial, link: { name, ...codec, ...options } })

/** A key that links leave out. @param reason - Why they leave it out. */
export const localKey = <T>(name: string, initial: T, reason: string): StateKey<T> => ({ name, initial, link: reason })

/** A separate key for each value of another key: `row:people` and `row:days`. */
export const keyFor = <Value extends string, T>(of: StateKey<Value>, key: StateKey<T>) => {
  const at = (value: Value): StateKey<T> => ({ ...key, name: `${key.name}:${value}` })
  return { at, in: (state: ScreenState) => at(state.get(of)) }
}

/** The keys of a state, in the order in which links write them. `in` returns a key that depends on others. */
export type StateKeys = Readonly<Record<string, StateKey<unknown> | { in: (state: ScreenState) => StateKey<unknown> }>>

/** The selection, filter, order and so on of a screen. It outlives the component. */
export class ScreenState {
  private readonly values = new Map<string, unknown>()

  has({ name }: StateKey<unknown>): boolean {
    return this.values.has(name)
  }

  get<T>(key: StateKey<T>, initial = key.initial): T {
    return this.has(key) ? (this.values.get(key.name) as T) : initial
  }

  set<T>({ name }: StateKey<T>, value: NoInfer<T>): this {
    this.values.set(name, value)
    return this
  }

  /** A copy that later changes don't affect, without texts that are being typed. */
  copy(): ScreenState {
    const copy = new ScreenState()
    for (const [name, value] of this.values) if (!name.endsWith(TYPED)) copy.values.set(name, copyValue(value))
    return copy
  }
}

/** Copies the states of inner views, and keeps other values, which are immutable. */
const copyValue = (value: unknown): unknown => {
  if (value instanceof ScreenState) return value.copy()
  return Array.isArray(value) ? value.map(copyMembers) : value
}

/** A member of a list may hold the state of an inner view. */
const copyMembers = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyValue(one)])) : value

const TYPED = ':typed'
/** The key of the text that is being typed for another key. */
export const typedKey = <T>({ name }: StateKey<unknown>): StateKey<T | undefined> =>
  localKey<T | undefined>(`${name}${TYPED}`, undefined, 'links carry the applied text')

/**
 * The state of an inner view, kept in the state of its screen.
 * @param keep - Whether to store a new state there if it is missing.
 */
export const innerState = (state: ScreenState, key: StateKey<ScreenState | undefined>, keep: boolean): ScreenState => {
  const inner = state.get(key) ?? new ScreenState()
  if (keep) state.set(key, inner)
  return inner
}

export const ScreenStateContext = createContext(new ScreenState())

/**
 * A member of the screen's state. Its changes don't render the component.
 * @param initial - Its value until it is set.
 */
export const useScreenSignal = <T>(key: StateKey<T>, initial: NoInfer<T> = key.initial): Signal<T> => {
  const state = useContext(ScreenStateContext)
  const { name } = key
  return useMemo(() => {
    // The name identifies a key, because some keys are created at each render.
    const own = localKey<T>(name, initial, '')
    return signalOver<T>(
      () => state.get(own),
      (value) => state.set(own, value),
      changesOf(state)(name),
    )
  }, [state, name, initial])
}

const changesOf = memoizePerObject((_state: ScreenState) => memoize((_name: string) => createEmitter()))

/** A member of the screen's state. It is kept while another screen is shown. */
export const useScreenState = <T>(
  key: StateKey<T>,
  initial: NoInfer<T> = key.initial,
): [T, (next: T | ((before: T) => T)) => void] => {
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
