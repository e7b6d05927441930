import { VERDICTS, type VerdictName } from './risk-verdict.ts'

/** The first of the gravest findings; undefined without any. */
export const gravestOf = <Found extends { verdict: VerdictName }>(findings: readonly Found[]): Found | undefined => {
  for (const verdict of VERDICTS) {
    const found = findings.find((finding) => finding.verdict === verdict)
    if (found) return found
  }
  return undefined
}

/** The gravest first, those that are as grave in the order they came in. */
export const gravestFirst = <Found extends { verdict: VerdictName }>(findings: readonly Found[]): Found[] =>
  VERDICTS.flatMap((verdict) => findings.filter((finding) => finding.verdict === verdict))
