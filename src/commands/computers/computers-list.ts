import {
  COMPUTER_SORTS,
  type ComputerSort,
  computerSortBy,
  computerTable,
  type ListedComputer,
  sortedComputers,
} from '../../domain/computers/computer-list.ts'
import { computerOutput } from '../../domain/computers/computer-output.ts'
import { loadOptions, noteAge } from '../kit/cache-use.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteProblems, noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { FORMATS } from '../kit/output-format.ts'
import { parseSort, sortOption } from '../kit/sort-option.ts'
import { type ChooseRows, fieldNamesOf, parseRowsWhere, WHERE_HELP, whereOption } from '../kit/where.ts'
import { printRows } from '../output/print-rows.ts'
import { computerLayout } from './computer-words.ts'

const optionRows = [
  whereOption("only computers for which all hold: 'status=error name~gpu age>30d'"),
  sortOption(COMPUTER_SORTS, 'as the server lists them'),
] as const satisfies readonly OptionRow[]

type ListOptions = { where: ChooseRows<ListedComputer> | undefined; sort: ComputerSort | undefined }

const tableFor = (now: number) => computerTable(now, (listed: ListedComputer) => listed)

const parseComputersList = ({ options }: CommandInput<typeof optionRows>, now: number): ListOptions => ({
  where: parseRowsWhere(options.where, tableFor(now), "'status=error'"),
  sort: parseSort(options.sort, COMPUTER_SORTS, computerSortBy),
})

const runComputersList = async ({ where, sort }: ListOptions, deps: Deps): Promise<undefined> => {
  const source = await deps.source()
  const { data, at, problems } = await source.management.computers.loadAll(loadOptions(deps))
  const chosen = where?.(data.rows) ?? data.rows
  const listed = sort ? sortedComputers(chosen, (one) => one, sort) : chosen
  const raw = listed.map(({ id, name, item }) => item ?? { id, ...(name !== undefined && { name }) })
  const rows = deps.format === 'ndjson' ? raw : listed.map(({ id, name, item }) => computerOutput(id, name, item))
  printRows({ rows, envelope: { computers: raw }, layout: computerLayout }, deps)
  if (!data.isListed && !source.isOffline)
    noteTo(deps.err, 'The server has no list: these are known by their ids. qd computers add ID adds one.')
  for (const { id, failure } of data.rows) if (failure) noteTo(deps.err, `${id}: ${failure.message}`)
  noteAge(source, at, deps)
  noteProblems(problems, deps)
}

export const computersList = command({
  name: 'computers list',
  summary: 'Computers and how they stand',
  description: `All of them where the server has a list; else those whose ids are known here.\n\n${WHERE_HELP} Fields: ${fieldNamesOf(tableFor(0))}.`,
  formats: FORMATS,
  cacheOptions: ['offline', 'refresh'],
  options: optionRows,
  fields: tableFor(0).fields,
  members: computerLayout.members,
  examples: ['computers list', "computers list --where 'status=error age>2d' --json"],
  parse: parseComputersList,
  run: runComputersList,
})
