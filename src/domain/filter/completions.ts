import { type FilterPiece, piecesOf, quotedPart } from './filter-pieces.ts'
import { type FilterSyntax, type WhereField, whereFieldNamed } from './where-terms.ts'

/** Possible replacements for the end of a filter. */
export type Completions = {
  /** Start of the replaced text, in UTF-16 units. */
  from: number
  /** Most likely first. Untrusted text. */
  texts: readonly string[]
}

/** The values of a field, most frequent first; undefined if they can't be listed. */
export type WordsOf = (field: string) => readonly string[] | undefined

/** Maximum number of values to suggest. */
const MAX_WORDS = 20

/**
 * Completions for the end of a filter: field names with an operator, values of a field after its operator, and the
 * parts of a field after its dot, such as `credits.opus`. A word that isn't a field is completed as the start of a value. Empty if nothing fits.
 */
export const completionsOf = (text: string, words: FilterSyntax, wordsOf: WordsOf): Completions => {
  const last = piecesOf(text).at(-1)
  if (!last || last.isFollowed || last.end < text.length)
    return { from: text.length, texts: words.fields.map(withOperator) }
  const typed = last.raw
  const from = text.length - typed.length
  const namedField = last.name === undefined ? undefined : whereFieldNamed(last.name, words)
  if (namedField) return wordCompletions(last, namedField, text, wordsOf)
  if (last.name !== undefined || last.isQuoted || typed.startsWith('~')) return { from, texts: [] }
  const dot = typed.indexOf('.')
  const whole = dot < 0 ? undefined : whereFieldNamed(typed.slice(0, dot), words)
  const texts =
    whole?.partOf === undefined ? fieldsAndValues(typed, words, wordsOf) : partsOf(typed, dot, whole, wordsOf)
  return { from, texts: texts.filter((one) => one !== typed) }
}

/** A field's name with its usual operator. */
export const withOperator = ({ name, kind }: Pick<WhereField, 'name' | 'kind'>): string =>
  `${name}${kind === 'word' ? '=' : kind === 'text' ? '~' : kind === 'day' ? '>=' : '>'}`

const fieldsAndValues = (typed: string, words: FilterSyntax, wordsOf: WordsOf): string[] => {
  const wanted = typed.toLowerCase()
  const fields = words.fields.filter(({ name, aliases = [] }) =>
    [name, ...aliases].some((one) => one.toLowerCase().startsWith(wanted)),
  )
  if (wanted === '') return fields.map(withOperator)
  const valued = words.fields
    .filter(({ kind }) => kind === 'word')
    .flatMap(({ name }) => matchingWords(wordsOf(name) ?? [], wanted).map((word) => `${name}=${quoted(word)}`))
  return [...fields.map(withOperator), ...valued.slice(0, MAX_WORDS)]
}

const partsOf = (typed: string, dot: number, { name, partOf = '' }: WhereField, wordsOf: WordsOf): string[] =>
  matchingWords(wordsOf(partOf) ?? [], typed.slice(dot + 1).toLowerCase()).map((part) => `${name}.${quotedPart(part)}>`)

const wordCompletions = (piece: FilterPiece, field: WhereField, text: string, wordsOf: WordsOf): Completions => {
  const typed = piece.raw.slice(piece.raw.lastIndexOf(',') + 1)
  const from = text.length - typed.length
  if (field.kind !== 'word' || (piece.isQuoted && !piece.isOpen)) return { from, texts: [] }
  const wanted = typed.replaceAll('"', '').toLowerCase()
  const texts = matchingWords(wordsOf(field.name) ?? [], wanted).map(quoted)
  return { from, texts: texts.filter((one) => one !== typed) }
}

/** Words that start with the typed text first, then words in which a later part starts with it. */
const matchingWords = (words: readonly string[], wanted: string): string[] => {
  const rankOf = (word: string): number => {
    const lower = word.toLowerCase()
    if (!lower.includes(wanted)) return 2
    return lower.startsWith(wanted) ? 0 : lower.split(/[\s\-_/.:@]/).some((part) => part.startsWith(wanted)) ? 1 : 2
  }
  const ranked = words.map((word) => ({ word, rank: rankOf(word) })).filter(({ rank }) => rank < 2)
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_WORDS)
    .map(({ word }) => word)
}

const quoted = (word: string): string => (/[\s,"]|^\(/.test(word) ? `"${word.replaceAll('"', '')}"` : word)
