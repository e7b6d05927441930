import type { People } from './people.ts'
import type { WordsOfRow } from './person-period.ts'

/** A word of some rows, on how many of these days it stands, and what was spent on them. */
export type WordDays = {
  /** Untrusted text. */
  word: string
  days: number
  /** Credits of these days. */
  credits: number
}

/** The words of rows: most days first, then most credits, then by letters. */
export const wordDaysOf = (
  { words, measures }: Pick<People, 'words' | 'measures'>,
  rows: Uint32Array,
  wordsOfRow: WordsOfRow,
): WordDays[] => {
  const found = new Map<number, WordDays>()
  for (const row of rows) {
    const credits = measures.billable_tokens.at(row) || 0
    wordsOfRow(row, (code) => {
      const known = found.get(code) ?? { word: words[code] ?? '', days: 0, credits: 0 }
      found.set(code, { ...known, days: known.days + 1, credits: known.credits + credits })
    })
  }
  return [...found.values()].sort((a, b) => b.days - a.days || b.credits - a.credits || (a.word < b.word ? -1 : 1))
}
