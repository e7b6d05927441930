import { lexTemplate, placeOf, TemplateError, type TemplatePart, type Token, unexpected } from './lex-template.ts'
import { type FunctionName, isFunctionName, templateFunctions } from './template-functions.ts'

export type Expression =
  | { is: 'value'; value: unknown }
  /** Members of `.`, of the whole document (`$`), or of a value in parentheses. */
  | { is: 'path'; of: 'dot' | 'root' | Expression; names: readonly string[] }
  | { is: 'call'; name: FunctionName; args: readonly Expression[] }

export type TemplateNode =
  | { is: 'text'; text: string }
  | { is: 'print'; value: Expression }
  | {
      is: 'if' | 'with' | 'range'
      value: Expression
      body: readonly TemplateNode[]
      otherwise: readonly TemplateNode[]
    }

const MAX_LENGTH = 64_000
/** Levels of blocks and of parentheses. */
const MAX_DEPTH = 100
const BLOCKS = ['if', 'with', 'range'] as const
const CONSTANTS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['nil', null],
])

/**
 * Parses a template: a subset of Go's text/template.
 *
 * @throws TemplateError with the position of the problem.
 */
export const parseTemplate = (source: string): readonly TemplateNode[] => {
  if (source.length > MAX_LENGTH) throw new TemplateError(`has more than ${MAX_LENGTH} characters`)
  const parts = lexTemplate(source)
  let next = 0
  /** Parses up to the `end`, or the `else`, of the block that was opened at `opened`. */
  const parseBlock = (opened: { word: string; at: number } | undefined, depth: number) => {
    if (depth > MAX_DEPTH) throw new TemplateError(`has more than ${MAX_DEPTH} levels of blocks`)
    const nodes: TemplateNode[] = []
    while (true) {
      const part = parts[next]
      next += 1
      if (part === undefined) {
        if (opened === undefined) return { nodes, stop: undefined }
        throw new TemplateError(`has no {{end}} for the {{${opened.word}}} at ${placeOf(source, opened.at)}`)
      }
      if ('text' in part) {
        nodes.push({ is: 'text', text: part.text })
        continue
      }
      const [first] = part.tokens
      const word = first?.kind === 'word' ? first.text : undefined
      if (first !== undefined && (word === 'end' || word === 'else')) {
        const second = part.tokens[1]
        const isAllowed = word === 'else' && second?.text === 'if'
        if (opened === undefined || (opened.word === 'else' && word === 'else'))
          throw unexpected(source, word, first.at)
        if (second !== undefined && !isAllowed) throw unexpected(source, second.text, second.at)
        return { nodes, stop: { word, part } }
      }
      const block = BLOCKS.find((one) => one === word)
      if (block === undefined) nodes.push({ is: 'print', value: parseExpression(source, part.tokens, part) })
      else nodes.push(parseConditional(block, { ...part, tokens: part.tokens.slice(1) }, depth))
    }
  }
  const parseConditional = (is: 'if' | 'with' | 'range', part: Action, depth: number): TemplateNode => {
    const value = parseExpression(source, part.tokens, part)
    const { nodes: body, stop } = parseBlock({ word: is, at: part.at }, depth + 1)
    if (stop?.word !== 'else') return { is, value, body, otherwise: [] }
    const [, ...rest] = stop.part.tokens
    if (rest.length > 0) {
      const inner = { ...stop.part, tokens: rest.slice(1) }
      return { is, value, body, otherwise: [parseConditional('if', inner, depth + 1)] }
    }
    return { is, value, body, otherwise: parseBlock({ word: 'else', at: stop.part.at }, depth + 1).nodes }
  }
  return parseBlock(undefined, 0).nodes
}

type Action = Extract<TemplatePart, { at: number }>

/** Parses the tokens of an action: values and functions, joined by `|`, which passes a value on as the last argument. */
const parseExpression = (source: string, tokens: readonly Token[], { end }: Action): Expression => {
  let next = 0
  const fail = (token: Token | undefined): TemplateError =>
    token
      ? unexpected(source, token.text, token.at)
      : new TemplateError(`has an empty action before ${placeOf(source, end)}`)
  const parsePipe = (depth: number): Expression => {
    if (depth > MAX_DEPTH) throw new TemplateError(`has more than ${MAX_DEPTH} levels of parentheses`)
    let value = parseCommand(undefined, depth)
    for (let count = 1; tokens[next]?.text === '|' && tokens[next]?.kind === 'mark'; count += 1) {
      if (count > MAX_DEPTH) throw new TemplateError(`has more than ${MAX_DEPTH} functions in a row`)
      next += 1
      value = parseCommand(value, depth)
    }
    return value
  }
  const parseCommand = (piped: Expression | undefined, depth: number): Expression => {
    const first = tokens[next]
    if (first?.kind !== 'word' || CONSTANTS.has(first.text)) {
      // Only a function takes the value before a `|`.
      if (piped) throw fail(first)
      return parseOperand(depth)
    }
    if (!isFunctionName(first.text))
      throw new TemplateError(`has an unknown function "${first.text}" at ${placeOf(source, first.at)}`)
    next += 1
    const args: Expression[] = []
    while (next < tokens.length && !isEnd(tokens[next])) args.push(parseOperand(depth))
    if (piped) args.push(piped)
    const { min, max } = templateFunctions[first.text]
    if (args.length < min || args.length > max)
      throw new TemplateError(
        `has ${args.length} arguments for ${first.text} at ${placeOf(source, first.at)}, which takes ${countText(min, max)}`,
      )
    return { is: 'call', name: first.text, args }
  }
  const parseOperand = (depth: number): Expression => {
    const token = tokens[next]
    next += 1
    switch (token?.kind) {
      case 'string':
        return { is: 'value', value: stringOf(source, token) }
      case 'number':
        return { is: 'value', value: Number(token.text) }
      case 'path':
        return { is: 'path', of: token.text.startsWith('$') ? 'root' : 'dot', names: namesIn(token) }
      case 'word':
        if (CONSTANTS.has(token.text)) return { is: 'value', value: CONSTANTS.get(token.text) }
        throw fail(token)
      case 'mark':
        if (token.text === '(') return parseParentheses(token, depth)
        throw fail(token)
      default:
        throw fail(token)
    }
  }
  const parseParentheses = (open: Token, depth: number): Expression => {
    const value = parsePipe(depth + 1)
    const close = tokens[next]
    if (close?.text !== ')' || close.kind !== 'mark')
      throw close ? fail(close) : new TemplateError(`has no ) for the ( at ${placeOf(source, open.at)}`)
    next += 1
    const path = tokens[next]
    if (path?.kind !== 'path' || path.at !== close.at + 1 || path.text.startsWith('$')) return value
    next += 1
    return { is: 'path', of: value, names: namesIn(path) }
  }
  const value = parsePipe(0)
  if (next < tokens.length) throw fail(tokens[next])
  return value
}

const isEnd = (token: Token | undefined): boolean => token?.kind === 'mark' && token.text !== '('

const namesIn = ({ text }: Token): string[] => text.replace(/^\$/, '').split('.').filter(Boolean)

const stringOf = (source: string, { text, at }: Token): string => {
  if (text.startsWith('`')) return text.slice(1, -1)
  try {
    return JSON.parse(text)
  } catch {
    throw new TemplateError(`has an invalid escape in the string at ${placeOf(source, at)}`)
  }
}

const countText = (min: number, max: number): string => {
  if (max === Number.POSITIVE_INFINITY) return `at least ${min}`
  return min === max ? String(min) : `${min} to ${max}`
}
