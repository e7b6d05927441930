import { dayOfNumber } from '../../../src/domain/calendar/day-number.ts'
import type { CreditPrice } from '../../../src/domain/money/price.ts'
import { type OutputRow, toJson } from '../../../src/domain/output/output.ts'
import { type Field, fieldsOf, fieldsWith, type ListKind } from '../../../src/domain/people/field-table.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { type PeopleSort, sortBy } from '../../../src/domain/people/people-sort.ts'
import type { PersonDetail } from '../../../src/domain/people/person-detail.ts'
import { personOutput } from '../../../src/domain/people/person-output.ts'
import type { PersonRows } from '../../../src/domain/people/person-rows.ts'
import type { PlacedColumn } from '../../../src/ui/layout/data-table.ts'
import { filterOption, orderOption, shellWord } from '../../kit/export/command-options.ts'
import { type Exports, jsonFormat, tableFormats } from '../../kit/export/exports.ts'
import type { LoadedPeople } from './use-people.ts'

/** The headless command that prints the same list. */
export const listCommand = (
  { rangeArguments, isComparing, salt }: Pick<LoadedPeople, 'rangeArguments' | 'isComparing' | 'salt'>,
  kind: ListKind,
  sort: PeopleSort,
  filter: string,
): string =>
  [
    `analytics users ${rangeArguments}`,
    ...(kind === 'people' ? ['--totals'] : []),
    ...(kind === 'people' && isComparing ? ['--compare prev'] : []),
    orderOption(sort.field, sort.isDescending, sortBy(sort.field).isDescending),
    ...filterOption(filter),
    ...(salt === undefined ? [] : ['--pseudonyms']),
    '--all',
  ].join(' ')

/** The headless command that prints the same person. */
export const personCommand = (id: string, range: string, isPrivate: boolean): string =>
  `analytics users ${range} --where ${shellWord(`id="${id}"`)}${isPrivate ? ' --pseudonyms' : ''} --all`

/** Wider than any cell, so that copied cells are not cut. */
const UNCUT = 1000

/** The cells of a row as displayed but not cut, separated by tabs. */
export const copiedCells = <Row>(placed: readonly PlacedColumn<Row>[], row: Row): string =>
  placed.map(({ column, width }) => column.text(row, column.id === 'sparkline' ? width : UNCUT).trim()).join('\t')

/** All fields of a person as JSON. */
export const personJson = (board: Leaderboard, entry: number, isExact: boolean): string =>
  toJson(personMembers(board, entry, isExact), { indent: 2 })

/** The same, plus the rows of the person's days as in the API. */
export const personDaysJson = (board: Leaderboard, entry: number, { rows }: PersonDetail, isExact: boolean): string => {
  const known = rows.filter((row) => row !== undefined)
  return `{"person":${personJson(board, entry, isExact)},"days":${toJson(known, { indent: 2 })}}`
}

/** Names of the fields that cover only the loaded people, until all people are loaded. */
const PARTIAL: Readonly<Record<string, string>> = {
  rank: 'partial_rank',
  move: 'partial_move',
  share: 'partial_share',
  rank_move: 'partial_move',
}

const memberName = (name: string, isExact: boolean): string => (isExact ? name : (PARTIAL[name] ?? name))

/**
 * Fields of an exported person. Until all people are loaded, partial fields have other names and the number of loaded
 * people is added. Days that are not loaded are listed.
 */
const exportRow = (board: Leaderboard, entry: number, members: object, isExact: boolean): OutputRow => {
  const unloaded = board.unloadedAt(entry)
  return {
    ...Object.fromEntries(Object.entries(members).map(([name, value]) => [memberName(name, isExact), value])),
    ...(isExact ? {} : { people_loaded: board.users }),
    ...(unloaded.length > 0 ? { days_not_loaded: unloaded } : {}),
  }
}

