import {
  COMPUTER_SORTS,
  computerSortBy,
  computerTable,
  type ListedComputer,
  sortedComputers,
} from '../../domain/computers/computer-list.ts'
import { computerOutput } from '../../domain/computers/computer-output.ts'
import { loadOptions } from '../kit/cache-use.ts'
import { listCommand } from '../output/list-command.ts'
import { computerLayout } from './computer-words.ts'

export const computersList = listCommand({
  name: 'computers list',
  summary: 'Computers and how they stand',
  description: 'All of them where the server has a list; else those whose ids are known here.',
  what: 'computers',
  example: 'status=error name~gpu age>30d',
  cacheOptions: ['offline', 'refresh'],
  options: [],
  members: computerLayout.members,
  examples: ['computers list', "computers list --where 'status=error age>2d' --json"],
  table: (now) => computerTable(now, (listed: ListedComputer) => listed),
  sorts: {
    names: COMPUTER_SORTS,
    usual: 'as the server lists them',
    begin: computerSortBy,
    sorted: (rows, order) => sortedComputers(rows, (one) => one, order),
  },
  parse: () => undefined,
  load: async (_, deps) => {
    const source = await deps.source()
    const { data, at, problems } = await source.management.computers.loadAll(loadOptions(deps))
    const isUnlisted = !data.isListed && !source.isOffline
    return {
      rows: data.rows,
      at,
      problems,
      print: (chosen) => {
        const raw = chosen.map(({ id, name, item }) => item ?? { id, ...(name !== undefined && { name }) })
        const rows = deps.format === 'ndjson' ? raw : chosen.map(({ id, name, item }) => computerOutput(id, name, item))
        return { rows, envelope: { computers: raw }, layout: computerLayout }
      },
      notes: () => [
        isUnlisted ? 'The server has no list: these are known by their ids. qd computers add ID adds one.' : undefined,
        ...data.rows.map(({ id, failure }) => failure && `${id}: ${failure.message}`),
      ],
    }
  },
})
