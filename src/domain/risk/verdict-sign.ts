import type { VerdictName } from './risk-verdict.ts'

const SIGNS = { widened: '!', narrowed: '▼', neutral: '○' } as const
const ASCII_SIGNS = { widened: '!', narrowed: 'v', neutral: 'o' } as const

/** One cell for a verdict, told apart without colour too; a space for none. */
export const verdictSign = (verdict: VerdictName | undefined, isAscii: boolean): string =>
  verdict === undefined ? ' ' : (isAscii ? ASCII_SIGNS : SIGNS)[verdict]

/** A verdict in a cell of a table: `! widened`; empty for none. */
export const verdictCell = (verdict: VerdictName | undefined, isAscii: boolean): string =>
  verdict === undefined ? '' : `${verdictSign(verdict, isAscii)} ${verdict}`
