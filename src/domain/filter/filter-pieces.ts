/** One piece of a filter as it was typed, between spaces: `chen`, `!"van der"`, `credits>1000`, `lang = Go,Rust`. */
export type FilterPiece = {
  /** Where it begins and ends in the text, UTF-16 units. */
  start: number
  end: number
  /** An odd number of `!` stands before it. */
  isNegated: boolean
  /** What stands before an operator; undefined for a free word. */
  name: string | undefined
  /** Behind a dot in it: `opus` in `credits.opus`; empty where nothing is typed yet. */
  part: string | undefined
  /** `=` also for `==`; empty for a free word. */
  operator: string
  /** What stands after it or is the free word, taken apart at commas outside of quotes; empty where nothing is typed yet. */
  values: readonly string[]
  isQuoted: boolean
  /** A quote in it is not closed; it goes on to the end. */
  isOpen: boolean
  /** Something follows it, be it a space. */
  isFollowed: boolean
  /** The piece as far as the operator, for messages: `credits>`. */
  typed: string
  /** What stands behind the `!` and the operator, as it was typed: with quotes and commas. */
  raw: string
}

// A part in quotes may hold any sign: `\"` stands for a quote and `\\` for a backslash.
const field =
  /([\p{L}_#%][\p{L}\p{N}_-]*)(?:\.("(?:\\["\\]|\\(?!["\\])|[^"\\])*"|[^\s"<>=!~]*))?\s*(!=|!~|>=|<=|==|[<>=~])/uy
const space = /\s*/y
const exclamations = /!*/y

/**
 * Takes a filter apart. Spaces around operators are allowed; nothing typed is ever lost or an error.
 *
 * @param isPhrase - Free words that follow each other are one piece, with the spaces between them.
 */
export const piecesOf = (text: string, isPhrase = false): FilterPiece[] => {
  const pieces: FilterPiece[] = []
  let at = endOf(space, text, 0)
  while (at < text.length) {
    const piece = pieceAt(text, at)
    const before = pieces.at(-1)
    if (isPhrase && before && goesOn(before, piece)) pieces[pieces.length - 1] = phraseOf(text, before, piece)
    else pieces.push(piece)
    at = endOf(space, text, piece.end)
  }
  return pieces
}

const goesOn = (before: FilterPiece, piece: FilterPiece): boolean =>
  [before, piece].every(({ name, isQuoted }) => name === undefined && !isQuoted) &&
  !piece.isNegated &&
  !piece.raw.startsWith('~')

const phraseOf = (text: string, before: FilterPiece, { end, isFollowed }: FilterPiece): FilterPiece => {
  const raw = text.slice(before.end - before.raw.length, end)
  return { ...before, end, isFollowed, raw, values: [raw] }
}

/** A part as it can stand behind the dot of a field. */
export const quotedPart = (part: string): string =>
  /^[^\s"<>=!~]+$/u.test(part) ? part : `"${part.replaceAll(/["\\]/g, '\\$&')}"`

const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

const pieceAt = (text: string, start: number): FilterPiece => {
  const nameAt = endOf(exclamations, text, start)
  field.lastIndex = nameAt
  const [, name, part, operator = ''] = field.exec(text) ?? []
  const operatorEnd = name === undefined ? nameAt : field.lastIndex
  const afterSpace = name === undefined ? nameAt : endOf(space, text, operatorEnd)
  // In `credits> mode=spec` the number is still missing.
  const isNext = afterSpace > operatorEnd && endOf(field, text, afterSpace) > afterSpace
  const valueStart = isNext ? operatorEnd : afterSpace
  const value = valueAt(text, valueStart)
  return {
    start,
    end: value.end,
    isNegated: (nameAt - start) % 2 === 1,
    name,
    part: part?.startsWith('"') ? part.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : part,
    operator: operator === '==' ? '=' : operator,
    values: value.values,
    isQuoted: value.isQuoted,
    isOpen: value.isOpen,
    isFollowed: value.end < text.length,
    typed: text.slice(start, operatorEnd),
    raw: text.slice(valueStart, value.end),
  }
}

const valueAt = (text: string, start: number) => {
  const values: string[] = ['']
  let [at, isQuoted, isOpen] = [start, false, false]
  for (; at < text.length && !/\s/.test(text[at] ?? ''); at++) {
    const sign = text[at] ?? ''
    const last = values.length - 1
    if (sign === '"') {
      const close = text.indexOf('"', at + 1)
      isQuoted = true
      isOpen = close < 0
      const end = isOpen ? text.length : close
      values[last] += text.slice(at + 1, end)
      at = end
    } else if (sign === ',') values.push('')
    else values[last] += sign
  }
  return { values, isQuoted, isOpen, end: Math.min(at, text.length) }
}
