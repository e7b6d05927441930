import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Binding, EVERYWHERE, type Handlers, type Keymap, type Layer, type LayerKind } from './bindings.ts'

/** The value of the last committed render, for handlers that outlive it: keys, clicks, timers. */
export const useLatest = <Value>(value: Value): { readonly current: Value } => {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** Keeps the latest value in a set while the component is mounted. */
export const useRegistered = <Value>(all: Set<{ readonly current: Value }> | undefined, value: Value): void => {
  const latest = useLatest(value)
  useLayoutEffect(() => {
    all?.add(latest)
    return () => void all?.delete(latest)
  }, [all, latest])
}

/** The value, or the last defined one while it is undefined: the display stays while its next version loads. */
export const useLastDefined = <Value>(value: Value | undefined): Value | undefined => {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

export const KeymapContext = createContext<Keymap | undefined>(undefined)

/** The scope of a screen's keys. The application's keys have their own scope. @default none: keys are not remapped */
export const KeyScopeContext = createContext<string>('')

export const useKeymap = (): Keymap => {
  const keymap = useContext(KeymapContext)
  if (!keymap) throw new Error('useKeymap needs a KeymapContext above it')
  return keymap
}

/** The options of a layer in addition to its bindings. */
export type LayerOptions = Pick<Layer, 'type' | 'paste' | 'isExclusive'> & {
  /** @default 'screen' */
  kind?: LayerKind
  /** The scope under which the user can remap these keys. @default the screen's scope; none for an overlay */
  scope?: string
}

/**
 * Handles keys while the component is mounted. A missing handler does not compile.
 *
 * @returns The bindings with the user's own keys, for displaying them.
 */
export const useKeys = <const B extends readonly Binding[]>(
  given: B,
  handlers: Handlers<B>,
  options: LayerOptions = {},
): readonly Binding[] => {
  const keymap = useKeymap()
  const ofScreen = useContext(KeyScopeContext)
  const latest = useLatest({ handlers, options })
  const { kind = 'screen', isExclusive = false } = options
  const { scope = kind === 'app' ? EVERYWHERE : kind === 'overlay' ? '' : ofScreen } = options
  const bindings = keymap.keysIn(scope, given)
  const types = options.type !== undefined
  const pastes = options.paste !== undefined
  // In a layout effect, because the next key may be waiting already.
  useLayoutEffect(
    () =>
      keymap.add({
        kind,
        bindings,
        isExclusive,
        run: (action, ...counted) =>
          (latest.current.handlers as Record<string, (times: number, row?: number) => unknown>)[action]?.(...counted),
        ...(types && { type: (key) => latest.current.options.type?.(key) ?? false }),
        ...(pastes && { paste: (text) => latest.current.options.paste?.(text) }),
      }),
    [keymap, kind, bindings, isExclusive, types, pastes, latest],
  )
  return bindings
}

/** Delays keys while their target is being loaded. */
export const useHeldKeys = (isLoading: boolean): void => {
  const keymap = useKeymap()
  const release = useRef(() => {})
  useLayoutEffect(() => {
    if (isLoading) release.current = keymap.hold()
  }, [keymap, isLoading])
  // In an effect, so that the layout effects of the loaded component have added its layer.
  useEffect(() => {
    if (!isLoading) release.current()
  }, [isLoading])
  useEffect(() => () => release.current(), [])
}
