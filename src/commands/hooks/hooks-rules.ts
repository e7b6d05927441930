import { RULE_MEMBERS, type RuleRow, ruleRows, ruleTable, WITHOUT_RULES } from '../../domain/hooks/rule-row.ts'
import { listCommand } from '../output/list-command.ts'
import type { RowLayout } from '../output/row-layout.ts'

const layout: RowLayout = {
  columns: [
    { member: 'number', title: 'NO', kind: 'count' },
    { member: 'events', title: 'EVENTS', kind: 'text', isProse: true },
    { member: 'tells', title: 'TELLS', kind: 'text' },
    { member: 'conditions', title: 'WHERE', kind: 'text', isProse: true },
    { member: 'limits', title: 'UNLESS', kind: 'text', isProse: true },
  ],
  members: RULE_MEMBERS,
}

export const hooksRules = listCommand({
  name: 'hooks rules',
  summary: 'By which rules events are told, in the order in which they are asked',
  description:
    'The first rule that an event fits decides; qd hooks test rehearses it. Rules stand in config.json, under hooks, and qd profile schema says what each takes.',
  what: 'rules',
  example: 'event=Stop channel=team',
  options: [],
  members: layout.members,
  examples: ['hooks rules', "hooks rules --where 'event=Stop'", 'hooks rules --json'],
  table: () => ruleTable((row: RuleRow) => row),
  sorts: { names: ['rule', 'event', 'channel'], usual: 'rule:asc' },
  parse: () => undefined,
  load: async (_, deps) => {
    const all = ruleRows((await deps.notifier()).settings().rules ?? [])
    return {
      rows: all,
      print: (rules) => ({ rows: rules, envelope: { rules }, layout }),
      notes: () => [all.length === 0 ? WITHOUT_RULES : undefined],
    }
  },
})
