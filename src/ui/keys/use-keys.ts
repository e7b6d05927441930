import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import type { Binding, Handlers, Keymap, Layer, LayerKind } from './bindings.ts'

export const KeymapContext = createContext<Keymap | undefined>(undefined)

/** The keymap of the running application. */
export const useKeymap = (): Keymap => {
  const keymap = useContext(KeymapContext)
  if (!keymap) throw new Error('useKeymap needs a KeymapContext above it')
  return keymap
}

/** What a layer may say besides its bindings. */
export type LayerOptions = Pick<Layer, 'type' | 'paste' | 'isExclusive'> & {
  /** @default 'screen' */
  kind?: LayerKind
}

/**
 * Hears keys while the component is mounted. An action of the table that lacks its handler does not compile.
 */
export const useKeys = <const B extends readonly Binding[]>(
  bindings: B,
  handlers: Handlers<B>,
  options: LayerOptions = {},
): void => {
  const keymap = useKeymap()
  const latest = useRef({ handlers, options })
  latest.current = { handlers, options }
  const { kind = 'screen', isExclusive = false } = options
  const types = options.type !== undefined
  const pastes = options.paste !== undefined
  // In the commit, not after it: the next key may be waiting already.
  useLayoutEffect(
    () =>
      keymap.add({
        kind,
        bindings,
        isExclusive,
        run: (action, times) =>
          (latest.current.handlers as Record<string, (times: number) => unknown>)[action]?.(times),
        ...(types && { type: (key) => latest.current.options.type?.(key) ?? false }),
        ...(pastes && { paste: (text) => latest.current.options.paste?.(text) }),
      }),
    [keymap, kind, bindings, isExclusive, types, pastes],
  )
}
