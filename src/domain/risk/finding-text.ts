import { pathText } from '../settings-diff/setting-path.ts'
import { safeText } from '../text/safe-text.ts'
import { signsFor } from '../text/signs.ts'
import type { RiskFinding, SettingsRisk } from './revision-risk.ts'
import { type RiskLevel, worstOf } from './risk-verdict.ts'

/** A finding in one line: `loosened: allows everything now (rule sandbox-allow)`. Contains no external text. */
export const findingText = (finding: RiskFinding): string => `${finding.verdict}: ${wordsAndRule(finding)}`

/** `allows everything now (rule sandbox-allow)`; without a rule for an unknown setting. Contains no external text. */
export const wordsAndRule = (finding: RiskFinding): string =>
  `${findingWords(finding)}${finding.what === 'unknown' ? '' : ` (rule ${finding.rule})`}`

/** The description of a finding: `allows 2 more`, `switched off`. */
export const findingWords = ({ verdict, what, count }: Pick<RiskFinding, 'verdict' | 'what' | 'count'>): string => {
  if (what === 'gained') return verdict === 'loosened' ? `allows ${count} more` : `denies ${count} more`
  if (what === 'lost') return verdict === 'loosened' ? `denies ${count} fewer` : `allows ${count} fewer`
  return WORDS[what]
}

const WORDS: Record<Exclude<RiskFinding['what'], 'gained' | 'lost'>, string> = {
  everything: 'allows everything now',
  unlimited: 'no longer limits anything',
  limited: 'adds a limit',
  off: 'switched off',
  on: 'switched on',
  raised: 'raises autonomy',
  lowered: 'lowers autonomy',
  uncapped: 'removes the autonomy limit',
  unasked: 'runs without confirmation at every level',
  looser: 'restricts less',
  tighter: 'restricts more',
  longer: 'kept for more days',
  shorter: 'kept for fewer days',
  changed: 'changed, check the effect',
  idle: 'changed, no effect while its policy is off',
  overruled: 'changed, no effect because another setting overrides it',
  empty: 'changed, the effect of an empty list is unknown',
  renamed: 'renamed, same meaning',
  unknown: 'changed, unknown meaning',
}

/** A finding as a sentence with its path: `sandbox.network.allowedDomains allows everything now`. */
export const riskSentence = (finding: RiskFinding): string =>
  `${safeText(pathText(finding.path))} ${findingWords(finding)}`

/** The most severe risk and the number of others: `sandbox.enabled switched off, and 1 other`. */
export const riskText = (risks: readonly SettingsRisk[]): string => {
  const [worst, ...others] = risks
  if (!worst) return ''
  return `${safeText(worst.path)} ${findingWords({ verdict: 'loosened', ...worst })}${andOthers(others.length)}`
}

/** `, and 2 others`; empty for 0. */
export const andOthers = (count: number): string => {
  if (count <= 0) return ''
  return count === 1 ? ', and 1 other' : `, and ${count} others`
}

/** The most severe finding of a change as row fields; null without findings. */
export const findingMembers = (findings: readonly RiskFinding[]) => {
  const worst = worstOf(findings)
  return {
    verdict: worst?.verdict ?? null,
    rule: worst?.rule ?? null,
    what: worst ? findingWords(worst) : null,
    isCritical: worst?.isCritical ?? null,
  }
}

/** The sign of a level, distinct without colour: two cells for critical, otherwise one; a space for none. */
export const verdictSign = (level: RiskLevel | undefined, isAscii: boolean): string => {
  const { attention, down, notable } = signsFor(isAscii)
  return level === undefined
    ? ' '
    : { critical: `${attention}${attention}`, loosened: attention, tightened: down, neutral: notable }[level]
}

/** The verdict that a level belongs to, for counts: critical findings count as `loosened`. */
export const verdictWord = (level: RiskLevel): string => (level === 'critical' ? 'loosened' : level)

/** A level for a table cell: `! loosened`, `!! critical`; empty for none. */
export const verdictCell = (level: RiskLevel | undefined, isAscii: boolean): string =>
  level === undefined ? '' : `${verdictSign(level, isAscii)} ${level}`
