import { createContext, useContext, useLayoutEffect } from 'react'
import { type Binding, EVERYWHERE, type Handlers, type Keymap, type Layer, type LayerKind } from './bindings.ts'
import { useLatest } from './use-latest.ts'

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
  /** What the user calls these keys by, to give them others. @default the screen's, or of what lies over it none */
  scope?: string
}

/**
 * Hears keys while the component is mounted. An action of the table that lacks its handler does not compile.
 *
 * @returns The bindings as they are heard, with the keys of the user's own: what is drawn of keys.
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
    [keymap, kind, bindings, isExclusive, types, pastes, latest],
  )
  return bindings
}
