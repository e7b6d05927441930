import { RISK_RULES, type RiskMeaning } from '../../domain/risk-rules.ts'
import { command, type Deps } from '../command.ts'
import { FORMATS } from '../output/format.ts'
import { printRows } from '../output/print-rows.ts'
import type { RowsView } from '../output/rows-view.ts'

/** How a rule judges, for a reader who has not seen the table of rules. */
const MEANINGS: Record<RiskMeaning, string> = {
  allows: 'a list of what is allowed, and without it nothing is: more entries widen, fewer narrow',
  limits:
    'a list of what is allowed, and without it everything is: more entries or no list widen, fewer or a new list narrow',
  denies: 'a list of what is held back: fewer entries widen, more narrow',
  protects: 'a switch that holds back: off widens, on narrows',
  frees: 'a switch that lets more happen: on widens, off narrows',
  autonomy: 'how much agents do on their own: more widens, less narrows',
  keeps: 'days that something is kept: more widen, fewer narrow',
  look: 'nobody can tell from settings alone: told as neutral',
}

export const runRules = async (_: undefined, deps: Deps): Promise<undefined> => {
  const rules = RISK_RULES.map(({ name, path, means, why }) => ({
    rule: name,
    path,
    means,
    judges: MEANINGS[means],
    why,
  }))
  printRows({ rows: rules, envelope: { rules }, view }, deps)
}

const view: RowsView = {
  columns: [
    { member: 'rule', title: 'RULE', kind: 'day' },
    { member: 'path', title: 'PATH', kind: 'day' },
    { member: 'judges', title: 'JUDGES', kind: 'text' },
    { member: 'why', title: 'WHY', kind: 'text' },
  ],
  members: ['rule', 'path', 'means', 'judges', 'why'],
}

export const rules = command({
  name: 'controls rules',
  summary: 'The rules that tell whether a change of the controls widens or narrows',
  description:
    'Of the rules whose path matches, the first that fits the type of the value counts. A path is a pattern as controls diff --path takes it.',
  formats: FORMATS,
  examples: ['controls rules', 'controls rules --format md'],
  parse: () => undefined,
  run: runRules,
})
