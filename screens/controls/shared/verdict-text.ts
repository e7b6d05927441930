import type { VerdictName } from '../../../src/domain/risk/risk-verdict.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/** One cell for a verdict, told apart without colour too. */
export const verdictSign = (verdict: VerdictName, theme: Theme): string => {
  if (verdict === 'widened') return theme.bad('!')
  return verdict === 'narrowed' ? theme.good(theme.signs.down) : theme.muted(theme.signs.ring)
}

/** `! widened`, `▼ narrowed`, `○ neutral`; with how many there are, `! 2 widened`. */
export const verdictText = (verdict: VerdictName, theme: Theme, count?: number): string => {
  const paint = verdict === 'widened' ? theme.bad : verdict === 'narrowed' ? theme.good : theme.muted
  return `${verdictSign(verdict, theme)} ${paint(count === undefined ? verdict : `${count} ${verdict}`)}`
}
