import { pathText } from '../settings-diff/setting-path.ts'
import { safeText } from '../text/safe-text.ts'
import type { RiskFinding, SettingsRisk } from './revision-risk.ts'

/** A finding in one line: `widened: allows everything now (rule sandbox-allow)`. Holds no foreign text. */
export const findingText = (finding: RiskFinding): string => `${finding.verdict}: ${wordsAndRule(finding)}`

/** `allows everything now (rule sandbox-allow)`; without a rule where none knows the member. Holds no foreign text. */
export const wordsAndRule = (finding: RiskFinding): string =>
  `${findingWords(finding)}${finding.what === 'unknown' ? '' : ` (rule ${finding.rule})`}`

/** What a finding says of its path: `allows 2 more`, `switched off`. */
export const findingWords = ({ verdict, what, count }: Pick<RiskFinding, 'verdict' | 'what' | 'count'>): string => {
  switch (what) {
    case 'everything':
      return 'allows everything now'
    case 'gained':
      return verdict === 'widened' ? `allows ${count} more` : `denies ${count} more`
    case 'lost':
      return verdict === 'widened' ? `denies ${count} fewer` : `allows ${count} fewer`
    case 'unlimited':
      return 'limits nothing any more'
    case 'limited':
      return 'limits what was not limited'
    case 'off':
      return 'switched off'
    case 'on':
      return 'switched on'
    case 'raised':
      return 'lets agents do more on their own'
    case 'lowered':
      return 'lets agents do less on their own'
    case 'uncapped':
      return 'lets agents do all on their own'
    case 'unasked':
      return 'runs by itself at every level'
    case 'looser':
      return 'holds back less'
    case 'tighter':
      return 'holds back more'
    case 'longer':
      return 'kept for more days'
    case 'shorter':
      return 'kept for fewer days'
    case 'changed':
      return 'changed, look at what it does'
    case 'idle':
      return 'changed, without effect while its policy is off'
    case 'overruled':
      return 'changed, without effect because another setting decides'
    case 'empty':
      return 'changed, what an empty list allows is not known'
    case 'renamed':
      return 'renamed, means the same'
    case 'unknown':
      return 'changed, what it means is not known'
  }
}

/** A finding as a sentence, the same wherever one is told: `sandbox.network.allowedDomains allows everything now`. */
export const riskSentence = (finding: RiskFinding): string =>
  `${safeText(pathText(finding.path))} ${findingWords(finding)}`

/** The worst of what a revision widened, and how much more there is: `sandbox.enabled switched off, and 1 other`. */
export const riskText = (risks: readonly SettingsRisk[]): string => {
  const [worst, ...others] = risks
  if (!worst) return ''
  return `${safeText(worst.path)} ${findingWords({ verdict: 'widened', ...worst })}${andOthers(others.length)}`
}

/** `, and 2 others`: how many are not told; empty where that is none. */
export const andOthers = (count: number): string => {
  if (count <= 0) return ''
  return count === 1 ? ', and 1 other' : `, and ${count} others`
}
