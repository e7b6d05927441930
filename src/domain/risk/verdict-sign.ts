import { signsFor } from '../text/signs.ts'
import type { RiskLevel } from './risk-verdict.ts'

/** The sign of a level, told apart without colour too, two cells where it is grave and else one; a space for none. */
export const verdictSign = (level: RiskLevel | undefined, isAscii: boolean): string => {
  const { care, down, look } = signsFor(isAscii)
  return level === undefined ? ' ' : { grave: `${care}${care}`, widened: care, narrowed: down, neutral: look }[level]
}

/** What is told of a level beside its sign: what is grave is widened. */
export const verdictWord = (level: RiskLevel): string => (level === 'grave' ? 'widened' : level)

/** A level in a cell of a table: `! widened`; empty for none. */
export const verdictCell = (level: RiskLevel | undefined, isAscii: boolean): string =>
  level === undefined ? '' : `${verdictSign(level, isAscii)} ${verdictWord(level)}`
