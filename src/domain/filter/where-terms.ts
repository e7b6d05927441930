import { isDay } from '../calendar/calendar.ts'
import { dayNumber } from '../calendar/day-number.ts'
import { nearestWord } from '../text/nearest-word.ts'
import { type FilterPiece, piecesOf } from './filter-pieces.ts'

/** A field that a filter can name. */
export type WhereField = {
  name: string
  /** Other names that mean the same, in lower case. */
  aliases: readonly string[]
  /** `percent` is kept as a fraction of 1 and typed in hundredths; `day` is kept as days since 1970. */
  kind: 'number' | 'percent' | 'day' | 'word' | 'text'
}

/** What a filter can be about. */
export type WhereWords = {
  fields: readonly WhereField[]
  /** Why a name in lower case that none of them has makes no sense here; undefined where there is nothing special to say. */
  whyNot?: (name: string) => string | undefined
}

/** One condition of a filter. */
export type WhereTerm<Names extends { number: string; word: string; text: string } = AnyNames> = {
  isNegated: boolean
} & (
  | {
      is: 'name'
      text: string
      /** Still being typed, and may become something else: it is left out where it leaves nobody. */
      isTentative: boolean
    }
  | { is: 'number'; field: Names['number']; test: NumberTest }
  | { is: 'word'; field: Names['word']; test: TextTest }
  | { is: 'text'; field: Names['text']; test: TextTest }
)

type AnyNames = { number: string; word: string; text: string }

export type NumberTest =
  | { is: '<' | '<=' | '>' | '>='; value: number }
  | { is: 'within'; from: number; to: number }
  | { is: 'unknown' }

/** Texts in lower case, one of which must be there: as a whole part, as the beginning of one, or anywhere. */
export type TextTest = { is: 'part' | 'beginning' | 'anywhere'; texts: readonly string[] }

export type WhereOptions = {
  /**
   * The last term is still being typed: it holds for what it may become, so that half a word does not empty the list.
   * @default false
   */
  isTyping?: boolean | undefined
}

/** What was read of a filter. */
export type ReadTerms<Term = WhereTerm> = {
  terms: readonly Term[]
  /** Why the first term that makes no sense is left out, as one sentence. */
  wrong: string | undefined
  /** What the first term that is not finished waits for, as one sentence; it is left out. */
  unfinished: string | undefined
}

/**
 * Reads a filter as people type it. Terms stand side by side and all must hold:
 *
 *     chen "van der"            a name holds it
 *     credits>1000 tools>=1.5k  < <= > >= = != with a number; k, M and B after it, % where the field is in %
 *     commits=5..10  prs=?      from 5 to 10, 5.. and ..10 too; not known
 *     last<2026-11-01           a day
 *     mode=auto-high lang=Go    the word or a whole part of it: auto-high answers to auto, Django not to Go
 *     mode=spec,manual          either
 *     model~son  name~chen      holds it anywhere
 *     !lang=Go  lang!=Go  !chen  lang!~c   not
 *
 * Case does not matter. Quotes keep spaces and signs: `name="r okafor"`. Nothing typed holds for all. Never throws.
 */
export const readTerms = (text: string, words: WhereWords, { isTyping = false }: WhereOptions = {}): ReadTerms => {
  const terms: WhereTerm[] = []
  let wrong: string | undefined
  let unfinished: string | undefined
  const pieces = piecesOf(text)
  pieces.forEach((piece, index) => {
    const isTyped = isTyping && index === pieces.length - 1 && !piece.isFollowed
    if (piece.isOpen) unfinished ??= 'a quote is not closed: close it with another "'
    const read = readPiece(piece, words, isTyped)
    if ('is' in read) terms.push(read)
    else if ('wrong' in read) wrong ??= read.wrong
    else unfinished ??= read.unfinished
  })
  return { terms, wrong, unfinished }
}

type ReadPiece = WhereTerm | { wrong: string } | { unfinished: string }

const readPiece = (piece: FilterPiece, words: WhereWords, isTyped: boolean): ReadPiece => {
  if (piece.name === undefined) return readFreeWord(piece, words, isTyped)
  const typed = piece.name.toLowerCase()
  const field = words.fields.find(({ name, aliases }) => name === typed || aliases.includes(typed))
  if (!field) return { wrong: words.whyNot?.(typed) ?? unknownField(piece.name, words) }
  const { kind, name } = field
  const isComparing =
    piece.operator === '<' || piece.operator === '<=' || piece.operator === '>' || piece.operator === '>='
  const isNegated = piece.isNegated !== piece.operator.startsWith('!')
  if (kind === 'word' || kind === 'text') {
    if (isComparing) return { wrong: `${name} is a word: use = or ~` }
    const texts = piece.values.map((value) => value.toLowerCase()).filter((value) => value !== '')
    if (texts.length === 0) return { unfinished: `${piece.typed} needs a ${kind === 'word' ? 'word' : 'name'}` }
    const isPart = !piece.operator.endsWith('~')
    // Half a word that is not wanted would take more away than the whole.
    const isBegun = isTyped && !isNegated
    const test: TextTest = { is: isPart ? (isBegun ? 'beginning' : 'part') : 'anywhere', texts }
    return kind === 'word' ? { is: 'word', field: name, test, isNegated } : { is: 'text', field: name, test, isNegated }
  }
  if (piece.operator.endsWith('~')) return { wrong: `${name} is a ${kind === 'day' ? 'day' : 'number'}: use = < or >` }
  const read = readNumberTest(piece, field, isTyped)
  return 'is' in read ? { is: 'number', field: name, test: read, isNegated } : read
}

