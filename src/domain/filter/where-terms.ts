import { DAY_MS } from '../../base/time.ts'
import { isDay } from '../calendar/calendar.ts'
import { dayNumber } from '../calendar/day-number.ts'
import { nearestWord } from '../text/fuzzy.ts'
import { type FilterPiece, piecesOf } from './filter-pieces.ts'
import { matcherOf, type TextTest } from './text-test.ts'

/** A field that a filter can use. */
export type WhereField = {
  name: string
  /**
   * Alternative names, in lower case: other names of the same thing, and the heading of its column on the screen.
   * @default none
   */
  aliases?: readonly string[]
  /**
   * `percent` is stored as a fraction of 1 and typed in percent. `day` is stored as days since 1970. `age` is a number
   * of days with a fraction, typed as `30d`, `2w` or `12h`. `word` is one of few values; a row may have several.
   */
  kind: 'number' | 'percent' | 'day' | 'age' | 'word' | 'text'
  /** The field whose values name the parts of this number after a dot: `model`, for `credits.opus`. */
  partOf?: string
  /** All values of a closed set. Any other value is an error. @default any value */
  values?: readonly string[] | undefined
}

/** The fields of a filter, and how it treats free words. */
export type FilterSyntax = {
  fields: readonly WhereField[]
  /** Explains why an unknown field (in lower case) isn't available here; undefined for the default error. */
  whyNot?: (name: string) => string | undefined
  /** Whether consecutive free words are one text with the spaces between them. @default separate searches */
  isPhrase?: boolean
  /** Whether a free word that equals a field name is searched like any other word. @default `isPhrase` */
  namesAreWords?: boolean
}

/** One condition of a filter. */
export type WhereTerm = { isNegated: boolean } & (
  | {
      is: 'name'
      /** In lower case. */
      text: string
      /** As typed, with quotes. */
      raw: string
      /** Whether the word is still being typed. Then it is ignored if it matches no rows. */
      isTentative: boolean
    }
  /** Letters of a name, in order. */
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
   * Whether the last term is still being typed. Then it also matches what it may become, so that half a word doesn't
   * empty the list.
   * @default false
   */
  isTyping?: boolean | undefined
}

/** The result of parsing a filter. */
export type Where = {
  terms: readonly WhereTerm[]
  /** The problem of the first invalid term, as one sentence. Invalid terms are ignored. */
  wrong: string | undefined
  /** The missing part of the first incomplete term, as one sentence. Incomplete terms are ignored. */
  unfinished: string | undefined
}

/**
 * Parses a filter of a screen or of `--where`. All terms must match:
 *
 *     chen "van der"            the name contains it
 *     ~chn                      the name contains these letters in order
 *     credits>1000 tools>=1.5k  < <= > >= = != with a number; suffixes k, M and B, and % for a percent field
 *     commits=5..10  prs=?      from 5 to 10 (also 5.. and ..10); unknown
 *     credits.opus>1k           a part of a number: the credits of a model; credits."my model">1k in quotes
 *     last<2026-11-01  =2026-10 a day, or a month
 *     age>30d  idle>=2w  age<6h  a duration, in whole units like the column: 30 d 5 h is 30d
 *     mode=auto-high lang=Go    the word or a whole part of it: auto matches auto-high, Go doesn't match Django
 *     mode=spec,manual          either word
 *     model~son  name~chen      contains the text anywhere
 *     !lang=Go  lang!=Go  !chen  lang!~c   not
 *
 * Case doesn't matter. Quotes protect spaces and special characters: `name="r okafor"`. An empty filter matches
 * everything. Never throws.
 */
