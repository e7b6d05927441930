import { DAY_MS } from '../../../base/time.ts'

/** How long an item that is muted is not told of. */
const MUTED_DAYS = 7
export const MUTED_MS = MUTED_DAYS * DAY_MS

/** What is not to be told of for a while, by the ids of the items. */
export type Mutes = {
  /** Until when an item is muted, Unix ms; undefined: it is not, or not any more. */
  until(id: string): number | undefined
  /**
   * Mutes it for {@link MUTED_DAYS} days, or not any more.
   *
   * @returns Whether that is kept beyond this run.
   */
  set(id: string, isMuted: boolean): boolean
}

/** Mutes that last for this run. @param now - Unix ms. */
export const createMutes = (now: () => number): Mutes => {
  const muted = new Map<string, number>()
  return {
    until: (id) => {
      const until = muted.get(id)
      return until !== undefined && until > now() ? until : undefined
    },
    set: (id, isMuted) => {
      if (isMuted) muted.set(id, now() + MUTED_MS)
      else muted.delete(id)
      return false
    },
  }
}