/** All fields of a person, by their filter names; null if unknown. @param isExact - Whether all people are loaded. */
const personMembers = (board: Leaderboard, entry: number, isExact: boolean): OutputRow => {
  const memberOf = (field: Field): unknown => {
    if (field.name === 'name') return board.nameAt(entry)
    if (field.name === 'id') return board.idAt(entry)
    if (field.name === 'lang') return board.wordsAt('lang', entry).map(({ word }) => word)
    if (field.kind === 'word') return board.wordAt(field.name, entry)
    const value = board.numberAt(field.name, entry)
    if (field.kind === 'day') return dayOfNumber(value)
    return Number.isNaN(value) ? undefined : value
  }
  const members = fieldsOf('people')
    .filter(({ isFilterOnly }) => !isFilterOnly)
    .flatMap((field) => [
      [field.name, memberOf(field) ?? null],
      ...(field.name === 'share' ? [['share_of', board.shareOf]] : []),
    ])
  return exportRow(board, entry, Object.fromEntries(members), isExact)
}

/** People with the fields that the headless command prints. */
const peopleTable = (
  board: Leaderboard,
  entries: Iterable<number>,
  sort: PeopleSort,
  isExact: boolean,
  price?: CreditPrice,
) => {
  const rows = Array.from(entries, (entry) => {
    const members = personOutput(board, entry, sort, board.previous !== undefined, price)
    return exportRow(board, entry, members, isExact)
  })
  const columns = columnsOf(rows)
  // Markdown is for reading, so it has fewer columns. The other formats have all of them.
  const named = mainFields.flatMap(({ name, member }) => memberName(member ?? name, isExact))
  const money = price ? ['money', 'currency'] : []
  const readable = ['user_id', 'user_email', ...named, ...money, 'people_loaded', 'days_not_loaded']
  return { rows, columns, readable: readable.filter((name) => columns.includes(name)) }
}

const mainFields = fieldsWith('isMain')

const daysTable = (rows: readonly OutputRow[]) => ({ rows, columns: columnsOf(rows) })

/**
 * The list as a table. People have all fields that filters and copies use; days have the fields of API rows. Nothing is
 * rounded; shares and changes are fractions of 1. If not all people are loaded, the file name contains their number.
 */
export const peopleExports = (
  board: Leaderboard,
  { rows, order, sort }: { rows: PersonRows | undefined; order: Uint32Array; sort: PeopleSort },
  isExact: boolean,
  price: CreditPrice | undefined,
): Exports | undefined => {
  if (order.length === 0) return undefined
  const table = () =>
    rows ? daysTable(Array.from(order, rows.rowAt)) : peopleTable(board, order, sort, isExact, price)
  return { name: nameOf(rows ? 'people-days' : 'people', board, isExact), formats: tableFormats(table), shown: 'md' }
}

export const markedExports = (
  board: Leaderboard,
  entries: readonly number[],
  isExact: boolean,
): Exports | undefined => {
  if (entries.length === 0) return undefined
  const table = () => peopleTable(board, entries, sortBy('credits'), isExact)
  return { name: nameOf('people-compared', board, isExact), formats: tableFormats(table), shown: 'md' }
}

/** A person's days with the fields of API rows. JSON starts with the person's totals. */
export const personExports = (board: Leaderboard, entry: number, detail: PersonDetail, isExact: boolean): Exports => {
  const { name, range, rows, unloaded } = detail
  const days = rows.filter((row) => row !== undefined)
  const readable = ['date', ...mainFields.flatMap(({ member }) => member ?? [])]
  const json = jsonFormat(() => ({ person: personMembers(board, entry, isExact), days }))
  return {
    name: `people-${name}-${range.from}-${range.to}${unloaded.length > 0 ? `-without-${unloaded.length}-days` : ''}`,
    formats: tableFormats(() => ({ ...daysTable(days), readable })).map((one) => (one.id === 'json' ? json : one)),
    shown: 'md',
  }
}

const columnsOf = (rows: readonly object[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))]

const nameOf = (what: string, { range, length }: Leaderboard, isExact: boolean): string =>
  [what, range.from, range.to, ...(isExact ? [] : ['of', `${length}`, 'loaded'])].join('-')
