import { queries } from '../../cache/load/queries.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { asksForModels, type Where } from '../../domain/people/people-filter.ts'
import { pseudonymOf } from '../../domain/people/pseudonym.ts'
import type { PersonCredits } from '../../domain/usage/credit-days.ts'
import { loadOptions, missingReason } from '../kit/cache-use.ts'
import type { Deps } from '../kit/command.ts'

/** Who used how much of which model, and why that is not known of all days; nothing where no condition asks for it. */
export type LoadedModelCredits = { credits: PersonCredits | undefined; incomplete: string | undefined }

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
  if (!where || !asksForModels(where)) return { credits: undefined, incomplete: undefined }
  const source = await deps.source()
  const { data, missing = [] } = await queries.creditDays.load(source, { range }, loadOptions(deps))
  const { people } = data
  const credits = salt === undefined ? people : { ...people, ids: people.ids.map((id) => id && pseudonymOf(id, salt)) }
  return { credits, incomplete: missingReason(source, missing) }
}
