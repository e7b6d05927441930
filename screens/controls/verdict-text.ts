import type { RiskFinding } from '../../src/domain/revision-risk.ts'
import type { Theme } from '../../src/ui/theme.ts'

export type Verdict = RiskFinding['verdict']

/** The gravest first. */
export const VERDICTS: readonly Verdict[] = ['widened', 'narrowed', 'neutral']

/** The gravest of what was found; undefined where nothing was. */
export const gravestOf = (findings: readonly Pick<RiskFinding, 'verdict'>[]): Verdict | undefined =>
  VERDICTS.find((verdict) => findings.some((finding) => finding.verdict === verdict))

/** One cell for a verdict, told apart without colour too. */
export const verdictSign = (verdict: Verdict, theme: Theme): string => {
  if (verdict === 'widened') return theme.bad('!')
  return verdict === 'narrowed' ? theme.good(theme.signs.down) : theme.muted(theme.signs.ring)
}

/** `! widened`, `▼ narrowed`, `○ neutral`; with how many there are, `! 2 widened`. */
export const verdictText = (verdict: Verdict, theme: Theme, count?: number): string => {
  const paint = verdict === 'widened' ? theme.bad : verdict === 'narrowed' ? theme.good : theme.muted
  return `${verdictSign(verdict, theme)} ${paint(count === undefined ? verdict : `${count} ${verdict}`)}`
}
