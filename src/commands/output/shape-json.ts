import { AppError, usageError } from '../../base/errors.ts'
import { toJson } from '../../domain/output/output.ts'
import type { JsonQuery } from '../../domain/query/json-query.ts'
import type { Globals } from '../kit/globals.ts'
import type { World } from '../kit/world.ts'

type ShapeWorld = Pick<World, 'out' | 'isOutputTerminal' | 'columns' | 'now'>

/** Standard output of a command whose JSON is passed through `--query` and `--template`. */
export type ShapedOutput = {
  out: (text: string) => void
  /** Called after a command that did not fail: its last document may have no line break. */
  end: () => void
}

/**
 * Reads `--query`, and `--template`, which prints its result. Commands print JSON as usual, with secrets masked, and each complete document
 * is printed in its new form. A document ends with a line break at the end of a write.
 *
 * @throws AppError of kind `usage` for an invalid expression or template.
 */
export const createShapedOutput = async (globals: Globals, world: ShapeWorld): Promise<ShapedOutput> => {
  const query = globals.query === undefined ? undefined : await readQuery(globals.query)
  const format =
    globals.template === undefined
      ? (result: unknown) => `${toJson(result, { indent: world.isOutputTerminal ? 2 : 0 })}\n`
      : await readTemplate(globals.template, globals, world)
  let parts: string[] = []
  const print = (): void => {
    const text = parts.join('')
    parts = []
    const document = parseDocument(text)
    world.out(format(query ? query(document) : document))
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

const readTemplate = async (
  text: string,
  { hasColor }: Globals,
  { isOutputTerminal: isTerminal, columns, now }: ShapeWorld,
): Promise<(document: unknown) => string> => {
  const [{ parseTemplate }, { renderTemplate }, { TemplateError }] = await Promise.all([
    import('../../domain/template/parse-template.ts'),
    import('../../domain/template/render-template.ts'),
    import('../../domain/template/lex-template.ts'),
  ])
  const problemOf = (error: unknown, sentence: (problem: string) => string): unknown =>
    error instanceof TemplateError ? usageError(sentence(error.message), { cause: error }) : error
  try {
    const template = parseTemplate(text)
    return (document) => {
      try {
        const printed = renderTemplate(template, document, { now: now(), isTerminal, hasColor, columns })
        return printed === '' || printed.endsWith('\n') ? printed : `${printed}\n`
      } catch (error) {
        throw problemOf(error, (problem) => `--template does not apply to this output: ${problem}.`)
      }
    }
  } catch (error) {
    throw problemOf(error, (problem) => `--template ${problem}: write it like ${TEMPLATE_EXAMPLE}.`)
  }
}

const TEMPLATE_EXAMPLE = `'{{range .data}}{{.date}}{{"\\n"}}{{end}}'`

const parseDocument = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('failed', 'The output is not JSON: remove --query and --template.', { cause })
  }
}
