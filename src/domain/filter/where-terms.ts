import { DAY_MS } from '../../base/time.ts'
import { isDay } from '../calendar/calendar.ts'
import { dayNumber } from '../calendar/day-number.ts'
import { nearestWord } from '../text/fuzzy.ts'
import { type FilterPiece, piecesOf } from './filter-pieces.ts'
import { holds, type TextTest } from './text-test.ts'

/** A field that a filter can name. */
export type WhereField = {
  name: string
  /** Other names that mean the same, in lower case. @default none */
  aliases?: readonly string[]
  /**
   * `percent` is kept as a fraction of 1 and typed in hundredths; `day` is kept as days since 1970; `age` is a number of days, typed
   * as `30d` or `2w`; a `word` is one of few, and a row may have several.
   */
  kind: 'number' | 'percent' | 'day' | 'age' | 'word' | 'text'
  /** The field whose words can stand behind a dot to name a part of a number: `model`, for `credits.opus`. */
  partOf?: string
  /** The words of a closed set: any other is an error. @default any word */
  values?: readonly string[] | undefined
}

/** What a filter can be about. */
export type WhereWords = {
  fields: readonly WhereField[]
  /** Why a name in lower case that none of them has makes no sense here; undefined where there is nothing special to say. */
  whyNot?: (name: string) => string | undefined
  /** Free words that follow each other are one text, with the spaces between them. @default each is looked for by itself */
  isPhrase?: boolean
  /** A word alone that is the name of a field is looked for like any other. @default `isPhrase` */
  namesAreWords?: boolean
}

/** One condition of a filter. */
export type WhereTerm = { isNegated: boolean } & (
  | {
      is: 'name'
      /** In lower case. */
      text: string
      /** As it was typed, with quotes. */
      raw: string
      /** Still being typed, and may become something else: it is left out where it leaves nobody. */
      isTentative: boolean
    }
  /** Letters of a name, in their order. */
  | { is: 'letters'; text: string }
  | { is: 'number'; field: string; part: TextTest | undefined; test: NumberTest }
  | { is: 'word'; field: string; test: TextTest }
)

export type NumberTest =
  | { is: '<' | '<=' | '>' | '>='; value: number }
  | { is: 'within'; from: number; to: number }
  | { is: 'unknown' }

export type WhereOptions = {
  /**
   * The last term is still being typed: it holds for what it may become, so that half a word does not empty the list.
   * @default false
   */
  isTyping?: boolean | undefined
}

/** A filter that was read. */
export type Where = {
  terms: readonly WhereTerm[]
  /** Why the first term that makes no sense is left out, as one sentence. */
  wrong: string | undefined
  /** What the first term that is not finished waits for, as one sentence; it is left out. */
  unfinished: string | undefined
}

/**
 * Reads a filter as people type it, on every screen and after --where. Terms stand side by side and all must hold:
 *
 *     chen "van der"            a name holds it
 *     ~chn                      a name has these letters in their order
 *     credits>1000 tools>=1.5k  < <= > >= = != with a number; k, M and B after it, % where the field is in %
 *     commits=5..10  prs=?      from 5 to 10, 5.. and ..10 too; not known
 *     credits.opus>1k           a part of a number: the credits on a model; credits."my model">1k in quotes
 *     last<2026-11-01  =2026-10 a day, or a month
 *     age>30d  idle>=2w         a length of time
 *     mode=auto-high lang=Go    the word or a whole part of it: auto-high answers to auto, Django not to Go
 *     mode=spec,manual          either
 *     model~son  name~chen      holds it anywhere
 *     !lang=Go  lang!=Go  !chen  lang!~c   not
 *
 * Case does not matter. Quotes keep spaces and signs: `name="r okafor"`. Nothing typed holds for all. Never throws.
 */
export const readTerms = (text: string, words: WhereWords, { isTyping = false }: WhereOptions = {}): Where => {
  const terms: WhereTerm[] = []
  let wrong: string | undefined
  let unfinished: string | undefined
  const pieces = piecesOf(text, words.isPhrase)
  pieces.forEach((piece, index) => {
    const isTyped = isTyping && index === pieces.length - 1 && !piece.isFollowed
    if (piece.isOpen) unfinished ??= 'a quote is not closed: close it with another "'
    const joint = jointProblem(pieces, index)
    const read = joint === undefined ? readPiece(piece, words, isTyped) : { wrong: joint }
    if ('is' in read) terms.push(read)
    else if ('wrong' in read) wrong ??= read.wrong
    else unfinished ??= read.unfinished
  })
  return { terms, wrong, unfinished }
}

const GROUPED = 'parentheses cannot group conditions, write them side by side, or "(" for the text'
const EITHER = 'or cannot join conditions, write FIELD=one,other for either word, or "or" for the text'
const BOTH = 'conditions side by side all have to hold, leave and out, or write "and" for the text'

