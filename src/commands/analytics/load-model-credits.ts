import { queries } from '../../cache/load/queries.ts'
import type { Source } from '../../cache/load/source.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import type { CreditPrice } from '../../domain/money/price.ts'
import { usesModels, usesStopped, type Where } from '../../domain/people/people-filter.ts'
import { pseudonymOf } from '../../domain/people/pseudonym.ts'
import type { PersonCredits } from '../../domain/usage/credit-days.ts'
import { figureOf } from '../../domain/usage/measure-figures.ts'
import { type StoppedPerson, stoppedPeople, stoppedSpan } from '../../domain/usage/stopped-users.ts'
import { creditMeasures } from '../../domain/usage/usage-measures.ts'
import type { Deps } from '../kit/command.ts'
import { loadOptions, missingReason } from '../kit/load-options.ts'
import type { UsersOptions } from './users-options.ts'

/** The options, and the data for conditions on models and on users who stopped. */
export type UsersWithCredits = UsersOptions &
  Pick<LoadedModelCredits, 'credits' | 'stopped'> & {
    /** The price of credits; undefined: money is left out. */
    price: CreditPrice | undefined
  }

export type LoadedModelCredits = Awaited<ReturnType<typeof loadModelCredits>>

/**
 * Loads the data for conditions on models and on users who stopped. A user's row names only one model per day, but the
 * credits of a day name all of them.
 *
 * @param salt - Salt of the pseudonyms that replace ids in the rows; undefined: rows have ids.
 * @throws AppError when the data cannot be loaded: without it, users would be left out.
 */
export const loadModelCredits = async (
  { where, range, salt }: { where: Where | undefined; range: Range; salt: string | undefined },
  deps: Deps,
) => {
  /** The result without such conditions. `total`: credits of the organisation, undefined if any day is missing. */
  const nothing: {
    credits?: PersonCredits | undefined
    total?: number | undefined
    stopped?: StoppedPerson[] | undefined
    incomplete?: string | undefined
  } = {}
  const source = where && (usesModels(where) || usesStopped(where)) ? await deps.source() : undefined
  if (!where || !source) return nothing
  const stopped = usesStopped(where) ? await loadStopped(source, range, salt, deps) : nothing
  if (!usesModels(where)) return { ...nothing, ...stopped }
  const { data, missing = [] } = await queries.creditDays.load(source, { range }, loadOptions(deps))
  const { people } = data
  const credits = salt === undefined ? people : { ...people, ids: people.ids.map((id) => id && pseudonymOf(id, salt)) }
  const total = missing.length > 0 ? undefined : figureOf(creditMeasures.billable_tokens, data.days, range).value
  return { ...stopped, credits, total, incomplete: missingReason(source, missing) ?? stopped.incomplete }
}

const loadStopped = async (source: Source, range: Range, salt: string | undefined, deps: Deps) => {
  const days = stoppedSpan(range.to)
  const { data, missing = [] } = await queries.creditDays.load(source, { range: days }, loadOptions(deps))
  const stopped = stoppedPeople(data, range.to)?.people
  if (!stopped)
    return { stopped, incomplete: `Users who stopped are unknown: credits of days up to ${range.to} are missing.` }
  const named = stopped.map((one) =>
    salt === undefined ? one : { ...one, id: pseudonymOf(one.id, salt), email: undefined },
  )
  return { stopped: named, incomplete: missingReason(source, missing) }
}
