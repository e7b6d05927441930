import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { type Binding, EVERYWHERE, type Handlers, type Keymap, type Layer, type LayerKind } from './bindings.ts'

export const KeymapContext = createContext<Keymap | undefined>(undefined)

/** The scope of the keys that a screen hears; those of the application have their own. @default none: they stay as they are */
export const KeyScopeContext = createContext<string>('')

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
  given: B,
  handlers: Handlers<B>,
  options: LayerOptions = {},
): void => {
  const keymap = useKeymap()
  const scope = useContext(KeyScopeContext)
  const latest = useRef({ handlers, options })
  latest.current = { handlers, options }
  const { kind = 'screen', isExclusive = false } = options
  const bindings =
    kind === 'app' ? keymap.keysIn(EVERYWHERE, given) : kind === 'screen' ? keymap.keysIn(scope, given) : given
  const types = options.type !== undefined
  const pastes = options.paste !== undefined
  // In the commit, not after it: the next key may be waiting already.
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
    [keymap, kind, bindings, isExclusive, types, pastes],
  )
}
