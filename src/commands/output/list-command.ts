import { compareText, missingLast } from '../../base/text.ts'
import type { RowTable } from '../../domain/filter/row-columns.ts'
import type { Order } from '../../domain/filter/sorts.ts'
import { type Command, type CommandInput, type CommandSpec, type Deps, hasRange } from '../kit/command.ts'
import { finishCommand, incompleteMembers, type Remarks } from '../kit/load-options.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { readOptions } from '../kit/option-row.ts'
import { parseWhole } from '../kit/option-values.ts'
import { FORMATS } from '../kit/output-format.ts'
import {
  type ChooseRows,
  fieldNamesOf,
  parseRowsWhere,
  parseSort,
  sortOption,
  WHERE_HELP,
  whereOption,
} from '../kit/row-options.ts'
import { type PrintedRows, printRows } from './print-rows.ts'
import type { RowLayout } from './row-layout.ts'

type Sorts<Row, By extends string> = {
  names: readonly By[]
  /** The default order, for help. */
  defaultSort: string
  /** The direction of a name without `:asc` or `:desc`. @default numbers and days descending, words ascending */
  begin?: (by: By) => Order<By>
  /** @default by the field with this name, also if it returns undefined */
  sorted?: (rows: readonly Row[], order: Order<By>) => readonly Row[] | undefined
}

/** The values of --where, --sort and --limit. Only --limit is parsed, because the others depend on the fields. */
export type ListInput = { where: readonly string[]; sort: string | undefined; limit: number | undefined }

/** The requested rows of a list. */
export type Wanted<Row> = {
  where: ChooseRows<Row> | undefined
  order: Order | undefined
  limit: number | undefined
}

export type Loaded<Row> = Omit<Remarks, 'notes'> & {
  /** All rows, in the default order. */
  rows: readonly Row[]
  /** Prepares the selected rows for output. Without a layout, the layout of the command applies. */
  print: (chosen: readonly Row[]) => Omit<PrintedRows, 'layout'> & { layout?: RowLayout }
  notes?: (chosen: readonly Row[]) => readonly (string | undefined)[]
}

export type ListSpec<Row, Options, Own extends readonly OptionRow[], By extends string> = Pick<
  CommandSpec<Own, Options>,
  'name' | 'summary' | 'description' | 'arguments' | 'cacheOptions' | 'isLocal' | 'reads' | 'fieldValues' | 'examples'
> & {
  /** Its own options. @default none */
  options?: Own
  layout: RowLayout
  /** The kind of its rows, in the plural: `computers`. */
  what: string
  /** Example conditions for `--where`. */
  example: string
  /** Help on further `--where` fields, after those of the table. */
  moreFields?: string
  /** The filter fields of its rows. Called without options for help. */
  table: (now: number, options?: Options) => RowTable<Row>
  sorts: Sorts<Row, By>
  limit?: { help: string; max?: number }
  /** When `--exit-code` exits with 1. @default `a row is printed` */
  exitCode?: string
  /** Whether a printed row lets `--exit-code` exit with 1. @default every row */
  isAlarm?: (row: Row) => boolean
  /** Validates its own options before anything is sent. @throws AppError of kind `usage`. */
  parse?: (input: CommandInput<Own>, now: number, list: ListInput) => Options
  load: (options: Options, deps: Deps, wanted: Wanted<Row>) => Promise<Loaded<Row>>
  /** Selects the rows to print. @default the first `--limit` rows, with a note if some are left out */
  cut?: (rows: readonly Row[], wanted: Wanted<Row>, options: Options) => readonly Row[]
}

/** Exit status of `--exit-code` if a row is printed. */
const ROWS_PRINTED = 1

const MAX_ROWS = 1_000_000

