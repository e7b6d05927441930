import { isDeepStrictEqual } from 'node:util'
import { ScreenState } from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'

/** One opened screen: which, at what, and its state, which it keeps while it is not shown. */
export type Entry<Name extends string> = { screen: Name; target: Target | undefined; state: ScreenState }

/** Where the user is and was. `stack` is never empty; its last entry is shown. */
export type Navigation<Name extends string> = {
  stack: readonly Entry<Name>[]
  past: readonly Entry<Name>[]
  future: readonly Entry<Name>[]
}

/** More steps than anyone goes back. */
const MAX_PAST_LENGTH = 50

/** @param past - What was open in an earlier run, as if it had been open in this one. */
export const startNavigation = <Name extends string>(
  stack: readonly [Entry<Name>, ...Entry<Name>[]],
  past: readonly Entry<Name>[] = [],
): Navigation<Name> => ({ stack, past, future: [] })

/** A screen as a whole, with nothing kept yet. */
export const wholeScreen = <Name extends string>(screen: Name): Entry<Name> => ({
  screen,
  target: undefined,
  state: new ScreenState(),
})

export const shownEntry = <Name extends string>({ stack }: Navigation<Name>): Entry<Name> =>
  stack[stack.length - 1] as Entry<Name>

/**
 * Opens a screen, at something or as a whole. One that is open already is gone back to, with its row and filter as they
 * were left.
 *
 * @param state - What it is shown with, which makes it another one than those that are open already. @default as it begins
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

/** One step up; undefined at the root, where there is nothing to go back to. */
export const back = <Name extends string>(navigation: Navigation<Name>): Navigation<Name> | undefined => {
  const above = navigation.stack.at(-2)
  return above ? show(navigation, above) : undefined
}

/** The screen that was shown before this one; asked again, this one. */
export const toggleLast = <Name extends string>(navigation: Navigation<Name>): Navigation<Name> => {
  const last = navigation.past.at(-1)
  return last ? show(navigation, last) : navigation
}

/** One step back in time. */
export const backward = <Name extends string>(navigation: Navigation<Name>): Navigation<Name> => {
  const last = navigation.past.at(-1)
  if (!last) return navigation
  return {
    stack: placed(navigation.stack, last),
    past: navigation.past.slice(0, -1),
    future: [shownEntry(navigation), ...navigation.future],
  }
}

/** One step forward again, after {@link backward}. */
export const forward = <Name extends string>(navigation: Navigation<Name>): Navigation<Name> => {
  const next = navigation.future[0]
  if (!next) return navigation
  return {
    stack: placed(navigation.stack, next),
    past: [...navigation.past, shownEntry(navigation)],
    future: navigation.future.slice(1),
  }
}

const show = <Name extends string>(navigation: Navigation<Name>, entry: Entry<Name>): Navigation<Name> => ({
  stack: placed(navigation.stack, entry),
  past: [...navigation.past, shownEntry(navigation)].slice(-MAX_PAST_LENGTH),
  future: [],
})

// An entry that is in the stack is gone back to, so the stack never holds one twice.
const placed = <Name extends string>(stack: readonly Entry<Name>[], entry: Entry<Name>): readonly Entry<Name>[] => {
  const at = stack.indexOf(entry)
  return at >= 0 ? stack.slice(0, at + 1) : [...stack, entry]
}
