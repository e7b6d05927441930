import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { dayOfNumber } from '../../../src/domain/calendar/day-number.ts'
import { type OutputRow, toJson } from '../../../src/domain/output/output.ts'
import { type Field, fieldsOf, fieldsWith, type ListKind } from '../../../src/domain/people/field-table.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { type PeopleSort, sortBy } from '../../../src/domain/people/people-sort.ts'
import type { PersonDetail } from '../../../src/domain/people/person-detail.ts'
import { personOutput } from '../../../src/domain/people/person-output.ts'
import type { PersonRows } from '../../../src/domain/people/person-rows.ts'
import type { PlacedColumn } from '../../../src/ui/layout/data-table.ts'
import { filterOption, orderOption, shellWord } from '../../kit/export/command-options.ts'
import { type Exports, tableFormats } from '../../kit/export/exports.ts'

type ListCommand = {
  kind: ListKind
  /** The options of the days that are shown. */
  range: string
  isComparing: boolean
  isPrivate: boolean
  sort: PeopleSort
  filter: string
}

/** The headless twin of a list of people. */
export const listCommand = ({ kind, range, isComparing, isPrivate, sort, filter }: ListCommand): string =>
  [
    `analytics users ${range}`,
    ...(kind === 'people' ? ['--totals'] : []),
    ...(kind === 'people' && isComparing ? ['--compare prev'] : []),
    orderOption(sort.field, sort.isDescending, sortBy(sort.field).isDescending),
    ...filterOption(filter),
    ...(isPrivate ? ['--pseudonyms'] : []),
    '--all',
  ].join(' ')

/** The headless twin of one person. */
export const personCommand = (id: string, range: string, isPrivate: boolean): string =>
  `analytics users ${range} --where ${shellWord(`id="${id}"`)}${isPrivate ? ' --pseudonyms' : ''} --all`

/** Wider than any cell: what is copied is not cut. */
const UNCUT = 1000

/** The cells of a row as they are shown, none of them cut, with tabs between them. */
export const copiedCells = <Row>(placed: readonly PlacedColumn<Row>[], row: Row): string =>
  placed.map(({ column, width }) => column.text(row, column.id === 'sparkline' ? width : UNCUT).trim()).join('\t')

/** All that is known of a person as JSON. */
export const personJson = (board: Leaderboard, entry: number, isExact: boolean): string =>
  toJson(personMembers(board, entry, isExact), { indent: 2 })

/** The same, and the rows of a person's days as the API has them. */
export const personDaysJson = (board: Leaderboard, entry: number, { rows }: PersonDetail, isExact: boolean): string => {
  const known = rows.filter((row) => row !== undefined)
  return `{"person":${personJson(board, entry, isExact)},"days":${toJson(known, { indent: 2 })}}`
}

/** Members that are of the loaded people alone until all are loaded, and what they are called until then. */
const PARTIAL: Readonly<Record<string, string>> = {
  rank: 'partial_rank',
  move: 'partial_move',
  share: 'partial_share',
  rank_move: 'partial_move',
}

/** What a member is called in an export. */
const memberName = (name: string, isExact: boolean): string => (isExact ? name : (PARTIAL[name] ?? name))

/**
 * All that is known of a person, by the names that filters and exports use; null for what is not known.
 *
 * @param isExact - Whether all people are loaded.
 */
const personMembers = (board: Leaderboard, entry: number, isExact: boolean): Record<string, unknown> => {
  const memberOf = (field: Field): unknown => {
    if (field.name === 'name') return board.nameAt(entry)
    if (field.name === 'id') return board.idAt(entry)
    if (field.name === 'lang') return board.wordsAt('lang', entry).map(({ word }) => word)
    if (field.kind === 'word') return board.wordAt(field.name, entry)
    const value = board.numberAt(field.name, entry)
    if (field.kind === 'day') return dayOfNumber(value)
    return Number.isNaN(value) ? undefined : value
  }
  const told = fieldsOf('people').filter(({ isAsked }) => !isAsked)
  const unloaded = board.unloadedAt(entry)
  return Object.fromEntries([
    ...told.flatMap((field) => [
      [memberName(field.name, isExact), memberOf(field) ?? null],
      ...(field.name === 'share' ? [['share_of', board.shareOf]] : []),
    ]),
    ...(isExact ? [] : [['people_loaded', board.users]]),
    ...(unloaded.length > 0 ? [['days_not_loaded', unloaded]] : []),
  ])
}

