import type * as JmesPath from '@jmespath-community/jmespath'
import { isContainer } from '../../base/json.ts'

/** An expression that is not valid; the message is the second half of a sentence. */
export type QueryProblem = { problem: string }

/** Reads a part of a JSON document. @throws QueryError if the expression does not apply to this document. */
export type JsonQuery = { run: (document: unknown) => unknown }

export class QueryError extends Error {}

const MAX_LENGTH = 4_000

/** Parses a JMESPath expression. Loads the parser, which only this function needs. */
export const parseQuery = async (text: string): Promise<JsonQuery | QueryProblem> => {
  if (text.length > MAX_LENGTH) return { problem: `has more than ${MAX_LENGTH} characters` }
  const jmespath = await import('@jmespath-community/jmespath')
  const tree = compiled(text, jmespath)
  if (tree instanceof RangeError) return { problem: 'is nested too deeply' }
  if (tree instanceof Error) return { problem: `has ${faultIn(text, jmespath)}` }
  const unknown = functionsIn(tree).find((name) => !jmespath.isRegistered(name))
  if (unknown !== undefined)
    return { problem: `has an unknown function ${unknown}() at character ${positionOf(text, unknown, jmespath)}` }
  return {
    run: (document) => {
      try {
        return jmespath.TreeInterpreter.search(tree, document as JmesPath.JSONValue) ?? null
      } catch (cause) {
        throw new QueryError(runtimeProblem(cause as Error), { cause })
      }
    },
  }
}

type Tree = ReturnType<typeof JmesPath.compile>

/** The tree of an expression, or the error of the parser, which has no position. */
const compiled = (text: string, { compile }: typeof JmesPath): Tree | Error => {
  try {
    return compile(text)
  } catch (error) {
    // A RangeError if the expression exhausts the stack.
    return error as Error
  }
}

/** `an unexpected "b" at character 3`. Characters are counted from 1. */
const faultIn = (text: string, jmespath: typeof JmesPath): string => {
  const readable = longestReadable(text, jmespath)
  if (readable < text.length) return unexpected(text.slice(readable, readable + 1), readable)
  const starts = jmespath.tokenize(text).map(({ start }) => start)
  // The parser stops at the first token that cannot follow the ones before it.
  for (const [at, start] of starts.entries()) {
    const end = starts[at + 1] ?? text.length
    if (start >= text.length) break
    const error = compiled(text.slice(0, end), jmespath)
    if (error instanceof Error && !/\bEOF\b/.test(error.message))
      return unexpected(text.slice(start, end).trim(), start)
  }
  return `an unexpected end at character ${text.length + 1}`
}

const unexpected = (what: string, at: number): string => `an unexpected "${what}" at character ${at + 1}`

/** The number of characters that can be split into tokens. A quote that is not closed is not part of them. */
const longestReadable = (text: string, { tokenize }: typeof JmesPath): number => {
  for (let length = text.length; length > 0; length -= 1) {
    try {
      tokenize(text.slice(0, length))
      return length
    } catch {}
  }
  return 0
}

const functionsIn = (node: unknown): string[] => {
  if (!isContainer(node)) return []
  const { type, name } = node as { type?: unknown; name?: unknown }
  const inner = Object.values(node).flatMap(functionsIn)
  return type === 'Function' && typeof name === 'string' ? [name, ...inner] : inner
}

const positionOf = (text: string, name: string, { tokenize }: typeof JmesPath): number =>
  (tokenize(text).find(({ value }) => value === name)?.start ?? 0) + 1

/** `abs() expected argument 1 to be type (number) but received type array instead.` without the class before it. */
const runtimeProblem = ({ message }: Error): string => message.replace(/^[A-Z][\w ]+: /, '').replace(/\.$/, '')
