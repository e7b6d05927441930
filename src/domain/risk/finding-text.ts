import type { RiskFinding } from './revision-risk.ts'

/** A finding in one line: `widened: allows everything now (rule sandbox-allow)`. Holds no foreign text. */
export const findingText = (finding: RiskFinding): string =>
  `${finding.verdict}: ${findingWords(finding)} (rule ${finding.rule})`

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
      return 'agents do more on their own'
    case 'lowered':
      return 'agents do less on their own'
    case 'longer':
      return 'kept for more days'
    case 'shorter':
      return 'kept for fewer days'
    case 'changed':
      return 'changed, look at what it does'
  }
}
