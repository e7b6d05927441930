import { loadQuery } from '../../cache/load/queries.ts'
import { planSettings } from '../../config/profiles/plan-settings.ts'
import {
  creditsText,
  moneyText,
  SAVING_MEMBERS,
  savingOutput,
  savingRow,
  savingTable,
} from '../../domain/savings/savings-rows.ts'
import { SAVINGS_RULES, savingsOf } from '../../domain/savings/savings-rules.ts'
import { loadOptions } from '../kit/load-options.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { parseRange, rangeOptions } from '../kit/option-values.ts'
import { listCommand } from '../output/list-command.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import { type ColumnLayout, columnsOf, type RowLayout } from '../output/row-layout.ts'

const amounts = columnsOf('text', { credits: 'CREDITS, ESTIMATED', money: 'MONEY' })

const layoutOf = (columns: readonly ColumnLayout[]): RowLayout => ({ columns, members: SAVING_MEMBERS })

const itemLayout = layoutOf([
  ...columnsOf('text', { rule: 'RULE', name: 'NAME' }),
  ...amounts,
  { member: 'finding', title: 'FINDING', kind: 'text', isProse: true },
])

export const savings = listCommand({
  name: 'savings',
  summary: 'Estimate what could be saved, and how',
  reads: true,
  description: `Evaluates these rules over the range, and counts no credits twice:\n\n${SAVINGS_RULES.map(({ name, formula }) => `${name}: ${formula}`).join('\n')}\n\nAll amounts are estimates for the range. An estimate is a range where the API's data leaves one, and – where it allows none.`,
  what: 'rules',
  example: 'credits>10k',
  cacheOptions: ['offline', 'refresh'],
  options: [
    ...rangeOptions,
    { flags: '--items', help: 'print users, models and computers instead of rules' },
    pseudonymsOption,
  ] as const satisfies readonly OptionRow[],
  fieldValues: { name: 'person' },
  layout: layoutOf([
    { member: 'finding', title: 'FINDING', kind: 'text', isProse: true, minCells: 24 },
    ...amounts,
    { member: 'action', title: 'WHAT TO DO', kind: 'text', isProse: true },
  ]),
  examples: ['savings --last 30d', 'savings --last 30d --items --format csv', "savings --where 'credits>10k' --json"],
  table: () => savingTable,
  sorts: { names: ['credits', 'money', 'count'], defaultSort: 'credits' },
  parse: (input, now) => ({ ...input.options, range: parseRange(input, now) }),
  load: async ({ range, items, pseudonyms }, deps) => {
    const source = await deps.source()
    const { data, at, incomplete } = await loadQuery(source, 'savings', { range }, loadOptions(deps))
    const { seatPrice: seat, creditPrice: credit } = planSettings(deps.env, await deps.credentials())
    const found = savingsOf(data, range, { seat, credit })
    const salt = pseudonyms ? await deps.salt() : undefined
    const rules = found.found.map((saving) => savingRow(saving, salt))
    return {
      rows: items ? rules.flatMap((rule) => rule.items) : rules,
      at,
      incomplete,
      print: (chosen) => {
        const rows = chosen.map(savingOutput)
        const cells = chosen.map((row) => ({ ...row, credits: creditsText(row.credits), money: moneyText(row.money) }))
        const { credits, money, unknown } = found
        const envelope = { savings: rows, total: { credits, money }, unknown }
        return { rows: deps.format === 'table' ? cells : rows, envelope, ...(items && { layout: itemLayout }) }
      },
      notes: () => [
        `In all ${creditsText(found.credits)} credits${found.money.map((money) => `, ${moneyText(money)}`).join('')} from ${range.from} to ${range.to}, estimated.`,
        found.unknown.length === 0 ? undefined : `Not evaluated, because data is missing: ${found.unknown.join(', ')}.`,
      ],
    }
  },
})
