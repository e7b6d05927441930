import { findingsByChange } from '../../src/domain/change-findings.ts'
import type { RiskFinding } from '../../src/domain/revision-risk.ts'
import { VERDICTS, type VerdictName } from '../../src/domain/risk-verdict.ts'
import type { Comparison } from '../../src/domain/settings-diff/compare-settings.ts'
import { filterChanges, parsePathGlob } from '../../src/domain/settings-diff/path-glob.ts'

/** Which changes are shown by what they mean. */
export type QuickFilter = 'all' | VerdictName

export const QUICK_FILTERS: readonly QuickFilter[] = ['all', ...VERDICTS]

export const nextQuickFilter = (quick: QuickFilter): QuickFilter =>
  QUICK_FILTERS[(QUICK_FILTERS.indexOf(quick) + 1) % QUICK_FILTERS.length] ?? 'all'

const HAS_GLOB_SIGN = /[*[\]{}"]/

/**
 * What is typed as a pattern that parsePathGlob reads: one without any sign of patterns is looked for anywhere in a path.
 * Empty where nothing is typed.
 */
export const patternOf = (typed: string): string => {
  const text = typed.trim().replace(/^\.+|\.+$/g, '')
  if (text === '' || HAS_GLOB_SIGN.test(text)) return text
  return text.includes('.') ? `**.*${text}*` : `*${text}*`
}

/** The changes that a pattern and a quick filter leave, with what was found about these. The same object where that is all. */
export const filterComparison = (comparison: Comparison, pattern: string, quick: QuickFilter): Comparison => {
  if (pattern === '' && quick === 'all') return comparison
  const findingsOf = findingsByChange(comparison.findings)
  const matching = pattern === '' ? comparison.changes : filterChanges(comparison.changes, parsePathGlob(pattern))
  const changes =
    quick === 'all'
      ? matching
      : matching.filter((change) => findingsOf(change).some(({ verdict }) => verdict === quick))
  const known = new Set<RiskFinding>()
  for (const change of changes) for (const finding of findingsOf(change)) known.add(finding)
  return { changes, findings: comparison.findings.filter((finding) => known.has(finding)) }
}
