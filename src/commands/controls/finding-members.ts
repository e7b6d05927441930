import { findingWords } from '../../domain/finding-text.ts'
import type { RiskFinding } from '../../domain/revision-risk.ts'

const GRAVEST_FIRST = ['widened', 'narrowed', 'neutral'] as const

/** The first of the gravest findings; undefined without any. */
export const gravestOf = (findings: readonly RiskFinding[]): RiskFinding | undefined =>
  GRAVEST_FIRST.flatMap((verdict) => findings.find((finding) => finding.verdict === verdict) ?? []).at(0)

/** What the rules say of a change, as members of its row: the gravest finding; null where they say nothing. */
export const findingMembers = (
  findings: readonly RiskFinding[],
): { verdict: string | null; rule: string | null; what: string | null } => {
  const gravest = gravestOf(findings)
  return {
    verdict: gravest?.verdict ?? null,
    rule: gravest?.rule ?? null,
    what: gravest ? findingWords(gravest) : null,
  }
}
