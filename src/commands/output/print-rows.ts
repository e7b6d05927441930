import { AppError } from '../../base/errors.ts'
import { masked } from '../../client/masked.ts'
import { toJson } from '../../domain/output/output.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Deps } from '../kit/command.ts'
import { noteTo } from '../kit/notes.ts'
import type { Format } from '../kit/output-format.ts'
import { choosePrinted, pickMembers } from './columns.ts'
import type { RawRow, RowLayout } from './row-layout.ts'
import { type PrintDeps, type TableOptions, type TextFormat, tableOptions, textWriters } from './text-writers.ts'

export type PrintedRows = {
  rows: readonly RawRow[]
  /** What json prints: the envelope as the API sent it, or several joined. */
  envelope: unknown
  layout: RowLayout
  /** What the totals are of, when they are not of everything: `this page`. */
  part?: string | undefined
  /** The table for people, where it is not one line a row. */
  table?: ((rows: readonly RawRow[], options: TableOptions) => string) | undefined
}

/** Prints rows in the chosen format. */
export const printRows = (printed: PrintedRows, deps: PrintDeps): void => {
  const masks = { ...printed, rows: masked(printed.rows, deps.redact) }
  const { shownMembers } = deps.globals
  const shown = shownMembers ? chosen(masks, printed.rows, shownMembers, deps.format) : masks
  const notes: string[] = []
  const text = writers[deps.format](shown, deps, (sentence) => notes.push(sentence))
  if (deps.format === 'table' || deps.format === 'md') deps.out(text)
  else deps.outMasked(text)
  for (const sentence of notes) noteTo(deps.err, sentence)
}

/** Only the members that were asked for. */
const chosen = (
  printed: PrintedRows,
  raw: readonly RawRow[],
  wanted: readonly string[],
  format: Format,
): PrintedRows => {
  const layout = choosePrinted(printed.layout, printed.rows, wanted)
  const rows = printed.rows.map((row) => pickMembers(row, layout.members))
  const isOf = ([, value]: [string, unknown]): boolean => value === raw
  const members = Object.entries((printed.envelope ?? {}) as object)
  if (format === 'json' && !members.some(isOf))
    throw new AppError('usage', 'json is whole here: leave --columns out, or take --format ndjson.')
  const envelope = Object.fromEntries(members.map((entry) => (isOf(entry) ? [entry[0], rows] : entry)))
  return { ...printed, layout, rows, table: undefined, envelope }
}

const writers: Record<
  Format,
  (printed: PrintedRows, deps: PrintDeps, tellAfter: (sentence: string) => void) => string
> = {
  json: ({ envelope }, deps) => jsonText(envelope, deps),
  ndjson: ({ rows }, { redact }) => ndjsonText(rows, redact),
  csv: (printed, deps, tellAfter) => textOf('csv', printed, deps, tellAfter),
  md: (printed, deps, tellAfter) => textOf('md', printed, deps, tellAfter),
  table: (printed, deps, tellAfter) =>
    printed.table?.(printed.rows, tableOptions(deps)) ?? textOf('table', printed, deps, tellAfter),
}

const textOf = (
  format: TextFormat,
  { rows, layout, part }: PrintedRows,
  deps: PrintDeps,
  tellAfter: (sentence: string) => void,
): string => textWriters[format]({ first: rows, layout, deps, tellAfter })(rows, { part })

/** JSON as it is printed: over several lines for people, on one for programs. */
const jsonText = (value: unknown, { redact, isOutputTerminal }: Pick<Deps, 'redact' | 'isOutputTerminal'>): string =>
  `${toJson(masked(value, redact), { indent: isOutputTerminal ? 2 : 0 })}\n`

/** Prints a value as JSON. */
export const printJson = (value: unknown, deps: Pick<Deps, 'outMasked' | 'redact' | 'isOutputTerminal'>): void =>
  deps.outMasked(jsonText(value, deps))

/** One row a line. */
export const ndjsonText = (rows: readonly RawRow[], redact: (text: string) => string): string =>
  rows.map((row) => `${toJson(masked(row, redact))}\n`).join('')

/** Says what a command has done: a sentence for people, members for programs. */
export const printDone = (sentence: string, members: object, deps: Deps): undefined => {
  if (deps.format === 'json') printJson(members, deps)
  else deps.out(`${safeText(sentence)}\n`)
}
