import type { VerdictName } from './risk-verdict.ts'

export type VerdictCounts = Record<VerdictName, number>

/** How many findings there are of each verdict. */
export const countVerdicts = (findings: readonly { verdict: VerdictName }[]): VerdictCounts => {
  const counts: VerdictCounts = { widened: 0, narrowed: 0, neutral: 0 }
  for (const { verdict } of findings) counts[verdict] += 1
  return counts
}
