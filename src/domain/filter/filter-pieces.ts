/** One term of a filter as typed, separated by spaces: `chen`, `!"van der"`, `credits>1000`, `lang = Go,Rust`. */
export type FilterPiece = {
  /** Start and end in the text, in UTF-16 units. */
  start: number
  end: number
  /** Whether an odd number of `!` precedes it. */
  isNegated: boolean
  /** The field name before the operator; undefined for a free word. */
  name: string | undefined
  /** The part after the dot: `opus` in `credits.opus`; empty if nothing is typed there yet. */
  part: string | undefined
  /** `=` for `==`; empty for a free word. */
  operator: string
  /** The text after the operator, or the free word, split at commas outside of quotes; empty if missing. */
  values: readonly string[]
  isQuoted: boolean
  /** Whether a quote isn't closed. It then extends to the end of the text. */
  isOpen: boolean
  /** Whether anything follows it, even a space. */
  isFollowed: boolean
  /** The text up to and including the operator, for messages: `credits>`. */
  typed: string
  /** The text after the `!` and the operator, with quotes and commas. */
  raw: string
}

// A quoted part may contain any character: `\"` is a quote and `\\` is a backslash.
const field =
  /([\p{L}_#%][\p{L}\p{N}_-]*)(?:\.("(?:\\["\\]|\\(?!["\\])|[^"\\])*"|[^\s"<>=!~]*))?\s*(!=|!~|>=|<=|==|[<>=~])/uy
const space = /\s*/y
const exclamations = /!*/y

/**
 * Splits a filter into terms. Spaces around operators are allowed. Every text is valid, and no input is dropped.
 *
 * @param isPhrase - Joins consecutive free words into one term, with the spaces between them.
 */
export const piecesOf = (text: string, isPhrase = false): FilterPiece[] => {
  const pieces: FilterPiece[] = []
  let at = endOf(space, text, 0)
  while (at < text.length) {
    const piece = pieceAt(text, at)
    const before = pieces.at(-1)
    if (isPhrase && before && continuesPhrase(before, piece)) pieces[pieces.length - 1] = phraseOf(text, before, piece)
    else pieces.push(piece)
    at = endOf(space, text, piece.end)
  }
  return pieces
}

const continuesPhrase = (before: FilterPiece, piece: FilterPiece): boolean =>
  [before, piece].every(({ name, isQuoted }) => name === undefined && !isQuoted) &&
  !piece.isNegated &&
  !piece.raw.startsWith('~')

const phraseOf = (text: string, before: FilterPiece, { end, isFollowed }: FilterPiece): FilterPiece => {
  const raw = text.slice(before.end - before.raw.length, end)
  return { ...before, end, isFollowed, raw, values: [raw] }
}

/** Quotes a part if necessary, for use after the dot of a field. */
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
  // In `credits> mode=spec` the number is missing, and `mode=spec` is the next term.
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
