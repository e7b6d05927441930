import type { Where } from '../../../src/domain/filter/where-terms.ts'
import type { Wanted } from '../../../src/domain/risk/change-filter.ts'
import { VERDICTS, type VerdictName } from '../../../src/domain/risk/risk-verdict.ts'
import { parsePathGlob } from '../../../src/domain/settings-diff/path-glob.ts'

/** Which changes are shown by what they mean. */
export type QuickFilter = 'all' | VerdictName

export const QUICK_FILTERS: readonly QuickFilter[] = ['all', ...VERDICTS]

/** What a pattern, a quick filter and conditions want to be left. */
export const wantedOf = (pattern: string, quick: QuickFilter, where?: Where | undefined): Wanted => ({
  glob: pattern === '' ? undefined : parsePathGlob(pattern),
  verdict: quick === 'all' ? undefined : quick,
  ...(where && { where }),
})
