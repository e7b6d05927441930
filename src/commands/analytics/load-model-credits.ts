import { queries } from '../../cache/load/queries.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { asksForModels, type Where } from '../../domain/people/people-filter.ts'
import { pseudonymOf } from '../../domain/people/pseudonym.ts'
import type { PersonCredits } from '../../domain/usage/credit-days.ts'
import { figureOf } from '../../domain/usage/measure-figures.ts'
import { creditMeasures } from '../../domain/usage/usage-measures.ts'
import { loadOptions, missingReason } from '../kit/cache-use.ts'
import type { Deps } from '../kit/command.ts'

/** Who used how much of which model, and why that is not known of all days; nothing where no condition asks for it. */
export type LoadedModelCredits = {
  credits: PersonCredits | undefined
  /** The organisation's credits over the range; undefined where not all days are known. */
  total: number | undefined
  incomplete: string | undefined
}

/**
 * What conditions on models are judged by: rows of people name one model a day, the days' own credits name all.
 *
 * @param salt - Of the pseudonyms that the rows have in place of ids.
 * @throws AppError where they cannot be loaded: without them people would be left out.
 */
export const loadModelCredits = async (
  { where, range, salt }: { where: Where | undefined; range: Range; salt: string | undefined },
  deps: Deps,
): Promise<LoadedModelCredits> => {
  if (!where || !asksForModels(where)) return { credits: undefined, total: undefined, incomplete: undefined }
  const source = await deps.source()
  const { data, missing = [] } = await queries.creditDays.load(source, { range }, loadOptions(deps))
  const { people } = data
  const credits = salt === undefined ? people : { ...people, ids: people.ids.map((id) => id && pseudonymOf(id, salt)) }
  const total = missing.length > 0 ? undefined : figureOf(creditMeasures.billable_tokens, data.days, range).value
  return { credits, total, incomplete: missingReason(source, missing) }
}
