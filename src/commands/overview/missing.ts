import { AppError } from '../../base/errors.ts'
import type { Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'

/** A part that could not be loaded, or not all of it. */
export type MissingPart = { part: string; error: AppError }

/** Whether a part is missing because this key or plan may not see it, which asking again does not change. */
export const isRefusal = ({ error }: MissingPart): boolean => error.status === 402 || error.status === 403

/**
 * Names each part that is missing, those with the same reason together, and ends as incomplete.
 *
 * @param what What lacks them: `The overview`.
 * @throws AppError of kind `incomplete` where any is missing.
 */
export const endWithMissing = (what: string, missing: readonly MissingPart[], { err }: Pick<Deps, 'err'>): void => {
  const byReason = Map.groupBy(missing, ({ error }) => error.message)
  for (const [reason, parts] of byReason) noteTo(err, `Without ${parts.map(({ part }) => part).join(', ')}: ${reason}`)
  if (missing.length === 0) return
  // What a key may not see stays so.
  const todo = missing.every(isRefusal) ? '.' : ': try again.'
  throw new AppError('incomplete', `${what} is incomplete${todo}`)
}
