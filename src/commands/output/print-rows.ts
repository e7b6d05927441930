import { AppError } from '../../base/errors.ts'
import { masked } from '../../client/masked.ts'
import { type TextColumn, toCsv, toJson, toMarkdownTable, toTextTable } from '../../domain/output/output.ts'
import { type DeltaOptions, delta } from '../../domain/text/delta.ts'
import { decimal, fullNumber, percent, signedNumber, UNKNOWN } from '../../domain/text/format.ts'
import { type SafeText, safeText } from '../../domain/text/safe-text.ts'
import type { NumberKind } from '../../domain/usage/measure.ts'
import { sumOfValues } from '../../domain/usage/sum.ts'
import type { Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'
import type { Format } from '../kit/output-format.ts'
import { choosePrinted, furtherColumns, pickMembers } from './choose-columns.ts'
import { fittingColumns } from './fitting-columns.ts'
import { membersOf, scalarMembers } from './members.ts'
import { nestedText } from './nested-text.ts'
import type { ColumnLayout, RawRow, RowLayout } from './row-layout.ts'

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

export type TableOptions = {
  isAscii: boolean
  /** Cells of the terminal; undefined without one. */
  columns: number | undefined
  /** Whether the columns were asked for: then there are no others. @default false */
  isChosen?: boolean
}

export type PrintDeps = Pick<
  Deps,
  'out' | 'outMasked' | 'err' | 'redact' | 'globals' | 'format' | 'isOutputTerminal' | 'columns'
>

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
  csv: ({ rows, layout }, { globals, isOutputTerminal }) => {
    const shown = isOutputTerminal ? rows.map(safeRow) : rows
    return toCsv(shown, globals.shownMembers ? layout.members : membersOf(shown, layout.members), {
      raw: globals.isCsvRaw,
    })
  },
  md: ({ rows, layout }) => toMarkdownTable(rows, layout.readable ?? scalarMembers(rows, layout.members)),
  table: (printed, { columns, globals }, tellAfter) => {
    const options = { columns, isAscii: globals.isAscii, isChosen: globals.shownMembers !== undefined }
    return printed.table?.(printed.rows, options) ?? tableText(printed, options, tellAfter)
  },
}

/** JSON as it is printed: over several lines for people, on one for programs. */
const jsonText = (value: unknown, { redact, isOutputTerminal }: Pick<Deps, 'redact' | 'isOutputTerminal'>): string =>
  `${toJson(masked(value, redact), { indent: isOutputTerminal ? 2 : 0 })}\n`

/** Prints a value as JSON. */
export const printJson = (value: unknown, deps: Pick<Deps, 'outMasked' | 'redact' | 'isOutputTerminal'>): void =>
  deps.outMasked(jsonText(value, deps))

/** One row a line. */
export const ndjsonText = (rows: readonly RawRow[], redact: (text: string) => string): string =>
  rows.map((row) => `${toJson(masked(row, redact))}\n`).join('')

// A file takes text as it came, a terminal would obey it.
const safeRow = (row: RawRow): RawRow =>
  Object.fromEntries(
    Object.entries(row).map(([member, value]) => {
      const name = safeText(member)
      if (typeof value === 'string') return [name, safeText(value)]
      return [name, typeof value === 'object' && value !== null ? toJson(value) : value]
    }),
  )

const tableText = (
  { rows, layout, part }: PrintedRows,
  { columns: width, isAscii, isChosen = false }: TableOptions,
  tellAfter: (sentence: string) => void,
): string => {
  const own = layout.columns
  // A pipe has room for everything, and whoever reads it relies on what it has.
  const columns = width === undefined || isChosen ? own : [...own, ...furtherColumns(layout, rows)]
  const headings = columns.map(
    ({ title, kind, isProse }): TextColumn => ({
      title,
      align: isNumber(kind) ? 'right' : 'left',
      shrinks: kind === 'text',
      wraps: isProse,
    }),
  )
  const body = rows.map((row) => columns.map((column) => cellOf(row, column, isAscii)))
  const totals = rows.length > 0 ? [totalsOf(rows, columns, part, isAscii)] : []
  const count = width === undefined ? columns.length : fittingColumns(headings, [...body, ...totals], width, own.length)
  const left = new Set(own.slice(count).map(({ title }) => title))
  if (left.size > 0)
    tellAfter(`No room for ${[...left].join(', ')}: --columns chooses, and --format csv has everything.`)
  const hasTotals = columns.slice(0, count).some(({ isSummed }) => isSummed)
  return toTextTable(headings.slice(0, count), hasTotals ? [...body, ...totals] : body, width)
}

const isNumber = (kind: ColumnLayout['kind']): boolean => kind !== 'day' && kind !== 'text'

const cellOf = (row: RawRow, column: ColumnLayout, isAscii: boolean): SafeText => {
  const { member, otherwise } = column
  const own = Object.hasOwn(row, member) ? row[member] : undefined
  const value = own ?? (otherwise === undefined ? own : row[otherwise])
  const unit = unitOf(row, column)
  if (column.kind === 'change')
    return changeText(numberOf(value), numberOf(row[`${member}_previous`]), { ascii: isAscii, of: unit ?? column.of })
  const kind = unit ?? column.kind
  return isNumber(kind)
    ? numberText(typeof value === 'number' || value === null ? value : undefined, kind)
    : typeof value === 'object' && value !== null
      ? nestedText(value)
      : safeText(value)
}

/** What a row says of its own unit. */
const unitOf = (row: RawRow, { kindMember }: ColumnLayout): NumberKind | undefined => {
  const unit = kindMember === undefined ? undefined : row[kindMember]
  return unit === 'count' || unit === 'ratio' || unit === 'share' ? unit : undefined
}

/** A number as its kind is written. */
export const numberText = (value: number | null | undefined, kind: ColumnLayout['kind']): SafeText => {
  if (kind === 'share') return safeText(percent(value))
  if (kind === 'signed') return safeText(signedNumber(value))
  return safeText(kind === 'ratio' ? decimal(value, 2) : fullNumber(value))
}

/** The change from a value before, with its sign; empty where one of the two is not known. */
export const changeText = (now: number | undefined, before: number | undefined, options: DeltaOptions): SafeText => {
  const { sign, text, kind } = delta(now, before, options)
  return safeText(kind === 'unknown' ? '' : `${sign} ${text}`)
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

const totalsOf = (
  rows: readonly RawRow[],
  columns: readonly ColumnLayout[],
  part: string | undefined,
  isAscii: boolean,
): SafeText[] => {
  const sum = (member: string) => sumOfValues(rows.map((row) => numberOf(row[member])))
  const label = columns.findIndex(({ kind }) => !isNumber(kind))
  return columns.map(({ member, kind, isSummed }, index) => {
    if (index === label) return safeText(part === undefined ? 'total' : `total of ${part}`)
    if (!isSummed) return safeText('')
    const { value, missing } = sum(member)
    if (kind !== 'change') return safeText(marked(fullNumber(value), missing))
    const before = sum(`${member}_previous`)
    return safeText(marked(changeText(value, before.value, { ascii: isAscii }), missing + before.missing))
  })
}

/** A figure that something is missing from says so. */
export const marked = (text: string, missing: number): string =>
  missing > 0 && text !== '' && text !== UNKNOWN ? `${text}?` : text
