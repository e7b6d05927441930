import { AppError } from '../../base/errors.ts'
import {
  COMPUTER_COLUMNS,
  COMPUTER_SORTS,
  computerOutput,
  computerSortBy,
  computerTable,
  type ListedComputer,
  sortedComputers,
} from '../../domain/computers/computer-list.ts'
import { stepsOf } from '../../domain/computers/computer-steps.ts'
import { moment } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { duration } from '../../domain/text/time-text.ts'
import { command } from '../kit/command.ts'
import { endWith, loadOptions } from '../kit/load-options.ts'
import { parseId } from '../kit/option-values.ts'
import { listCommand } from '../output/list-command.ts'
import { printRows } from '../output/print-rows.ts'
import { columnsOf, type RowLayout } from '../output/row-layout.ts'

/** How computers are printed as rows. */
const computerLayout: RowLayout = {
  columns: [
    { member: 'name', title: 'NAME', kind: 'text', otherwise: 'id' },
    ...columnsOf('text', { id: 'ID', status: 'STATUS', providerType: 'PROVIDER', remoteUser: 'USER' }),
    ...columnsOf('text', { steps: 'STEPS', createdAt: 'CREATED' }),
  ],
  members: COMPUTER_COLUMNS,
}

/** How to find out what became of a change of a computer. */
export const lookAt = (id: string): string =>
  `qd computers show ${id} tells how it is now, where the server can be asked.`

export const computersList = listCommand({
  name: 'computers list',
  summary: 'Computers and how they stand',
  description: 'All of them where the server has a list; else those whose ids are known here.',
  what: 'computers',
  example: 'status=error name~gpu age>30d',
  cacheOptions: ['offline', 'refresh'],
  layout: computerLayout,
  examples: ['computers list', "computers list --where 'status=error age>2d' --json"],
  table: (now) => computerTable(now, (listed: ListedComputer) => listed),
  sorts: {
    names: COMPUTER_SORTS,
    usual: 'as the server lists them',
    begin: computerSortBy,
    sorted: (rows, order) => sortedComputers(rows, (one) => one, order),
  },
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
        const rows = deps.format === 'ndjson' ? raw : chosen.map(computerOutput)
        return { rows, envelope: { computers: raw } }
      },
      notes: () => [
        isUnlisted ? 'The server has no list: these are known by their ids. qd computers add ID adds one.' : undefined,
        ...data.rows.map(({ id, failure }) => failure && `${id}: ${failure.message}`),
      ],
    }
  },
})

const LABEL = 18

export const computersShow = command({
  name: 'computers show',
  summary: 'A computer with its provisioning steps',
  arguments: [{ name: 'id', help: 'id of the computer', completes: 'computer' }],
  cacheOptions: ['offline', 'refresh'],
  examples: ['computers show comp_7f21', 'computers show comp_7f21 --json'],
  parse: ({ args }) => parseId(args[0], 'computer'),
  run: async (id, deps) => {
    const source = await deps.source()
    const { data, at, problems } = await source.management.computers.loadOne(id, loadOptions(deps))
    const { item } = data
    if (!item)
      throw new AppError(
        'notFound',
        source.isOffline
          ? `Nothing of ${id} is kept on disk but its name, and --offline asks for nothing.`
          : `This server tells of ${id} only when it is changed: it has neither a list nor single reads.`,
      )
    const line = (name: string, text: string): string => `${name.padEnd(LABEL)}  ${text}\n`
    const facts = Object.entries(computerOutput(data)).filter(([member, value]) => value !== null && member !== 'steps')
    const table = (): string =>
      [
        ...facts.map(([member, value]) => line(member, safeText(value))),
        ...stepsOf(item, source.now()).flatMap(({ name, status, durationMs, error, sessionId }) => [
          line(safeText(name), `${safeText(status)}${durationMs === undefined ? '' : `  ${duration(durationMs)}`}`),
          error === undefined ? '' : line('', safeText(error)),
          sessionId === undefined ? '' : line('', `install session ${safeText(sessionId)}`),
        ]),
        line('as of', moment(data.at)),
      ].join('')
    const rows = [deps.format === 'ndjson' ? item : computerOutput(data)]
    printRows({ rows, envelope: item, layout: computerLayout, table }, deps)
    await endWith({ at, problems }, deps)
  },
})
