import { type CriterionResult, ratioText } from '../../src/domain/readiness/criterion-results.ts'
import type { Outcome } from '../../src/domain/readiness/levels.ts'
import { shareOf } from '../../src/domain/readiness/report-comparison.ts'
import type { CriterionRepository } from '../../src/domain/readiness/repository-rows.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { styledWidth } from '../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import type { CriteriaGroup, CriterionEntry } from './criteria-groups.ts'

/** Cells of an outcome's sign and the space after it. */
const signCells = ({ signs }: Theme): number => signs.good.length + 1

/** An outcome's sign, padded to {@link signCells}. */
export const outcomeSign = (outcome: Outcome, theme: Theme): string => {
  const cells = signCells(theme)
  if (outcome === 'passed') return theme.good(fit(theme.signs.good, cells))
  if (outcome === 'failed') return theme.bad(fit(theme.signs.bad, cells))
  return theme.muted(fit(outcome === 'skipped' ? '–' : '?', cells))
}

/** The result in the previous report, if it differs: `▼ was 2/2`. Otherwise empty. */
export const previousText = (before: CriterionResult | undefined, after: CriterionResult, theme: Theme): string => {
  if (!before || (before.outcome === after.outcome && ratioText(before) === ratioText(after))) return ''
  const was = `was ${ratioText(before)}`
  const change = shareOf(after) - shareOf(before)
  const areEvaluated = [before, after].every(({ outcome }) => outcome === 'passed' || outcome === 'failed')
  if (!areEvaluated || change === 0) return theme.muted(was)
  return change < 0 ? theme.bad(`${theme.signs.down} ${was}`) : theme.good(`${theme.signs.up} ${was}`)
}

/** Cells of a ratio or `skipped`, and of a note or previous result. */
const RATIO_CELLS = 7
const NOTE_CELLS = 13

/** A row: the repository, its level, and its result in the criterion. */
export const criterionRowText = (
  { repository, criterion, before }: CriterionRepository,
  width: number,
  theme: Theme,
): string => {
  const cells = Math.max(8, width - RATIO_CELLS - NOTE_CELLS - signCells(theme) - 7)
  const ratio = fit(ratioText(criterion), RATIO_CELLS, 'right')
  return `${outcomeSign(criterion.outcome, theme)}${fit(repository.name, cells)} ${theme.muted(`L${repository.level}`)} ${ratio} ${previousText(before, criterion, theme)}`
}

/** A row: a heading that folds, or a criterion below it. */
export type CriteriaRow = {
  id: string
  group: CriteriaGroup
  isOpen: boolean
  /** Undefined for a heading. */
  entry: CriterionEntry | undefined
}

/** The rows of all groups, without the criteria of folded ones. */
export const criteriaRows = (
  groups: readonly CriteriaGroup[],
  isOpenGroup: (group: CriteriaGroup) => boolean,
): CriteriaRow[] =>
  groups.flatMap((group): CriteriaRow[] => {
    const isOpen = isOpenGroup(group)
    const entries = isOpen ? group.entries : []
    return [
      { group, isOpen, id: group.id, entry: undefined },
      ...entries.map((entry) => ({ group, isOpen, id: entry.id, entry })),
    ]
  })

export const criteriaRowText = ({ entry, group, isOpen }: CriteriaRow, width: number, theme: Theme): string =>
  entry ? entryText(entry, width, theme) : groupText(group, isOpen, width, theme)

const entryText = ({ criterion, before, note }: CriterionEntry, width: number, theme: Theme): string => {
  const was = note ?? previousText(before, criterion, theme)
  const cells = Math.max(8, width - RATIO_CELLS - NOTE_CELLS - signCells(theme) - 5)
  const ratio = fit(ratioText(criterion), RATIO_CELLS, 'right')
  const name = fit(safeText(criterion.id), cells)
  const end = styledWidth(was) > NOTE_CELLS ? fit(was, NOTE_CELLS) : note === undefined ? was : theme.muted(was)
  return `   ${outcomeSign(criterion.outcome, theme)}${name} ${criterion.outcome === 'skipped' ? theme.muted(ratio) : ratio} ${end}`
}

const groupText = (
  { title, count, needs = '' }: CriteriaGroup,
  isOpen: boolean,
  width: number,
  theme: Theme,
): string => {
  const sign = isOpen ? theme.signs.open : theme.signs.closed
  const name = fit(title, Math.max(12, width - RATIO_CELLS - NOTE_CELLS - 6))
  return `${sign} ${theme.strong(name)}   ${fit(count, RATIO_CELLS, 'right')} ${theme.warn(needs)}`
}
