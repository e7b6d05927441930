import type { ScreenName } from '../../kit/screen/names.ts'
import type { SessionState } from '../../kit/session/session.ts'
import { type Entry, shownEntry } from './navigation.ts'
import { placeKey } from './open-places.ts'

/** A place as it was seen: the open screens with their state, and the range. */
export type SeenPlace = {
  stack: readonly Entry<ScreenName>[]
  session: Pick<SessionState, 'range' | 'isComparing' | 'at'>
}

/** More steps than users go back in practice. */
const MAX_PAST_LENGTH = 50

/**
 * The places seen, for going back and forward. A place is recorded when a key changes what a link to it would hold,
 * except the selected row, with the state from before that key.
 *
 * @param current - The shown place.
 */
export const createPlacesSeen = (current: () => SeenPlace) => {
  let past: SeenPlace[] = []
  let future: SeenPlace[] = []
  let seen = copyOf(current())
  let key = keyOf(seen)
  /** Records the place before the last key if that key changed it. */
  const afterKey = () => {
    const now = keyOf(current())
    if (now === key) return
    past = [...past, seen].slice(-MAX_PAST_LENGTH)
    future = []
    key = now
  }
  /** @param from - The places in this direction, the nearest one last. */
  const step = (from: SeenPlace[], to: SeenPlace[]): SeenPlace | undefined => {
    const next = from.pop()
    if (!next) return undefined
    to.push(seen)
    key = keyOf(next)
    return copyOf(next)
  }
  return {
    /** To be called before each key. A change since the last key, such as a target that loaded, is not a new place. */
    beforeKey(): void {
      seen = copyOf(current())
      key = keyOf(seen)
      queueMicrotask(afterKey)
    },
    /** One step back or forward; undefined at the end. */
    back: () => step(past, future),
    forward: () => step(future, past),
    /** The last place on another screen. */
    previousScreen(): SeenPlace | undefined {
      const { screen } = shownEntry(current())
      const found = past.findLast((one) => shownEntry(one).screen !== screen)
      return found && copyOf(found)
    },
  }
}

const keyOf = ({ stack, session }: SeenPlace): string => placeKey({ navigation: { stack }, session })

const copyOf = ({ stack, session: { range, isComparing, at } }: SeenPlace): SeenPlace => ({
  stack: stack.map((entry) => ({ ...entry, state: entry.state.copy() })),
  session: { range, isComparing, at },
})