const readFreeWord = (piece: FilterPiece, words: WhereWords, isTyped: boolean): ReadPiece => {
  const text = piece.values.join(',')
  if (text === '') return { unfinished: `${piece.typed || '""'} needs a word` }
  const lower = text.toLowerCase()
  const named = words.fields.find(({ name }) => name === lower)
  if (named && !piece.isQuoted) {
    return { unfinished: `${lower} is a field: write ${exampleOf(named)}, or "${lower}" for a name` }
  }
  const isBegun = isTyped && !piece.isQuoted
  // `mode!` is on its way to `mode!=`.
  const begun = lower.replace(/!$/, '')
  const isBegunField = isBegun && namesOf(words).some((name) => name.startsWith(begun))
  if (isBegunField && piece.isNegated) return { unfinished: `${piece.typed}${lower} may become a field` }
  return {
    is: 'name',
    text: lower,
    isTentative: isBegun && (isBegunField || piece.isNegated),
    isNegated: piece.isNegated,
  }
}

const namesOf = ({ fields }: WhereWords): string[] => fields.flatMap((field) => [field.name, ...field.aliases])

const exampleOf = (field: WhereField): string => {
  switch (field.kind) {
    case 'number':
    case 'percent':
      return `${field.name}>10`
    case 'day':
      return `${field.name}>=2026-11-20`
    default:
      return `${field.name}~word`
  }
}

const unknownField = (name: string, words: WhereWords): string => {
  const nearest = nearestWord(name, namesOf(words))
  return `unknown field '${name.slice(0, 30)}'${nearest === undefined ? '' : `: did you mean ${nearest}?`}`
}

const NUMBERS = '1000, 1.5k or 2M'

const readNumberTest = (
  piece: FilterPiece,
  field: WhereField,
  isTyped: boolean,
): NumberTest | { wrong: string } | { unfinished: string } => {
  const text = piece.values.join(',')
  const wanted = field.kind === 'day' ? 'a day: 2026-11-20' : `a number: ${NUMBERS}`
  const unfinished = `${piece.typed} needs ${wanted}`
  if (text === '' || text === '..') return { unfinished }
  const isEqual = piece.operator === '=' || piece.operator === '!='
  if (text === '?' && isEqual) return { is: 'unknown' }
  const isRange = isEqual && text.includes('..')
  const ends = isRange ? [text.slice(0, text.indexOf('..')), text.slice(text.indexOf('..') + 2)] : [text, text]
  const numbers = ends.map((end, index) => {
    if (isRange && end === '') return index === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
    return field.kind === 'day' ? parseDay(end) : parseNumber(end, field.kind === 'percent')
  })
  const unread = ends.find((_, index) => numbers[index] === undefined)
  if (unread !== undefined) {
    const isBegun = field.kind === 'day' ? dayBegun.test(unread) : numberBegun.test(unread)
    if (isTyped && isBegun) return { unfinished }
    return { wrong: `${unread.slice(0, 30)} is no ${wanted.slice(2).replace(':', ', write')}` }
  }
  const [from = Number.NaN, to = Number.NaN] = numbers
  return isEqual ? { is: 'within', from, to } : { is: piece.operator as '<' | '<=' | '>' | '>=', value: from }
}

const dayBegun = /^[\d-]*$/
const numberBegun = /^[-+]?[\d.,]*$/
const numberPattern = /^([-+]?(?:\d+(?:,\d{3})*(?:\.\d*)?|\.\d+))([kmb%]?)$/i
const scales: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 }

const parseNumber = (text: string, isPercent: boolean): number | undefined => {
  const [, digits, unit = ''] = numberPattern.exec(text) ?? []
  if (digits === undefined) return undefined
  const scale = isPercent && unit === '%' ? 1 : scales[unit.toLowerCase()]
  const number = Number(digits.replaceAll(',', '')) * (scale ?? Number.NaN)
  return scale === undefined ? undefined : isPercent ? number / 100 : number
}

/** Days since 1970. */
const parseDay = (text: string): number | undefined => (isDay(text) ? dayNumber(text) : undefined)
