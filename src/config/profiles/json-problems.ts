import { type Node, type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { parseJsonTree, withoutComments } from '../../base/json-edit.ts'

/** Parses JSON that may have comments. With problems, the value is undefined. */
export const parseCommentedJson = (text: string): { value: unknown; problems: readonly Positioned[] } => {
  try {
    return { value: JSON.parse(withoutComments(text)), problems: [] }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { value: undefined, problems: syntaxProblems(text) }
  }
}

/** A problem at an offset of a text, as a sentence without a full stop. */
export type Positioned = { offset: number; problem: string }

/** The syntax errors of a text that is not JSON, by position. The engine's own message would contain part of the text. */
const syntaxProblems = (text: string): Positioned[] => {
  const errors: ParseError[] = []
  parse(text, errors)
  const end = text.trimEnd().length
  const names = errors.map(({ error }) => printParseErrorCode(error))
  // After text without quotes, the parser reports a missing value too.
  const first = errors.filter((_, at) => !(names[at] === 'ValueExpected' && names[at - 1] === 'InvalidSymbol'))
  const found = first.map(({ error, offset }) => ({
    offset: Math.min(offset, end),
    problem: `invalid JSON: ${problemAt(text, offset, printParseErrorCode(error))}`,
  }))
  if (found.length === 0) return [{ offset: end, problem: `invalid JSON: ${OTHER_PROBLEM}` }]
  return found.filter((one, at) => found.findIndex(({ offset }) => offset === one.offset) === at)
}

/** Maximum number of characters between a comma and the bracket after it. */
const MAX_GAP = 1_000

const problemAt = (text: string, offset: number, code: string): string => {
  const isAfterComma = text
    .slice(Math.max(0, offset - MAX_GAP), offset)
    .trimEnd()
    .endsWith(',')
  const isEnd = text[offset] === '}' || text[offset] === ']'
  return isAfterComma && isEnd ? 'remove the comma before it' : (SYNTAX_PROBLEMS[code] ?? OTHER_PROBLEM)
}

const OTHER_PROBLEM = 'check commas, quotes and brackets'

/** By the parser's error codes. */
const SYNTAX_PROBLEMS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'text must be in double quotes',
  InvalidNumberFormat: 'not a number',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'text after the end',
  UnexpectedEndOfComment: 'the comment has no end',
  UnexpectedEndOfString: 'the closing quote is missing',
  UnexpectedEndOfNumber: 'the number is incomplete',
  InvalidUnicode: 'the escape sequence needs four hexadecimal digits',
  InvalidEscapeCharacter: 'unknown escape sequence',
  InvalidCharacter: 'a control character must be escaped',
}

/**
 * The offset of a member in a JSON text. For a missing member, the offset of the nearest enclosing object or list. For
 * duplicate members the last one counts, as in JSON.parse.
 *
 * @param text - Valid JSON, which may have comments.
 */
export const offsetOfMember = (text: string, path: readonly PropertyKey[]): number => {
  let place = parseJsonTree(text)
  let value: Node | undefined = place
  for (const key of path) {
    const child: Node | undefined =
      value?.type === 'array'
        ? value.children?.[Number(key)]
        : value?.children?.findLast(({ children }) => children?.[0]?.value === key)
    if (!child) break
    place = child
    value = child.type === 'property' ? child.children?.[1] : child
  }
  return place.offset
}

/** An offset as `line 3, column 5`, both counted from 1. */
export const positionText = (text: string, offset: number): string => {
  const before = text.slice(0, offset)
  const start = before.lastIndexOf('\n') + 1
  return `line ${before.split('\n').length}, column ${offset - start + 1}`
}
