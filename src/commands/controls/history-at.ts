import type { Day } from '../../domain/calendar/calendar.ts'
import { isKnownAt } from '../../domain/calendar/known-at.ts'
import { areReached } from './named-revision.ts'
import type { History, OpenedHistory, Revision } from './opened-history.ts'

/** The history as it was known at the end of a day: what came later is left out, and latest is the latest of then. */
export const historyAt = ({ walk }: OpenedHistory, at: Day): OpenedHistory => {
  const known = (rows: readonly Revision[]) => rows.filter(({ updatedAt }) => isKnownAt(updatedAt, at))
  const walkKnown = async (isEnough: (rows: readonly Revision[]) => boolean): Promise<History> => {
    const history = await walk((rows) => isEnough(known(rows)))
    return { ...history, rows: known(history.rows) }
  }
  return { walk: walkKnown, find: (names) => walkKnown((rows) => areReached(rows, names)) }
}
