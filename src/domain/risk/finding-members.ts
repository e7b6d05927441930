import { findingWords } from './finding-text.ts'
import { gravestOf } from './gravest-findings.ts'
import type { RiskFinding } from './revision-risk.ts'

/** What the rules say of a change, as members of its row: the gravest finding; null where they say nothing. */
export const findingMembers = (
  findings: readonly RiskFinding[],
): { verdict: string | null; rule: string | null; what: string | null; is_grave: boolean | null } => {
  const gravest = gravestOf(findings)
  return {
    verdict: gravest?.verdict ?? null,
    rule: gravest?.rule ?? null,
    what: gravest ? findingWords(gravest) : null,
    is_grave: gravest?.isGrave ?? null,
  }
}
