/** One piece of a filter as it was typed, between spaces: `chen`, `!"van der"`, `credits>1000`, `lang = Go,Rust`. */
export type FilterPiece = {
  /** An odd number of `!` stands before it. */
  isNegated: boolean
  /** What stands before an operator; undefined for a free word. */
  name: string | undefined
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
}

const field = /([\p{L}_#%][\p{L}\p{N}_-]*)\s*(!=|!~|>=|<=|==|[<>=~])/uy
const space = /\s*/y
const exclamations = /!*/y

/** Takes a filter apart. Spaces around operators are allowed; nothing typed is ever lost or an error. */
export const piecesOf = (text: string): FilterPiece[] => {
  const pieces: FilterPiece[] = []
  let at = endOf(space, text, 0)
  while (at < text.length) {
    const { piece, end } = pieceAt(text, at)
    pieces.push(piece)
    at = endOf(space, text, end)
  }
  return pieces
}

const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

const pieceAt = (text: string, start: number): { piece: FilterPiece; end: number } => {
  const nameAt = endOf(exclamations, text, start)
  field.lastIndex = nameAt
  const [, name, operator = ''] = field.exec(text) ?? []
  const operatorEnd = name === undefined ? nameAt : field.lastIndex
  const afterSpace = name === undefined ? nameAt : endOf(space, text, operatorEnd)
  // In `credits> mode=spec` the number is still missing.
  const isNext = afterSpace > operatorEnd && endOf(field, text, afterSpace) > afterSpace
  const value = valueAt(text, isNext ? operatorEnd : afterSpace)
  const piece = {
    isNegated: (nameAt - start) % 2 === 1,
    name,
    operator: operator === '==' ? '=' : operator,
    values: value.values,
    isQuoted: value.isQuoted,
    isOpen: value.isOpen,
    isFollowed: value.end < text.length,
    typed: text.slice(start, operatorEnd),
  }
  return { piece, end: value.end }
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
