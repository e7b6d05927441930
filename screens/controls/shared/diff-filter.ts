import type { Wanted } from '../../../src/domain/risk/filter-comparison.ts'
import { VERDICTS, type VerdictName } from '../../../src/domain/risk/risk-verdict.ts'
import { parsePathGlob } from '../../../src/domain/settings-diff/path-glob.ts'

/** Which changes are shown by what they mean. */
export type QuickFilter = 'all' | VerdictName

export const QUICK_FILTERS: readonly QuickFilter[] = ['all', ...VERDICTS]

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

/** What a pattern and a quick filter want to be left. */
export const wantedOf = (pattern: string, quick: QuickFilter): Wanted => ({
  glob: pattern === '' ? undefined : parsePathGlob(pattern),
  verdict: quick === 'all' ? undefined : quick,
})
