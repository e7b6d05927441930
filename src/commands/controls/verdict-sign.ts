import type { VerdictName } from '../../domain/risk/risk-verdict.ts'

const SIGNS = { widened: '!', narrowed: '▼', neutral: '○' } as const
const ASCII_SIGNS = { widened: '!', narrowed: 'v', neutral: 'o' } as const

/** One cell for a verdict, as the explorer draws it; a space for none. */
export const verdictSign = (verdict: VerdictName | undefined, isAscii: boolean): string =>
  verdict === undefined ? ' ' : (isAscii ? ASCII_SIGNS : SIGNS)[verdict]
