import { fuzzyScore } from './fuzzy.ts'
import type { JudgedCriterion } from './judged-criteria.ts'

/**
 * A test for what was typed as a filter of criteria: a text that stands in the id or the rationale, in either case. A `!` before
 * it leaves out what holds it, a `~` asks the id alone for its letters in their order. Everything passes an empty one.
 */
export const criterionFilter = (typed: string): ((criterion: Pick<JudgedCriterion, 'id' | 'rationale'>) => boolean) => {
  const text = typed.trim().toLowerCase()
  const isInverse = text.startsWith('!')
  const isFuzzy = text.startsWith('~')
  const wanted = isInverse || isFuzzy ? text.slice(1).trim() : text
  if (wanted === '') return () => true
  if (isFuzzy) return ({ id }) => fuzzyScore(id.replaceAll(/[_-]/g, ' '), wanted) !== undefined
  return ({ id, rationale }) =>
    (id.toLowerCase().includes(wanted) || (rationale?.toLowerCase().includes(wanted) ?? false)) !== isInverse
}
