import { memoize } from '../../base/memoize.ts'
import type { PersonWord } from './field-table.ts'
import type { People } from './people.ts'
import { NO_WORD } from './person-days.ts'

/** A word with the number of days on which it occurs and the credits of these days. */
export type WordDays = {
  /** Untrusted text. */
  word: string
  days: number
  /** Credits of these days. */
  credits: number
}

/** Fields of rows that contain words. */
export type WordsMember = PersonWord | 'languages'

/** Returns a function that reads the words of a row. */
export const wordsOfRow = (
  { words, codes, languages, lists }: Pick<People, 'words' | 'codes' | 'languages' | 'lists'>,
  of: WordsMember,
): ((row: number) => readonly number[]) => {
  if (of === 'languages') return (row) => lists[languages[row] ?? 0] ?? none
  const column = codes[of]
  const single = words.map((_, code) => [code])
  return (row) => single[column[row] ?? NO_WORD] ?? none
}

const none: readonly number[] = []

/** The words of each user: most days first, then most credits, then by letter. @param rowsOf - The rows of a user. */
export const wordsByPerson = (
  people: People,
  rowsOf: (person: number) => readonly (number | undefined)[],
  of: WordsMember,
) => {
  const credits = people.measures.billable_tokens
  const wordsOf = wordsOfRow(people, of)
  const found = memoize((own: number): ReadonlyMap<number, WordDays> => {
    const counts = new Map<number, WordDays>()
    for (const row of rowsOf(own)) {
      if (row === undefined) continue
      for (const code of wordsOf(row)) {
        const known = counts.get(code) ?? { word: people.words[code] ?? '', days: 0, credits: 0 }
        known.days++
        known.credits += credits.at(row) || 0
        counts.set(code, known)
      }
    }
    return counts
  })
  const all = (own: number): WordDays[] => [...found(own).values()].sort(byDays)
  return {
    all,
    /** The first word of a user; NO_WORD if no row has one. */
    main(own: number): number {
      let best: [code: number, word: WordDays] | undefined
      for (const one of found(own)) if (!best || byDays(one[1], best[1]) < 0) best = one
      return best?.[0] ?? NO_WORD
    },
    /** Whether one of the user's words matches. */
    has: (own: number, isWanted: (word: number) => boolean) => [...found(own).keys()].some(isWanted),
  }
}

const byDays = (a: WordDays, b: WordDays): number =>
  b.days - a.days || b.credits - a.credits || (a.word < b.word ? -1 : 1)
