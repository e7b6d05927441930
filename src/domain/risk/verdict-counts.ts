import type { Judged, VerdictName } from './risk-verdict.ts'

/** How many findings there are of each verdict; those that are grave count as widened too. */
export type VerdictCounts = Record<VerdictName | 'grave', number>

export const countVerdicts = (findings: readonly Judged[]): VerdictCounts => {
  const counts: VerdictCounts = { grave: 0, widened: 0, narrowed: 0, neutral: 0 }
  for (const { verdict, isGrave } of findings) {
    counts[verdict] += 1
    if (isGrave) counts.grave += 1
  }
  return counts
}

/** The level that a verdict is told by where so many are: `grave` as soon as one of them is. */
export const levelIn = ({ grave }: VerdictCounts, verdict: VerdictName): VerdictName | 'grave' =>
  verdict === 'widened' && grave > 0 ? 'grave' : verdict
