import type { VerdictName } from '../../../src/domain/risk/risk-verdict.ts'
import { verdictSign } from '../../../src/domain/risk/verdict-sign.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/** The style of each verdict. */
export const VERDICT_ROLES = { widened: 'bad', narrowed: 'good', neutral: 'muted' } as const

/** The sign of a verdict in its style, one cell. */
export const verdictMark = (verdict: VerdictName, theme: Theme): string =>
  theme[VERDICT_ROLES[verdict]](verdictSign(verdict, theme.isAscii))

/** `! widened`, `▼ narrowed`, `○ neutral`; with how many there are, `! 2 widened`. */
export const verdictText = (verdict: VerdictName, theme: Theme, count?: number): string =>
  `${verdictMark(verdict, theme)} ${theme[VERDICT_ROLES[verdict]](count === undefined ? verdict : `${count} ${verdict}`)}`
