import type { ComponentType } from 'react'
import type { EndpointName } from '../../../src/contract/endpoints.ts'
import type { ExtensionName } from '../../../src/contract/extensions.ts'
import type { Binding } from '../../../src/ui/keys/bindings.ts'
import type { ScreenName } from './names.ts'
import type { ScreenState, StateKeys } from './screen-state.ts'
import type { Target } from './target.ts'

/**
 * Opens a screen on top of the one that is shown: going back shows that as it was. With a target it is one of its own.
 *
 * @param state - What it keeps to begin with, which makes it one of its own, too.
 */
export type OpenScreen = (screen: ScreenName, target?: Target, state?: ScreenState) => void

/** The body a screen has to fill: exactly this many cells and rows. */
export type ScreenProps = {
  width: number
  height: number
  /** What the screen was opened at, the same object while it is open; undefined when it was opened by its key. */
  target: Target | undefined
  open: OpenScreen
  /**
   * Goes back to what the screen was opened from; undefined where nothing is. What it was opened at is left by this, as the user has
   * never seen what lies around it.
   */
  back: (() => void) | undefined
}

type LinkedState = { state: ScreenState; keys: StateKeys }

/** What links carry of one screen, besides the members of its target. */
export type ScreenLink = {
  /**
   * What is shown as a target, where the screen opens things within itself.
   * @default what it was opened at
   */
  targetOf?: (target: Target | undefined, state: ScreenState) => Target | undefined
  /**
   * The states of what is shown at a target, the screen's own and those of its views.
   *
   * @param isPut - Whether they are about to be filled, so that states that are not there yet are made.
   */
  statesOf: (target: Target | undefined, state: ScreenState, isPut: boolean) => readonly LinkedState[]
  /** What stands behind the screen in the path of a link: the name of a member, by default none. */
  path?: string
  /** Whether what is shown at this target has the whole screen below it, to go back to. @default no */
  isInside?: (target: Target) => boolean
}

/** One row of the table of screens. */
export type Screen = {
  title: string
  /**
   * Its number key, with which its tab always has a place above the body.
   * @default none: its tab is there while it is shown
   */
  key?: string
  /** The letter after `g`. */
  letter: string
  /** One sentence for help. */
  summary: string
  /** Rules that the figures of the screen follow, for help: how they are made, what shares a scale. */
  notes: readonly string[]
  /** Whether it shows the chosen range of days; what always shows all there is names no range and has no key for one. */
  isByRange: boolean
  /** What a filter of it is like, for the palette. @default the palette opens it without one */
  example?: string
  /** What it keeps where it opens with a filter. @default the filter alone */
  filtered?: (text: string) => ScreenState
  /** Endpoints whose answers it shows. */
  asks: readonly (EndpointName | ExtensionName)[]
  /**
   * What it shows as of an earlier day: what was known then, or a mark on that day. Of what else it shows nobody kept what it was.
   * @default what there is now
   */
  asOf?: 'known' | 'marked'
  keys: readonly Binding[]
  /** What links carry of it. */
  link: ScreenLink
  /** Loads what draws it, which the first frame of another screen does not pay for. */
  load: () => Promise<ComponentType<ScreenProps>>
}

/**
 * The keys of a screen's inner views that its help and the README list behind those of its list, each action once and without hints.
 *
 * @param isByKey - Whether a key that the list has, too, is left out although it does something else there. @default false
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
