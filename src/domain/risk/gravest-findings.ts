import { type Judged, levelOf, RISK_LEVELS } from './risk-verdict.ts'

/** The first of the gravest findings; undefined without any. */
export const gravestOf = <Found extends Judged>(findings: readonly Found[]): Found | undefined => {
  for (const level of RISK_LEVELS) {
    const found = findings.find((finding) => levelOf(finding) === level)
    if (found) return found
  }
  return undefined
}

/** The gravest first, those that are as grave in the order they came in. */
export const gravestFirst = <Found extends Judged>(findings: readonly Found[]): Found[] =>
  RISK_LEVELS.flatMap((level) => findings.filter((finding) => levelOf(finding) === level))
