import { CHANNEL_MEMBERS, type ChannelRow, channelRow, channelTable } from '../../domain/hooks/channel-row.ts'
import { age } from '../../domain/text/format.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { FORMATS } from '../kit/output-format.ts'
import { type ChooseRows, fieldNamesOf, parseRowsWhere, WHERE_HELP, whereOption } from '../kit/where.ts'
import { printRows } from '../output/print-rows.ts'
import type { RowLayout } from '../output/row-layout.ts'

const optionRows = [
  whereOption("only channels for which all hold: 'status=failed kind=chat'"),
] as const satisfies readonly OptionRow[]

const table = channelTable((row: ChannelRow) => row)

type ChannelsOptions = { where: ChooseRows<ChannelRow> | undefined }

const parseHooksChannels = ({ options }: CommandInput<typeof optionRows>): ChannelsOptions => ({
  where: parseRowsWhere(options.where, table, "'status=failed'"),
})

const runHooksChannels = async ({ where }: ChannelsOptions, deps: Deps): Promise<undefined> => {
  const all = (await deps.notifier()).channels().map(channelRow)
  const rows = where?.(all) ?? all
  const told =
    deps.format === 'table'
      ? rows.map((row) => ({ ...row, age: row.at === null ? null : age(deps.now() - Date.parse(row.at)) }))
      : rows
  printRows({ rows: told, envelope: { channels: told }, layout }, deps)
}

const layout: RowLayout = {
  columns: [
    { member: 'name', title: 'CHANNEL', kind: 'text' },
    { member: 'kind', title: 'KIND', kind: 'text' },
    { member: 'place', title: 'SENDS TO', kind: 'text' },
    { member: 'result', title: 'LAST', kind: 'text' },
    { member: 'age', title: 'AGE', kind: 'day' },
    { member: 'why', title: 'WHY', kind: 'text', isProse: true },
  ],
  members: CHANNEL_MEMBERS,
}

export const hooksChannels = command({
  name: 'hooks channels',
  summary: 'Where messages are sent to, and what became of the last one of each',
  description: `Nothing is sent, and addresses are masked.\n\n${WHERE_HELP} Fields: ${fieldNamesOf(table)}.`,
  options: optionRows,
  formats: FORMATS,
  fields: table.fields,
  members: layout.members,
  examples: ['hooks channels', "hooks channels --where 'status=failed,unusable'", 'hooks channels --json'],
  parse: parseHooksChannels,
  run: runHooksChannels,
})