/** A command that prints rows, with `--where`, `--sort`, `--limit` and `--exit-code`. */
export const listCommand = <Row, Options, const Own extends readonly OptionRow[] = [], By extends string = never>(
  spec: ListSpec<Row, Options, Own, By>,
): Command => {
  const { layout, sorts, limit, table } = spec
  const ownOptions = spec.options ?? ([] as unknown as Own)
  const shared = [
    whereOption(`only ${spec.what} that match all conditions: '${spec.example}'`),
    sortOption(sorts.names, sorts.defaultSort),
    { flags: '--limit <number>', help: limit?.help ?? 'maximum number of rows' },
    { flags: '--exit-code', help: `exit with 1 when ${spec.exitCode ?? 'a row is printed'}` },
  ] as const satisfies readonly OptionRow[]
  const { fields } = table(0)
  const parse = ({ options: given, ...input }: Parameters<Command['execute']>[0], now: number) => {
    const { where, sort, limit: limitText, exitCode } = readOptions(shared, given)
    const list = { where, sort, limit: parseWhole(limitText, '--limit', { min: 1, max: limit?.max ?? MAX_ROWS }) }
    const options = spec.parse?.({ ...input, options: readOptions(ownOptions, given) }, now, list) as Options
    const rows = table(now, options)
    const begin = sorts.begin ?? ((by: By) => defaultOrder(by, rows))
    const wanted = {
      where: parseRowsWhere(where, rows, `'${spec.example.split(' ')[0]}'`),
      order: parseSort(sort, sorts.names, begin),
      limit: given.all === true ? undefined : list.limit,
    }
    const sorted = (unsorted: readonly Row[], order: Order<By>) =>
      sorts.sorted?.(unsorted, order) ?? sortRows(unsorted, rows, order)
    return { options, wanted, sorted, hasExitCode: exitCode }
  }
  type Parsed = ReturnType<typeof parse>
  const run = async ({ options, wanted, sorted, hasExitCode }: Parsed, deps: Deps): Promise<number> => {
    const { rows: all, print, notes, ...remarks } = await spec.load(options, deps, wanted)
    const chosen = wanted.where?.(all) ?? all
    const ordered = wanted.order ? sorted(chosen, wanted.order as Order<By>) : chosen
    const rows = spec.cut?.(ordered, wanted, options) ?? ordered.slice(0, wanted.limit)
    const { envelope: whole, ...printed } = print(rows)
    const reason = incompleteMembers(remarks.incomplete)
    const envelope = remarks.incomplete === undefined ? whole : { ...(whole as object), ...reason }
    printRows({ layout, ...printed, envelope }, deps)
    const isCut = !spec.cut && rows.length < ordered.length
    const cutNote = `Showing the first ${rows.length} of ${ordered.length}: use --limit for more.`
    await finishCommand({ ...remarks, notes: [...(notes?.(rows) ?? []), isCut ? cutNote : undefined] }, deps)
    const { isAlarm = () => true } = spec
    return hasExitCode && rows.some(isAlarm) ? ROWS_PRINTED : 0
  }
  return {
    ...spec,
    description: `${spec.description === undefined ? '' : `${spec.description}\n\n`}${WHERE_HELP} Fields: ${fieldNamesOf({ fields })}${spec.moreFields ?? ''}.`,
    options: [...ownOptions, ...shared],
    formats: FORMATS,
    fields,
    members: layout.members,
    execute: async (input, deps) => {
      const parseAt = (now: number) => parse(input, now)
      if (!hasRange(ownOptions)) return run(parseAt(deps.now()), deps)
      const connect = input.globals.isOffline ? undefined : deps.client
      return deps.serverDay.run(parseAt, (parsed) => run(parsed, deps), connect)
    },
  }
}

const defaultOrder = <Row, By extends string>(by: By, { fields }: RowTable<Row>): Order<By> => {
  const { kind } = fields.find(({ name }) => name === by) ?? {}
  return { by, isDescending: kind !== 'word' && kind !== 'text' }
}

/** Sorts rows by one field. Rows without a value come last; equal rows keep their order. */
export const sortRows = <Row>(
  rows: readonly Row[],
  { fields }: RowTable<Row>,
  { by, isDescending }: Order,
): readonly Row[] => {
  const field = fields.find(({ name }) => name === by)
  const read = (row: Row): string | number | undefined => {
    const value = field?.read(row) ?? undefined
    return typeof value === 'object' ? value.join(' ') : value
  }
  const byValue = missingLast<string | number>((a, b) => {
    const difference = typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
    return isDescending ? -difference : difference
  })
  return rows.toSorted((left, right) => byValue(read(left), read(right)))
}
