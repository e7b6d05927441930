import { isContainer, memberOf } from '../../base/json.ts'
import { createTextTable } from '../output/output.ts'
import { fullNumber } from '../text/format.ts'
import { safeText, withVisibleControls } from '../text/safe-text.ts'
import { TemplateError } from './lex-template.ts'
import type { Expression, TemplateNode } from './parse-template.ts'
import { ColoredText, isTrue, templateFunctions, textOf } from './template-functions.ts'

export type RenderOptions = {
  /** Unix milliseconds. */
  now: number
  isTerminal: boolean
  hasColor: boolean
  /** Width of the terminal, for tables. @default any */
  columns?: number | undefined
}

/** The value of `.` and of `$`. */
type Scope = { dot: unknown; root: unknown }

const MAX_OUTPUT = 64 * 1024 * 1024
const MAX_ROWS = 1_000_000
/** Ranges inside of ranges could take forever. */
const MAX_STEPS = 50_000_000

/**
 * Prints a document by a template. Values have visible signs instead of control characters; the texts of the template
 * are printed as they are.
 *
 * @throws TemplateError if the template does not apply to the document.
 */
export const renderTemplate = (
  template: readonly TemplateNode[],
  document: unknown,
  { now, isTerminal, hasColor, columns }: RenderOptions,
): string => {
  const output: string[] = []
  let length = 0
  let steps = 0
  let rows: (readonly string[])[] = []
  const write = (text: string): void => {
    length += text.length
    if (length > MAX_OUTPUT) throw new TemplateError('prints more than 64 MB')
    output.push(text)
  }
  const context = {
    now,
    addRow: (cells: readonly string[]): void => {
      if (rows.push(cells) > MAX_ROWS) throw new TemplateError(`has a table of more than ${fullNumber(MAX_ROWS)} rows`)
    },
    takeTable: (): string => {
      const table = tableOf(rows, isTerminal ? columns : undefined)
      rows = []
      return table
    },
  }
  const shown = (value: unknown): string => {
    const text = isTerminal ? safeText(textOf(value), 'text') : withVisibleControls(textOf(value))
    const isColored = value instanceof ColoredText && hasColor && isTerminal && text !== ''
    return isColored ? `\x1b[${value.code}m${text}\x1b[0m` : text
  }
  const evaluate = (expression: Expression, scope: Scope): unknown => {
    if (expression.is === 'value') return expression.value
    if (expression.is === 'path') {
      const { of, names } = expression
      const start = of === 'dot' ? scope.dot : of === 'root' ? scope.root : evaluate(of, scope)
      return names.reduce((value, name) => (Array.isArray(value) ? undefined : memberOf(value, name)), start)
    }
    const args = expression.args.map((arg) => evaluate(arg, scope))
    return templateFunctions[expression.name].call(args, context)
  }
  const render = (nodes: readonly TemplateNode[], scope: Scope): void => {
    for (const node of nodes) {
      steps += 1
      if (steps > MAX_STEPS) throw new TemplateError(`takes more than ${fullNumber(MAX_STEPS)} steps`)
      if (node.is === 'text') {
        write(node.text)
        continue
      }
      const value = evaluate(node.value, scope)
      if (node.is === 'print') write(isTable(node.value) ? String(value) : shown(value))
      else if (node.is === 'range') {
        const items = itemsOf(value)
        for (const dot of items) render(node.body, { ...scope, dot })
        if (items.length === 0) render(node.otherwise, scope)
      } else if (!isTrue(value)) render(node.otherwise, scope)
      else render(node.body, node.is === 'with' ? { ...scope, dot: value } : scope)
    }
  }
  render(template, { dot: document, root: document })
  write(context.takeTable())
  return output.join('')
}

/** A table has safe cells already, and lines of any length. */
const isTable = (expression: Expression): boolean => expression.is === 'call' && expression.name === 'tablerender'

/** The elements of a list, or the values of an object by name. */
const itemsOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  if (!isContainer(value) || value instanceof ColoredText) throw new TemplateError('range needs a list or an object')
  return Object.keys(value)
    .sort()
    .map((name) => memberOf(value, name))
}

const tableOf = (rows: readonly (readonly string[])[], columns: number | undefined): string => {
  const count = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  const cells = rows.map((row) => Array.from({ length: count }, (_, at) => safeText(row[at] ?? '')))
  const titles = Array.from({ length: count }, () => ({ title: '' }))
  return rows.length === 0 ? '' : createTextTable(titles, columns)(cells)
}