type ExportedPeople = {
  board: Leaderboard
  /** Single days, where they are shown in place of sums. */
  rows: PersonRows | undefined
  /** Entries of what is shown: filtered and in their order. */
  order: Uint32Array
  range: Range
  /** The order of the list, whose ranks are meant. */
  sort: PeopleSort
  /** Whether everybody is loaded; where not, the file's name says how many are. */
  isExact: boolean
}

const main = fieldsWith('isMain')

/** Columns of Markdown, which is for reading; the other formats have all. */
const readableOf = (columns: readonly string[], isExact: boolean): string[] => {
  const named = main.flatMap(({ name, member }) => member ?? name)
  const own = [
    'user_id',
    'user_email',
    ...named.map((name) => memberName(name, isExact)),
    'people_loaded',
    'days_not_loaded',
  ]
  return own.filter((name) => columns.includes(name))
}
/** The same for a day, by the API's names. */
const READABLE_DAY = ['date', ...main.flatMap(({ member }) => member ?? [])]

/**
 * The list as a table: of people all that filters and copies know, of days the members of the API's rows. Nothing is rounded;
 * shares and changes are fractions of 1.
 */
export const peopleExports = ({ board, rows, order, range, sort, isExact }: ExportedPeople): Exports | undefined => {
  if (order.length === 0) return undefined
  const toRow = (entry: number): OutputRow => (rows ? rows.rowAt(entry) : exported(board, entry, sort, isExact))
  const table = () => {
    const all = Array.from(order, toRow)
    const columns = columnsOf(all)
    return { rows: all, columns, ...(!rows && { readable: readableOf(columns, isExact) }) }
  }
  const what = rows ? 'people-days' : 'people'
  return { name: nameOf(what, range, isExact, board), formats: tableFormats(table), shown: 'md' }
}

/** Marked people side by side, as rows of the same table. */
export const markedExports = (
  board: Leaderboard,
  entries: readonly number[],
  isExact: boolean,
): Exports | undefined => {
  if (entries.length === 0) return undefined
  const table = () => {
    const rows = entries.map((entry) => exported(board, entry, sortBy('credits'), isExact))
    const columns = columnsOf(rows)
    return { rows, columns, readable: readableOf(columns, isExact) }
  }
  return { name: nameOf('people-compared', board.range, isExact, board), formats: tableFormats(table), shown: 'md' }
}

/** A person's days, as the members of the API's rows; JSON begins with what is known of the person over all of them. */
export const personExports = (board: Leaderboard, entry: number, detail: PersonDetail, isExact: boolean): Exports => {
  const { name, range, rows, unloaded } = detail
  const days = rows.filter((row) => row !== undefined)
  const table = () => {
    return { rows: days, columns: columnsOf(days), readable: READABLE_DAY }
  }
  const json = () => `${toJson({ person: personMembers(board, entry, isExact), days }, { indent: 2 })}\n`
  return {
    name: `people-${name}-${range.from}-${range.to}${unloaded.length > 0 ? `-without-${unloaded.length}-days` : ''}`,
    formats: tableFormats(table).map((format) => (format.id === 'json' ? { ...format, text: json } : format)),
    shown: 'md',
  }
}

/** A person as the command of the list prints it, with what of it is partial until all are loaded under another name. */
const exported = (board: Leaderboard, entry: number, sort: PeopleSort, isExact: boolean): OutputRow => {
  const members = Object.entries(personOutput(board, entry, sort, board.previous !== undefined))
  const unloaded = board.unloadedAt(entry)
  return {
    ...Object.fromEntries(members.map(([name, value]) => [memberName(name, isExact), value])),
    ...(isExact ? {} : { people_loaded: board.users }),
    ...(unloaded.length > 0 ? { days_not_loaded: unloaded } : {}),
  }
}

const columnsOf = (rows: readonly object[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))]

const nameOf = (what: string, { from, to }: Range, isExact: boolean, { length }: Leaderboard): string =>
  [what, from, to, ...(isExact ? [] : ['of', `${length}`, 'loaded'])].join('-')
