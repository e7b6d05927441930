import { lengthOf, type Range } from '../../../domain/calendar/calendar.ts'

const days = (count: number): string => (count === 1 ? '1 day is' : `${count} days are`)

/** Reports that days of a range are not cached and cannot be requested. */
export const notCachedMessage = (range: Range, missing: readonly Range[]): string => {
  const count = missing.reduce((sum, span) => sum + lengthOf(span), 0)
  return count < lengthOf(range)
    ? `Offline: ${days(count)} not cached on this machine.`
    : 'Offline: none of these days is cached on this machine.'
}

/** Reports that a list of users was left before all of them were loaded. */
export const SOME_USERS_CACHED = 'Offline: only some users of these days are cached on this machine.'

/** Reports that days are still missing after several requests because another process keeps changing the cache. */
export const cacheClearedMessage = (missing: readonly Range[]): string =>
  `${days(missing.reduce((sum, span) => sum + lengthOf(span), 0))} missing because another process is changing the cache. Refresh (r).`

/** Reports that a list is not cached and cannot be requested. */
export const NOT_CACHED = 'Offline: not cached on this machine.'

/** Reports that revisions between cached ones are not cached and cannot be requested. */
export const revisionsNotCachedMessage = ({ from, to }: { from: number; to: number }): string =>
  from === to
    ? `Offline: revision ${from} is not cached on this machine.`
    : `Offline: revisions ${from} to ${to} are not cached on this machine.`

/** Reports that a secret cannot be shown. */
export const REVEAL_OFFLINE = 'Offline: secrets are not cached. They can be shown only when online.'