/** Why a piece that joins or groups conditions, as other languages do, makes no sense here. */
const jointProblem = (pieces: readonly FilterPiece[], index: number): string | undefined => {
  const { name, operator = '', raw = '', isQuoted } = pieces[index] ?? {}
  if (name !== undefined) return raw.startsWith('(') && !operator.endsWith('~') ? GROUPED : undefined
  if (isQuoted) return undefined
  if (/^\(|^\w+\(.*[<>=~]/.test(raw)) return GROUPED
  const own = raw.toLowerCase().split(/\s+/)
  const [follows, isFollowed] = [index > 0, index < pieces.length - 1]
  const ends = own.length === 1 ? [follows && isFollowed && own[0]] : [follows && own[0], isFollowed && own.at(-1)]
  if (ends.some((end) => end === 'or' || end === '|' || end === '||')) return EITHER
  return ends.some((end) => end === 'and' || end === '&&') ? BOTH : undefined
}

type ReadPiece = WhereTerm | { wrong: string } | { unfinished: string }

/** The field of a name or an alias, in either case. */
export const whereFieldNamed = (name: string, { fields }: Pick<WhereWords, 'fields'>): WhereField | undefined => {
  const typed = name.toLowerCase()
  return fields.find((field) => field.name.toLowerCase() === typed || field.aliases?.includes(typed))
}

const readPiece = (piece: FilterPiece, words: WhereWords, isTyped: boolean): ReadPiece => {
  if (piece.name === undefined) return readFreeWord(piece, words, isTyped)
  const field = whereFieldNamed(piece.name, words)
  if (!field) {
    const wrong = words.whyNot?.(piece.name.toLowerCase()) ?? unknownField(piece.name, words)
    return { wrong }
  }
  const { kind, name } = field
  if (piece.part !== undefined && field.partOf === undefined) {
    return { wrong: `${name} has no parts: write ${exampleOf(field)}` }
  }
  if (piece.part === '') return { unfinished: `${piece.typed} needs a ${field.partOf} behind the dot` }
  const isComparing = /^[<>]/.test(piece.operator)
  const isNegated = piece.isNegated !== piece.operator.startsWith('!')
  if (kind === 'word' || kind === 'text') {
    if (isComparing) return { wrong: `${name} is a word: use = or ~` }
    const texts = piece.values.map((value) => value.toLowerCase()).filter((value) => value !== '')
    if (texts.length === 0) return { unfinished: `${piece.typed} needs a ${kind === 'word' ? 'word' : 'name'}` }
    const isPart = !piece.operator.endsWith('~')
    // Half a word that is not wanted would take more away than the whole.
    const isBegun = isTyped && !isNegated
    const is = isPart ? (isBegun ? 'beginning' : 'part') : 'anywhere'
    const test: TextTest = { is, texts }
    const known = field.values?.map((value) => value.toLowerCase())
    const unknown = known && texts.find((one) => one !== '?' && !known.some(holds({ is, texts: [one] })))
    if (unknown !== undefined)
      return { wrong: `${unknown.slice(0, 30)} is no ${name}, choose from ${field.values?.join(', ')}` }
    return { is: 'word', field: name, test, isNegated }
  }
  if (piece.operator.endsWith('~')) return { wrong: `${name} is a ${kind === 'day' ? 'day' : 'number'}: use = < or >` }
  const test = readNumberTest(piece, field, isTyped)
  if (!('is' in test)) return test
  const part: TextTest | undefined =
    piece.part === undefined ? undefined : { is: 'part', texts: [piece.part.toLowerCase()] }
  return { is: 'number', field: name, part, test, isNegated }
}

const readFreeWord = (piece: FilterPiece, words: WhereWords, isTyped: boolean): ReadPiece => {
  if (piece.raw.startsWith('~')) {
    const text = piece.raw.slice(1).trim().toLowerCase()
    return text === ''
      ? { unfinished: `${piece.typed}~ needs letters of a name` }
      : { is: 'letters', text, isNegated: piece.isNegated }
  }
  const text = piece.values.join(',')
  if (text === '') return { unfinished: `${piece.typed || '""'} needs a word` }
  const [, whole = ''] = /^([^".]+)\./.exec(piece.raw) ?? []
  const { partOf, name: wholeName = '' } = whereFieldNamed(whole, words) ?? {}
  if (partOf !== undefined)
    return { unfinished: `${piece.raw.slice(0, 40)} needs a number: write ${wholeName}."${partOf}">10` }
  const lower = text.toLowerCase()
  const isWord = words.namesAreWords ?? words.isPhrase ?? false
  const named = words.fields.find(({ name }) => name === lower)
  if (named && !piece.isQuoted && !isWord) {
    return { unfinished: `${lower} is a field: write ${exampleOf(named)}, or "${lower}" for a name` }
  }
  const isBegun = isTyped && !piece.isQuoted
  // `mode!` is on its way to `mode!=`.
  const begun = lower.replace(/!$/, '')
  const isBegunField = isBegun && namesOf(words).some((name) => name.startsWith(begun))
  if (isBegunField && piece.isNegated && !isWord) {
    return { unfinished: `${piece.typed}${lower} may become a field` }
  }
  return {
    is: 'name',
    text: lower,
    raw: piece.raw,
    isTentative: isBegun && !isWord && (isBegunField || piece.isNegated),
    isNegated: piece.isNegated,
  }
}

const namesOf = ({ fields }: WhereWords): string[] => fields.flatMap(({ name, aliases = [] }) => [name, ...aliases])

const exampleOf = ({ name, kind }: WhereField): string => `${name}${EXAMPLES[kind]}`

const EXAMPLES: Record<WhereField['kind'], string> = {
  number: '>10',
  percent: '>10',
  age: '>30d',
  day: '>=2026-11-20',
  word: '~word',
  text: '~word',
}

const unknownField = (name: string, words: WhereWords): string => {
  const nearest = nearestWord(name, namesOf(words))
  return `unknown field '${name.slice(0, 30)}'${nearest === undefined ? '' : `: did you mean ${nearest}?`}`
}

/** What a number of each kind is written as. */
const FORMS = { day: 'a day: 2026-11-20', age: 'a length of time: 30d or 2w', number: 'a number: 1000, 1.5k or 2M' }

const readNumberTest = (
  piece: FilterPiece,
  field: WhereField,
  isTyped: boolean,
): NumberTest | { wrong: string } | { unfinished: string } => {
  const text = piece.values.join(',')
  const form = field.kind === 'day' || field.kind === 'age' ? field.kind : 'number'
  const unfinished = `${piece.typed} needs ${FORMS[form]}`
  if (text === '' || text === '..') return { unfinished }
  const isEqual = piece.operator === '=' || piece.operator === '!='
  if (text === '?' && isEqual) return { is: 'unknown' }
  const isRange = isEqual && text.includes('..')
  const ends = isRange ? [text.slice(0, text.indexOf('..')), text.slice(text.indexOf('..') + 2)] : [text, text]
  const spans = ends.map((end, index): Span | undefined => {
    if (isRange && end === '') return index === 0 ? [Number.NEGATIVE_INFINITY, 0] : [0, Number.POSITIVE_INFINITY]
    return parseSpan(end, field.kind)
  })
  const unread = ends.find((_, index) => spans[index] === undefined)
  if (unread !== undefined) {
    if (isTyped && begun[form].test(unread)) return { unfinished }
    if (form === 'day' && lengthPattern.test(unread))
      return { wrong: `${unread} is a length of time and ${field.name} a day, write ${FORMS.day.slice(7)}` }
    return { wrong: `${unread.slice(0, 30)} is no ${FORMS[form].slice(2).replace(':', ', write')}` }
  }
  const [[from, fromEnd] = nothing, [, to] = nothing] = spans
  if (from > to && isRange) {
    if (isTyped) return { unfinished }
    return { wrong: `${text.slice(0, 60)} is reversed, write ${ends[1]?.slice(0, 30)}..${ends[0]?.slice(0, 30)}` }
  }
  if (isEqual) return { is: 'within', from, to }
  // After a month is after its last day.
  const isByEnd = piece.operator === '>' || piece.operator === '<='
  return { is: piece.operator as '<' | '<=' | '>' | '>=', value: isByEnd ? fromEnd : from }
}

/** The first and the last number that are meant. */
type Span = readonly [from: number, to: number]
const nothing: Span = [Number.NaN, Number.NaN]

const begun = { day: /^[\d-]*$/, age: /^\d*$/, number: /^[-+]?[\d.,]*$/ }
const numberPattern = /^([-+]?(?:\d+(?:,\d{3})*(?:\.\d*)?|\.\d+))([kmb%]?)$/i
const lengthPattern = /^(\d+(?:\.\d+)?)([dw]?)$/i
const scales: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 }

const parseSpan = (text: string, kind: WhereField['kind']): Span | undefined => {
  if (kind === 'day') return parseDays(text)
  const number = kind === 'age' ? parseLength(text) : parseNumber(text, kind === 'percent')
  return number === undefined ? undefined : [number, number]
}

const parseNumber = (text: string, isPercent: boolean): number | undefined => {
  const [, digits, unit = ''] = numberPattern.exec(text) ?? []
  if (digits === undefined) return undefined
  const scale = isPercent && unit === '%' ? 1 : scales[unit.toLowerCase()]
  const number = Number(digits.replaceAll(',', '')) * (scale ?? Number.NaN)
  return scale === undefined ? undefined : isPercent ? number / 100 : number
}

const parseLength = (text: string): number | undefined => {
  const [, digits, unit = ''] = lengthPattern.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits) * (unit.toLowerCase() === 'w' ? 7 : 1)
}

/** Days since 1970: a day, or the first and the last of a month. */
const parseDays = (text: string): Span | undefined => {
  if (isDay(text)) return [dayNumber(text), dayNumber(text)]
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (year === undefined) return undefined
  const dayAt = (own: number): number => Date.UTC(Number(year), own, 1) / DAY_MS
  return [dayAt(Number(month) - 1), dayAt(Number(month)) - 1]
}

/** The text that a filter looks for where it names no field, in lower case; empty where it looks for none. */
export const soughtText = ({ terms }: Pick<Where, 'terms'>): string => {
  const term = terms.find((one) => one.is === 'name' && !one.isNegated)
  return term?.is === 'name' ? term.text : ''
}
