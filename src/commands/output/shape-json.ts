import { AppError, usageError } from '../../base/errors.ts'
import { toJson } from '../../domain/output/output.ts'
import type { JsonQuery } from '../../domain/query/json-query.ts'
import type { Globals } from '../kit/globals.ts'
import type { World } from '../kit/world.ts'

type ShapeWorld = Pick<World, 'out' | 'isOutputTerminal'>

/** Standard output of a command whose JSON is passed through `--query`. */
export type ShapedOutput = {
  out: (text: string) => void
  /** Called after a command that did not fail: its last document may have no line break. */
  end: () => void
}

/**
 * Reads `--query`; undefined without it. Commands print JSON as usual, with secrets masked, and each complete document
 * is printed in its new form. A document ends with a line break at the end of a write.
 *
 * @throws AppError of kind `usage` for an invalid expression.
 */
export const createShapedOutput = async (globals: Globals, world: ShapeWorld): Promise<ShapedOutput | undefined> => {
  if (globals.query === undefined) return undefined
  const query = await readQuery(globals.query)
  let parts: string[] = []
  const print = (): void => {
    const text = parts.join('')
    parts = []
    const result = query(parseDocument(text))
    world.out(`${toJson(result, { indent: world.isOutputTerminal ? 2 : 0 })}\n`)
  }
  return {
    out: (text) => {
      if (text !== '') parts.push(text)
      if (text.endsWith('\n')) print()
    },
    end: () => {
      if (parts.length > 0) print()
    },
  }
}

const readQuery = async (text: string): Promise<JsonQuery['run']> => {
  const { parseQuery, QueryError } = await import('../../domain/query/json-query.ts')
  const query = await parseQuery(text)
  if ('problem' in query) throw usageError(`--query ${query.problem}: write it in JMESPath, such as 'data[0].date'.`)
  return (document) => {
    try {
      return query.run(document)
    } catch (cause) {
      if (!(cause instanceof QueryError)) throw cause
      throw usageError(`--query does not apply to this output: ${cause.message}.`, { cause })
    }
  }
}

const parseDocument = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('failed', 'The output is not JSON: remove --query.', { cause })
  }
}
