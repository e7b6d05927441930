import { textFilter } from '../text/text-filter.ts'
import type { JudgedCriterion } from './judged-criteria.ts'

/** A filter of criteria by their ids and rationales: see {@link textFilter}. */
export const criterionFilter = (typed: string): ((criterion: Pick<JudgedCriterion, 'id' | 'rationale'>) => boolean) => {
  const passes = textFilter(typed)
  return ({ id, rationale }) => passes(id, [rationale])
}
