import { command } from '../kit/command.ts'
import { printRows } from '../output/print-rows.ts'
import type { RowLayout } from '../output/row-layout.ts'

const layout: RowLayout = {
  columns: [
    { member: 'where', title: 'WHERE', kind: 'text' },
    { member: 'keys', title: 'KEYS', kind: 'text' },
    { member: 'does', title: 'DOES', kind: 'text' },
    { member: 'action', title: 'ACTION', kind: 'text' },
  ],
  members: ['where', 'keys', 'does', 'action'],
}

export const keyboard = command({
  name: 'keys',
  summary: "The explorer's keys; its subcommands are about keys of service accounts",
  description:
    'Every key of the explorer with what it does. "keys" in config.json gives an action another one, by its name in the last column: {"keys": {"usage.nextMeasure": "v"}}. A key is a sign (m), ^x for Ctrl, M-x for Alt, a name (F5), or several with spaces between (g u).',
  examples: ['keys', 'keys --format md', 'keys --json'],
  run: async (_options, deps) => {
    const rows = (await deps.keyboard()).rows.map((row) => ({ ...row }))
    printRows({ rows, envelope: { keys: rows }, layout }, deps)
  },
})
