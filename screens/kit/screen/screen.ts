import type { ComponentType } from 'react'
import type { EndpointName } from '../../../src/contract/endpoints.ts'
import type { ExtensionName } from '../../../src/contract/extensions.ts'
import type { Binding } from '../../../src/ui/keys/bindings.ts'
import type { ScreenName } from './names.ts'
import type { ScreenState, StateKeys } from './screen-state.ts'
import type { Target } from './target.ts'

/** Opens a screen, or a place on it. @param state - Its initial state. */
export type OpenScreen = (screen: ScreenName, target?: Target, state?: ScreenState) => void

/** The body a screen has to fill: exactly this many cells and rows. */
export type ScreenProps = {
  width: number
  height: number
  /** What to show, the same object while the screen is open; undefined if the screen was opened by its key. */
  target: Target | undefined
  /** Opens a screen as one more level, from which going back returns to the shown one. */
  open: OpenScreen
}

type LinkedState = { state: ScreenState; keys: StateKeys }

/** What links carry of one screen, in addition to the members of its target. */
export type ScreenLink = {
  /**
   * What is shown now, as a target, for a screen that opens inner views.
   * @default the target that it was opened at
   */
  targetOf?: (target: Target | undefined, state: ScreenState) => Target | undefined
  /** The members of `targetOf` that change as the user moves around. @default none */
  cursors?: readonly (keyof Target)[]
  /**
   * The states of the view that a target shows: the screen's own state and those of its inner views.
   *
   * @param keep - Whether to store missing states, because they are about to be filled.
   */
  statesOf: (target: Target | undefined, state: ScreenState, keep: boolean) => readonly LinkedState[]
  /** The member that follows the screen in the path of a link. @default none */
  path?: string
  /** Whether this target opens inside the screen, so that going back returns to the whole screen. @default no */
  isInside?: (target: Target) => boolean
}

/** An entry of the table of screens. */
export type Screen = {
  title: string
  /** Its number key. Its tab is always shown. @default none: its tab is shown only while the screen is */
  key?: string
  /** The letter after `g`. */
  letter: string
  /** One sentence for help. */
  summary: string
  /** Rules behind the figures of the screen, for help: how they are computed, what shares a scale. */
  notes: readonly string[]
  /** Whether it shows the chosen range of days. If not, it names no range and has no keys for one. */
  isByRange: boolean
  /** An example of its filter, for the palette. @default the palette opens it without a filter */
  example?: string
  /** The endpoints that it requests. */
  endpoints: readonly (EndpointName | ExtensionName)[]
  /**
   * What it shows as of an earlier day: the data known then, or a mark on that day. Other data has no earlier state.
   * @default the current data
   */
  asOf?: 'known' | 'marked'
  keys: readonly Binding[]
  /** What links carry of it. */
  link: ScreenLink
  /** Loads its component, so that the first frame of another screen doesn't wait for it. */
  load: () => Promise<ComponentType<ScreenProps>>
}

/**
 * The keys of a screen's inner views that its help and the README list after those of its list, each action once and
 * without hints.
 *
 * @param isByKey - Whether a key that the list also has is left out, although it has another action there. @default
 * false
 */
export const insideKeys = (own: readonly Binding[], inside: readonly Binding[], isByKey = false): Binding[] => {
  const known = new Set(own.flatMap(({ action, keys }) => (isByKey ? [action, ...keys] : [action])))
  return inside
    .filter(({ action, keys }, at) => {
      const isFirst = inside.findIndex((one) => one.action === action) === at
      return isFirst && !known.has(action) && !(isByKey && known.has(keys[0] ?? ''))
    })
    .map(({ keys, action, help, inside, sortsBy, group }) => ({ keys, action, help, inside, sortsBy, group }))
}
