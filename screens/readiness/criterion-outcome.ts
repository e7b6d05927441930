import { type JudgedCriterion, ratioText } from '../../src/domain/readiness/judged-criteria.ts'
import { LEVELS, type Level, type Outcome } from '../../src/domain/readiness/levels.ts'
import { fit } from '../../src/domain/text/fit.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'

/** All groups of criteria, undefined for those of no level. */
export const LEVEL_GROUPS: readonly (Level | undefined)[] = [...LEVELS, undefined]

/** Cells of an outcome's sign with the space behind it. */
export const signCells = ({ signs }: Theme): number => signs.good.length + 1

/** An outcome's sign in as many cells as {@link signCells} says. */
export const outcomeSign = (outcome: Outcome, theme: Theme): string => {
  const cells = signCells(theme)
  if (outcome === 'passed') return theme.good(fit(theme.signs.good, cells))
  if (outcome === 'failed') return theme.bad(fit(theme.signs.bad, cells))
  return theme.muted(fit(outcome === 'skipped' ? '–' : '?', cells))
}

/** What a criterion was in the report before, where that differs: `▼ was 2/2`. Empty where it is the same. */
export const wasText = (before: JudgedCriterion | undefined, after: JudgedCriterion, theme: Theme): string => {
  if (!before || (before.outcome === after.outcome && ratioText(before) === ratioText(after))) return ''
  const was = `was ${ratioText(before)}`
  const share = (one: JudgedCriterion) => (one.numerator ?? 0) / (one.denominator || 1)
  const isJudged = [before, after].every(({ outcome }) => outcome === 'passed' || outcome === 'failed')
  if (!isJudged || share(before) === share(after)) return theme.muted(was)
  return share(after) < share(before) ? theme.bad(`${theme.signs.down} ${was}`) : theme.good(`${theme.signs.up} ${was}`)
}
