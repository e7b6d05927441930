import { AppError } from '../../base/errors.ts'
import { isDay } from '../../domain/calendar/calendar.ts'
import { dayNumber } from '../../domain/calendar/day-number.ts'
import { holds } from '../../domain/filter/text-test.ts'
import {
  type NumberTest,
  type ReadTerms,
  readTerms,
  type TextTest,
  type WhereField,
  type WhereTerm,
  type WhereWords,
} from '../../domain/filter/where-terms.ts'
import type { RawRow } from '../output/row-layout.ts'

/** Names of fields and whether each is a number. */
export type RowFields = ReadonlyMap<string, boolean>

/**
 * Reads conditions on rows, all of which must hold, in the syntax that filters of people have: see {@link readTerms}. A word
 * alone is contained in any text of the row.
 *
 * @param aliases Shorter names of fields.
 * @throws AppError of kind `usage` on a field that there is not and on what is no condition.
 */
export const parseRowWhere = (
  text: string | undefined,
  fields: RowFields,
  aliases: Readonly<Record<string, string>> = {},
): ((row: RawRow) => boolean) | undefined => {
  if (text === undefined) return undefined
  const words = wordsOf(fields, aliases)
  const tests = readWhere(readTerms(text, words), "'credits>1000'").terms.map((term) => testOf(term, words.fields))
  return (row) => tests.every((isMet) => isMet(row))
}

/**
 * What was read of --where, when there is nothing wrong with it.
 *
 * @param example A condition, in quotes.
 * @throws AppError of kind `usage`.
 */
export const readWhere = <Read extends ReadTerms<unknown>>(read: Read, example: string): Read => {
  const { wrong, unfinished } = read
  if (wrong?.endsWith('?')) throw new AppError('usage', `--where: ${wrong}`)
  if (wrong !== undefined) throw new AppError('usage', `--where: ${wrong}; --help lists the fields.`)
  if (unfinished !== undefined) throw new AppError('usage', `--where: ${unfinished}.`)
  if (read.terms.length === 0)
    throw new AppError('usage', `--where is empty: give a condition like ${example} or leave it out.`)
  return read
}

const wordsOf = (fields: RowFields, aliases: Readonly<Record<string, string>>): WhereWords => ({
  fields: [...fields].map(
    ([name, isNumber]): WhereField => ({
      name,
      aliases: Object.keys(aliases).filter((alias) => aliases[alias] === name),
      kind: isNumber ? 'number' : name === 'date' ? 'day' : 'word',
    }),
  ),
})

const testOf = (term: WhereTerm, fields: readonly WhereField[]): ((row: RawRow) => boolean) => {
  const isMet = plainTestOf(term, fields)
  return (row) => isMet(row) !== term.isNegated
}

const plainTestOf = (term: WhereTerm, fields: readonly WhereField[]): ((row: RawRow) => boolean) => {
  if (term.is === 'name') {
    const texts = fields.filter(({ kind }) => kind === 'word' || kind === 'day')
    return (row) => texts.some(({ name }) => lowerCase(row[name])?.includes(term.text) === true)
  }
  const { field } = term
  if (term.is === 'number') return (row) => numberHolds(numberOf(row[field]), term.test)
  const isHeld = wordTest(term.test)
  return (row) => isHeld(lowerCase(row[field]))
}

/** Asks for rows without a word. */
const UNKNOWN = '?'

const wordTest = (test: TextTest): ((text: string | undefined) => boolean) => {
  const isHeld = holds(test)
  const isUnknownWanted = test.texts.includes(UNKNOWN)
  return (text) => (text === undefined ? isUnknownWanted : isHeld(text))
}

const lowerCase = (value: unknown): string | undefined => (typeof value === 'string' ? value.toLowerCase() : undefined)

/** Days since 1970 for a day; NaN for anything else that is no number: only the test for unknown values holds for it. */
const numberOf = (value: unknown): number => {
  if (typeof value === 'string') return isDay(value) ? dayNumber(value) : Number.NaN
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN
}

const numberHolds = (value: number, test: NumberTest): boolean => {
  switch (test.is) {
    case '<':
      return value < test.value
    case '<=':
      return value <= test.value
    case '>':
      return value > test.value
    case '>=':
      return value >= test.value
    case 'within':
      return value >= test.from && value <= test.to
    case 'unknown':
      return Number.isNaN(value)
  }
}