export const parseFilter = (text: string, syntax: FilterSyntax, { isTyping = false }: WhereOptions = {}): Where => {
  const terms: WhereTerm[] = []
  let wrong: string | undefined
  let unfinished: string | undefined
  const pieces = piecesOf(text, syntax.isPhrase)
  pieces.forEach((piece, index) => {
    const isTyped = isTyping && index === pieces.length - 1 && !piece.isFollowed
    if (piece.isOpen) unfinished ??= 'missing closing quote "'
    const joint = jointProblem(pieces, index)
    const read = joint === undefined ? readPiece(piece, syntax, isTyped) : { wrong: joint }
    if ('is' in read) terms.push(read)
    else if ('wrong' in read) wrong ??= read.wrong
    else unfinished ??= read.unfinished
  })
  return { terms, wrong, unfinished }
}

const GROUPED = 'parentheses are not supported; separate conditions with spaces, or quote the text "("'
const EITHER = '"or" is not supported; use FIELD=one,other, or quote it to search for the word'
const BOTH = '"and" is not needed, all conditions must match; quote it to search for the word'

/** Why a term that joins or groups conditions, as in other query languages, is invalid here. */
const jointProblem = (pieces: readonly FilterPiece[], index: number): string | undefined => {
  const { name, operator = '', raw = '', isQuoted } = pieces[index] ?? {}
  if (name !== undefined) return raw.startsWith('(') && !operator.endsWith('~') ? GROUPED : undefined
  if (isQuoted) return undefined
  if (/^\(|^\w+\(.*[<>=~]/.test(raw)) return GROUPED
  const words = raw.toLowerCase().split(/\s+/)
  const [follows, isFollowed] = [index > 0, index < pieces.length - 1]
  const ends =
    words.length === 1 ? [follows && isFollowed && words[0]] : [follows && words[0], isFollowed && words.at(-1)]
  if (ends.some((end) => end === 'or' || end === '|' || end === '||')) return EITHER
  return ends.some((end) => end === 'and' || end === '&&') ? BOTH : undefined
}

type ReadPiece = WhereTerm | { wrong: string } | { unfinished: string }

/** The field with this name or alias, ignoring case, `_` and `-`: PULL REQ is `pullreq`, `pull_req` or `pull-req`. */
export const whereFieldNamed = (name: string, { fields }: Pick<FilterSyntax, 'fields'>): WhereField | undefined => {
  const typed = bareName(name)
  return (
    fields.find((field) => bareName(field.name) === typed) ??
    fields.find(({ aliases = [] }) => aliases.some((alias) => bareName(alias) === typed))
  )
}

const bareName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

const readPiece = (piece: FilterPiece, syntax: FilterSyntax, isTyped: boolean): ReadPiece => {
  if (piece.name === undefined) return readFreeWord(piece, syntax, isTyped)
  const field = whereFieldNamed(piece.name, syntax)
  if (!field) {
    const wrong = syntax.whyNot?.(piece.name.toLowerCase()) ?? unknownField(piece.name, syntax)
    return { wrong }
  }
  const { kind, name } = field
  if (piece.part !== undefined && field.partOf === undefined) {
    return { wrong: `${name} has no parts; use ${exampleOf(field)}` }
  }
  if (piece.part === '') return { unfinished: `${piece.typed} needs a ${field.partOf} after the dot` }
  const isComparing = /^[<>]/.test(piece.operator)
  const isNegated = piece.isNegated !== piece.operator.startsWith('!')
  if (kind === 'word' || kind === 'text') {
    if (isComparing) return { wrong: `${name} is a word: use = or ~` }
    const texts = piece.values.map((value) => value.toLowerCase()).filter((value) => value !== '')
    if (texts.length === 0) return { unfinished: `${piece.typed} needs a ${kind === 'word' ? 'word' : 'name'}` }
    const isPart = !piece.operator.endsWith('~')
    // Negating the beginning of a word would exclude more than negating the whole word.
    const isPartial = isTyped && !isNegated
    const is = isPart ? (isPartial ? 'beginning' : 'part') : 'anywhere'
    const test: TextTest = { is, texts }
    const known = field.values?.map((value) => value.toLowerCase())
    const unknown = known && texts.find((one) => one !== '?' && !known.some(matcherOf({ is, texts: [one] })))
    if (unknown !== undefined)
      return { wrong: `${unknown.slice(0, 30)} is not a valid ${name}; use ${field.values?.join(', ')}` }
    return { is: 'word', field: name, test, isNegated }
  }
  if (piece.operator.endsWith('~')) return { wrong: `${name} is a ${kind === 'day' ? 'day' : 'number'}: use = < or >` }
  const test = readNumberTest(piece, field, syntax, isTyped)
  if (!('is' in test)) return test
  const part: TextTest | undefined =
    piece.part === undefined ? undefined : { is: 'part', texts: [piece.part.toLowerCase()] }
  return { is: 'number', field: name, part, test, isNegated }
}

const readFreeWord = (piece: FilterPiece, syntax: FilterSyntax, isTyped: boolean): ReadPiece => {
  if (piece.raw.startsWith('~')) {
    const text = piece.raw.slice(1).trim().toLowerCase()
    return text === ''
      ? { unfinished: `${piece.typed}~ needs the letters of a name` }
      : { is: 'letters', text, isNegated: piece.isNegated }
  }
  const text = piece.values.join(',')
  if (text === '') return { unfinished: `${piece.typed || '""'} needs a word` }
  const [, whole = ''] = /^([^".]+)\./.exec(piece.raw) ?? []
  const { partOf, name: wholeName = '' } = whereFieldNamed(whole, syntax) ?? {}
  if (partOf !== undefined)
    return { unfinished: `${piece.raw.slice(0, 40)} needs a number: use ${wholeName}."${partOf}">10` }
  const lower = text.toLowerCase()
  const isWord = syntax.namesAreWords ?? syntax.isPhrase ?? false
  const named = syntax.fields.find(({ name }) => name === lower)
  if (named && !piece.isQuoted && !isWord) {
    return { unfinished: `${lower} is a field: use ${exampleOf(named)}, or "${lower}" for a name` }
  }
  const isPartial = isTyped && !piece.isQuoted
  // `mode!` is the start of `mode!=`.
  const partial = lower.replace(/!$/, '')
  const isPartialField = isPartial && namesOf(syntax).some((name) => name.startsWith(partial))
  if (isPartialField && piece.isNegated && !isWord) {
    return { unfinished: `${piece.typed}${lower} may be the start of a field` }
  }
  return {
    is: 'name',
    text: lower,
    raw: piece.raw,
    isTentative: isPartial && !isWord && (isPartialField || piece.isNegated),
    isNegated: piece.isNegated,
  }
}

const namesOf = ({ fields }: FilterSyntax): string[] => fields.flatMap(({ name, aliases = [] }) => [name, ...aliases])

const exampleOf = ({ name, kind }: WhereField): string => `${name}${EXAMPLES[kind]}`

const EXAMPLES: Record<WhereField['kind'], string> = {
  number: '>10',
  percent: '>10',
  age: '>30d',
  day: '>=2026-11-20',
  word: '~word',
  text: '~word',
}

const unknownField = (name: string, syntax: FilterSyntax): string => {
  const nearest = nearestWord(name, namesOf(syntax))
  const unknown = `unknown field '${name.slice(0, 30)}'`
  if (nearest === undefined) return unknown
  const field = whereFieldNamed(nearest, syntax)?.name
  return `${unknown}: did you mean ${nearest}${field === nearest ? '' : ` (${field})`}?`
}

/** Accepted forms of each kind of number, for messages. */
const FORMS = { day: 'a day: 2026-11-20', age: 'a duration: 30d, 2w or 12h', number: 'a number: 1000, 1.5k or 2M' }

const readNumberTest = (
  piece: FilterPiece,
  field: WhereField,
  syntax: FilterSyntax,
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
    if (isTyped && partial[form].test(unread)) return { unfinished }
    if (form === 'day' && lengthPattern.test(unread))
      return { wrong: `${field.name} is a day, not a duration; use ${FORMS.day.slice(7)}${ageHint(syntax, unread)}` }
    return { wrong: `${unread.slice(0, 30)} is not a ${FORMS[form].slice(2).replace(':', '; use')}` }
  }
  const [[from, fromEnd] = nothing, [, to] = nothing] = spans
  if (from > to && isRange) {
    if (isTyped) return { unfinished }
    return { wrong: `${text.slice(0, 60)} is reversed; use ${ends[1]?.slice(0, 30)}..${ends[0]?.slice(0, 30)}` }
  }
  if (isEqual) return { is: 'within', from, to }
  // `last>2026-10` means after the last day of October.
  const isByEnd = piece.operator === '>' || piece.operator === '<='
  return { is: piece.operator as '<' | '<=' | '>' | '>=', value: isByEnd ? fromEnd : from }
}

/** The first and last number of the value. */
type Span = readonly [from: number, to: number]
const nothing: Span = [Number.NaN, Number.NaN]

/** The condition that takes a duration; empty if the list has none. */
const ageHint = ({ fields }: FilterSyntax, length: string): string =>
  fields.some(({ name }) => name === 'age') ? `, or age<${length.slice(0, 30)}` : ''

const partial = { day: /^[\d-]*$/, age: /^\d*(?:m|mi)?$/, number: /^[-+]?[\d.,]*$/ }
const numberPattern = /^([-+]?(?:\d+(?:,\d{3})*(?:\.\d*)?|\.\d+))([kmb%]?)$/i
const lengthPattern = /^(\d+(?:\.\d+)?)(d|w|h|min|s|)$/i
const scales: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 }

const parseSpan = (text: string, kind: WhereField['kind']): Span | undefined => {
  if (kind === 'day') return parseDays(text)
  if (kind === 'age') return parseLength(text)
  const number = parseNumber(text, kind === 'percent')
  return number === undefined ? undefined : [number, number]
}

const parseNumber = (text: string, isPercent: boolean): number | undefined => {
  const [, digits, unit = ''] = numberPattern.exec(text) ?? []
  if (digits === undefined) return undefined
  const scale = isPercent && unit === '%' ? 1 : scales[unit.toLowerCase()]
  const number = Number(digits.replaceAll(',', '')) * (scale ?? Number.NaN)
  return scale === undefined ? undefined : isPercent ? number / 100 : number
}

/** The shortest and the longest age that a column shows as this length, in days: 3 d is anything below 4 days. */
const parseLength = (text: string): Span | undefined => {
  const [, digits, unit = ''] = lengthPattern.exec(text) ?? []
  if (digits === undefined) return undefined
  const name = unit.toLowerCase()
  const unitMs = UNIT_MS[name] ?? DAY_MS
  const fromMs = Number(digits) * (name === 'w' ? 7 : 1) * unitMs
  return [fromMs / DAY_MS, Number.isInteger(Number(digits)) ? (fromMs + unitMs - 1) / DAY_MS : fromMs / DAY_MS]
}

/** Weeks are whole days, as columns show them. */
const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, min: 60_000, s: 1_000 }

/** Days since 1970 of a day, or of the first and last day of a month. */
const parseDays = (text: string): Span | undefined => {
  if (isDay(text)) return [dayNumber(text), dayNumber(text)]
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (year === undefined) return undefined
  const dayAt = (month: number): number => Date.UTC(Number(year), month, 1) / DAY_MS
  return [dayAt(Number(month) - 1), dayAt(Number(month)) - 1]
}

/** The first free word of a filter that isn't negated, in lower case; empty if there is none. */
export const firstFreeWord = ({ terms }: Pick<Where, 'terms'>): string => {
  const term = terms.find((one) => one.is === 'name' && !one.isNegated)
  return term?.is === 'name' ? term.text : ''
}
