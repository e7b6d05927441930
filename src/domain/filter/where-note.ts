import { nearestWord } from '../text/fuzzy.ts'
import type { WordsOf } from './completions.ts'
import { matcherOf, type TextTest } from './text-test.ts'
import { type FilterSyntax, type Where, whereFieldNamed } from './where-terms.ts'

/**
 * A sentence that explains why a valid filter matches nothing: a word that no row contains, with the closest existing
 * word. Undefined if the rows contain every word, or have no words at all.
 */
export const unknownWord = ({ terms }: Where, syntax: FilterSyntax, wordsOf: WordsOf): string | undefined => {
  for (const term of terms) {
    if (term.is === 'word') {
      const note = noteOf(term.field, term.test, wordsOf)
      if (note !== undefined && whereFieldNamed(term.field, syntax)?.kind === 'word') return note
    } else if (term.is === 'number' && term.part) {
      const field = whereFieldNamed(term.field, syntax)?.partOf ?? ''
      const note = noteOf(field, term.part, wordsOf)
      if (note !== undefined) return note
    }
  }
  return undefined
}

const noteOf = (field: string, test: TextTest, wordsOf: WordsOf): string | undefined => {
  const all = wordsOf(field) ?? []
  const lower = all.map((word) => word.toLowerCase())
  if (all.length === 0 || test.texts.includes('?') || lower.some(matcherOf(test))) return undefined
  const [typed = ''] = test.texts
  const parts = [...new Set(all.flatMap((word) => [word, ...word.split(/[\s\-_/.:@]/)]))]
  const nearest = nearestWord(typed, parts)
  return `no ${field} matches '${typed.slice(0, 30)}'${nearest === undefined ? '' : `: did you mean ${nearest}?`}`
}
