import type { Sum } from '../usage/measure-figures.ts'
import { PEOPLE_FIELDS, SUM_FIELDS } from './field-table.ts'
import type { Leaderboard } from './leaderboard.ts'

/** A comparison of marked users. Each array is in the order of the marks that have an entry. */
export type MarkedPeople = ReturnType<typeof compareMarked>
export type MarkedMeasure = MarkedPeople['measures'][number]

// The comparison shows all languages instead of the main one.
const ONE_WORD_FIELDS = PEOPLE_FIELDS.flatMap(({ kind, name, isFilterOnly }) =>
  kind === 'word' && name !== 'lang' && !isFilterOnly ? [name] : [],
)

/** Compares users by all fields. Ids without an entry are left out. Ids are never pseudonyms, even in privacy mode. */
export const compareMarked = (board: Leaderboard, ids: Iterable<string>) => {
  const entries = [...ids].flatMap((id) => board.entryOfPerson(board.people.personOf(id)) ?? [])
  return {
    /** Entries of the leaderboard. */
    entries,
    /** E-mails, ids or pseudonyms. Untrusted text. */
    names: entries.map(board.nameAt),
    measures: SUM_FIELDS.map((field) => {
      const sums = entries.map((entry) => board.sumAt(field, entry))
      return {
        field,
        sums,
        /** Change from the previous period; undefined if there is none. */
        deltas: entries.map((entry) => board.deltaAt(field, entry)),
        /** Index of the largest sum; undefined if all are equal or unknown. */
        largest: indexOfLargest(sums),
      }
    }),
    words: ONE_WORD_FIELDS.map((field) => ({ field, values: entries.map((entry) => board.wordAt(field, entry)) })),
    /** Languages of each user, most days first. Untrusted text. */
    languages: entries.map((entry) => board.wordsAt('lang', entry).map(({ word }) => word)),
  }
}

const indexOfLargest = (sums: readonly Sum[]): number | undefined => {
  const values = sums.map(({ value }) => value ?? Number.NEGATIVE_INFINITY)
  const max = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  return values.every((value) => value === max) ? undefined : values.indexOf(max)
}
