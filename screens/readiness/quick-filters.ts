import type { JudgedCriterion } from '../../src/domain/readiness/judged-criteria.ts'
import { isRegressed } from '../../src/domain/readiness/report-comparison.ts'

/** What `f` goes through. */
export const QUICK_FILTERS = ['all', 'failing', 'regressed', 'skipped'] as const
export type QuickFilter = (typeof QUICK_FILTERS)[number]

/** What each leaves, as a filter says it. */
export const QUICK_CONDITIONS: Record<QuickFilter, string> = {
  all: '',
  failing: 'verdict=failed',
  regressed: 'change=regressed',
  skipped: 'verdict=skipped',
}

/** Whether a criterion, seen beside the report before, passes a quick filter. */
export const isQuick = (
  filter: QuickFilter,
  { criterion, before }: { criterion: JudgedCriterion; before: JudgedCriterion | undefined },
): boolean => {
  if (filter === 'all') return true
  if (filter === 'failing') return criterion.outcome === 'failed'
  return filter === 'skipped' ? criterion.outcome === 'skipped' : isRegressed(before, criterion)
}
