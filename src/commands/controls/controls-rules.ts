import { RISK_MEANINGS, type RiskSource } from '../../domain/risk/risk-rule.ts'
import { RISK_RULES } from '../../domain/risk/risk-rules.ts'
import { fit, wrapText } from '../../domain/text/fit.ts'
import { command } from '../kit/command.ts'
import { printRows } from '../output/print-rows.ts'
import type { RowLayout } from '../output/row-layout.ts'

const SOURCES: Record<RiskSource, string> = {
  documented: 'the platform documents the meaning',
  named: 'the API name is unambiguous',
}

const layout: RowLayout = { columns: [], members: ['rule', 'path', 'means', 'effect', 'why', 'source'] }

/** The rules, and below them the kinds of rules and the sources. Sentences wrap at the width of the terminal. */
const rulesTable = (width = Number.POSITIVE_INFINITY): string => {
  const rows = RISK_RULES.map(({ name, path, means, source, why }) => [name, path, means, `${why} (${source})`])
  const meanings = Object.entries(RISK_MEANINGS)
  return `${[
    ...sentenceRows([['RULE', 'PATH', 'MEANING', 'WHY'], ...rows], width),
    '',
    ...sentenceRows([['MEANING', 'EFFECT'], ...meanings], width),
    '',
    ...sentenceRows([['SOURCE', 'WHERE THE MEANING COMES FROM'], ...Object.entries(SOURCES)], width),
  ].join('\n')}\n`
}

/** If fewer cells than this are left, the sentence is printed below its row. */
const MIN_SENTENCE = 30

/** Rows as columns; the last column contains sentences. */
const sentenceRows = (rows: readonly (readonly string[])[], width: number): string[] => {
  const last = (rows[0]?.length ?? 1) - 1
  const widths = Array.from({ length: last }, (_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const used = widths.reduce((sum, each) => sum + each + 2, 0)
  const isBelow = width - used < MIN_SENTENCE
  return rows.flatMap((row) => {
    // If the columns do not fit either, they are not aligned.
    const head = row
      .slice(0, last)
      .map((cell, at) => `${used > width + 2 ? cell : fit(cell, widths[at] ?? 0)}  `)
      .join('')
    const indent = ' '.repeat(isBelow ? 4 : used)
    const sentence = wrapText(row[last] ?? '', width - indent.length)
    if (isBelow) return [...wrapText(head.trimEnd(), width), ...sentence.map((line) => indent + line)]
    return sentence.map((line, at) => (at === 0 ? head : indent) + line)
  })
}

export const rules = command({
  name: 'controls rules',
  summary: 'List the rules that classify changes',
  reads: true,
  description:
    'The first rule that matches the path and the type of the value applies. A setting that no rule matches is neutral, because its meaning is unknown. Paths are patterns, as for controls diff --path, and start at the top of the settings.',
  examples: ['controls rules', 'controls rules --format md'],
  run: async (_, deps) => {
    const rules = RISK_RULES.map(({ name: rule, path, means, why, source }) => {
      return { rule, path, means, effect: RISK_MEANINGS[means], why, source }
    })
    printRows({ rows: rules, envelope: { rules }, layout, table: () => rulesTable(deps.columns) }, deps)
  },
})
