import { RULE_MEMBERS, type RuleRow, ruleRows, ruleTable, WITHOUT_RULES } from '../../domain/hooks/rule-row.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { FORMATS } from '../kit/output-format.ts'
import { type ChooseRows, fieldNamesOf, parseRowsWhere, WHERE_HELP, whereOption } from '../kit/where.ts'
import { printRows } from '../output/print-rows.ts'
import type { RowLayout } from '../output/row-layout.ts'

const optionRows = [
  whereOption("only rules for which all hold: 'event=Stop channel=team'"),
] as const satisfies readonly OptionRow[]

const table = ruleTable((row: RuleRow) => row)

type RulesOptions = { where: ChooseRows<RuleRow> | undefined }

const parseHooksRules = ({ options }: CommandInput<typeof optionRows>): RulesOptions => ({
  where: parseRowsWhere(options.where, table, "'event=Stop'"),
})

const runHooksRules = async ({ where }: RulesOptions, deps: Deps): Promise<undefined> => {
  const all = ruleRows((await deps.notifier()).settings().rules ?? [])
  const rules = where?.(all) ?? all
  printRows({ rows: rules, envelope: { rules }, layout }, deps)
  if (all.length === 0) noteTo(deps.err, WITHOUT_RULES)
}

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

export const hooksRules = command({
  name: 'hooks rules',
  summary: 'By which rules events are told, in the order in which they are asked',
  description:
    'The first rule that an event fits decides; qd hooks test rehearses it. Rules stand in config.json, under hooks, and qd profile schema says what each takes.\n\n' +
    `${WHERE_HELP} Fields: ${fieldNamesOf(table)}.`,
  options: optionRows,
  formats: FORMATS,
  fields: table.fields,
  members: layout.members,
  examples: ['hooks rules', "hooks rules --where 'event=Stop'", 'hooks rules --json'],
  parse: parseHooksRules,
  run: runHooksRules,
})
