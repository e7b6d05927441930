import { fuzzyScore } from '../text/fuzzy.ts'
import type { JudgedCriterion } from './judged-criteria.ts'

/**
 * A test for what was typed as a filter of criteria: a text that stands in the id or the rationale, in either case. A `!` before
 * it leaves out what holds it, a `~` asks the id alone for its letters in their order. Everything passes an empty one.
 */
export const criterionFilter = (typed: string): ((criterion: Pick<JudgedCriterion, 'id' | 'rationale'>) => boolean) => {
  const { kind, wanted } = readFilter(typed)
  if (wanted === '') return () => true
  if (kind === 'fuzzy') return ({ id }) => fuzzyScore(id.replaceAll(/[_-]/g, ' '), wanted) !== undefined
  return ({ id, rationale }) =>
    (id.toLowerCase().includes(wanted) || (rationale?.toLowerCase().includes(wanted) ?? false)) !== (kind === 'inverse')
}

/** The text that a filter looks for, in lower case; empty for one that leaves texts out or asks for letters. */
export const filteredText = (typed: string): string => {
  const { kind, wanted } = readFilter(typed)
  return kind === 'text' ? wanted : ''
}

const readFilter = (typed: string): { kind: 'text' | 'inverse' | 'fuzzy'; wanted: string } => {
  const text = typed.trim().toLowerCase()
  const kind = text.startsWith('!') ? 'inverse' : text.startsWith('~') ? 'fuzzy' : 'text'
  return { kind, wanted: kind === 'text' ? text : text.slice(1).trim() }
}
