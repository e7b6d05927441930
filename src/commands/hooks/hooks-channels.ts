import { CHANNEL_MEMBERS, type ChannelRow, channelRow, channelTable } from '../../domain/hooks/channel-row.ts'
import { age } from '../../domain/text/format.ts'
import { listCommand } from '../output/list-command.ts'
import type { RowLayout } from '../output/row-layout.ts'

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

export const hooksChannels = listCommand({
  name: 'hooks channels',
  summary: 'Where messages are sent to, and what became of the last one of each',
  description: 'Nothing is sent, and addresses are masked.',
  what: 'channels',
  example: 'status=failed kind=chat',
  options: [],
  members: layout.members,
  examples: ['hooks channels', "hooks channels --where 'status=failed,unusable'", 'hooks channels --json'],
  table: () => channelTable((row: ChannelRow) => row),
  sorts: { names: ['channel', 'kind', 'status'], usual: 'as config.json lists them' },
  parse: () => undefined,
  load: async (_, deps) => ({
    rows: (await deps.notifier()).channels().map(channelRow),
    print: (chosen) => {
      const ageText = ({ at }: ChannelRow) => (at === null ? null : age(deps.now() - Date.parse(at)))
      const rows = deps.format === 'table' ? chosen.map((row) => ({ ...row, age: ageText(row) })) : chosen
      return { rows, envelope: { channels: rows }, layout }
    },
  }),
})
