import { isDeepStrictEqual } from 'node:util'
import { ScreenState } from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'

/** An open screen, its target, and its state, which is kept while another screen is shown. */
export type Entry<Name extends string> = { screen: Name; target: Target | undefined; state: ScreenState }

/** The open screens and the history. `stack` is never empty; its last entry is shown. */
export type Navigation<Name extends string> = {
  stack: readonly Entry<Name>[]
  past: readonly Entry<Name>[]
  future: readonly Entry<Name>[]
}

/** More steps than users go back in practice. */
const MAX_PAST_LENGTH = 50

/** @param past - Entries from an earlier run, which become the history of this one. */
export const startNavigation = <Name extends string>(
  stack: readonly [Entry<Name>, ...Entry<Name>[]],
  past: readonly Entry<Name>[] = [],
): Navigation<Name> => ({ stack, past, future: [] })

/** A screen without a target, in its initial state. */
export const entryWithoutTarget = <Name extends string>(screen: Name): Entry<Name> => ({
  screen,
  target: undefined,
  state: new ScreenState(),
})

export const shownEntry = <Name extends string>({ stack }: Navigation<Name>): Entry<Name> =>
  stack[stack.length - 1] as Entry<Name>

/**
 * Opens a screen, with or without a target. Reuses an entry that is open or in the history, with its row and filter.
 *
 * @param state - State of a new entry; existing entries are then not reused. @default the initial state
 */
export const open = <Name extends string>(
  navigation: Navigation<Name>,
  screen: Name,
  target?: Target,
  state?: ScreenState,
): Navigation<Name> => {
  if (state) return show(navigation, { screen, target, state })
  const isWanted = (entry: Entry<Name>) => entry.screen === screen && isDeepStrictEqual(entry.target, target)
  if (isWanted(shownEntry(navigation))) return navigation
  const known = [...navigation.stack, ...navigation.past, ...navigation.future].find(isWanted)
  return show(navigation, known ?? { screen, target, state: new ScreenState() })
}

/** Returns to the parent, which is the previous entry of the stack; undefined if the shown entry is the only one. */
export const levelUp = <Name extends string>(navigation: Navigation<Name>): Navigation<Name> | undefined => {
  const parent = navigation.stack.at(-2)
  return parent ? show(navigation, parent) : undefined
}

/** Switches to the previously shown screen; a second call switches back. */
export const togglePrevious = <Name extends string>(navigation: Navigation<Name>): Navigation<Name> => {
  const last = navigation.past.at(-1)
  return last ? show(navigation, last) : navigation
}

/** One step back in the history, whatever the stack contains. */
export const historyBack = <Name extends string>(navigation: Navigation<Name>): Navigation<Name> => {
  const last = navigation.past.at(-1)
  if (!last) return navigation
  return {
    stack: pushOrReturn(navigation.stack, last),
    past: navigation.past.slice(0, -1),
    future: [shownEntry(navigation), ...navigation.future],
  }
}

/** One step forward in the history, after {@link historyBack}. */
export const historyForward = <Name extends string>(navigation: Navigation<Name>): Navigation<Name> => {
  const next = navigation.future[0]
  if (!next) return navigation
  return {
    stack: pushOrReturn(navigation.stack, next),
    past: [...navigation.past, shownEntry(navigation)],
    future: navigation.future.slice(1),
  }
}

const show = <Name extends string>(navigation: Navigation<Name>, entry: Entry<Name>): Navigation<Name> => ({
  stack: pushOrReturn(navigation.stack, entry),
  past: [...navigation.past, shownEntry(navigation)].slice(-MAX_PAST_LENGTH),
  future: [],
})

// Returns to an entry that is already in the stack, so the stack never holds an entry twice.
const pushOrReturn = <Name extends string>(
  stack: readonly Entry<Name>[],
  entry: Entry<Name>,
): readonly Entry<Name>[] => {
  const at = stack.indexOf(entry)
  return at >= 0 ? stack.slice(0, at + 1) : [...stack, entry]
}
