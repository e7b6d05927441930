import { type JudgedCriterion, ratioText } from '../../src/domain/readiness/judged-criteria.ts'
import type { Outcome } from '../../src/domain/readiness/levels.ts'
import type { JudgedRepository } from '../../src/domain/readiness/repository-rows.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { styledWidth } from '../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import type { CriteriaGroup, CriterionEntry } from './criteria-groups.ts'
import { isQuick, type QuickFilter } from './quick-filters.ts'

/** Cells of an outcome's sign with the space behind it. */
const signCells = ({ signs }: Theme): number => signs.good.length + 1

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

/** A row: the repository, its level, and what it came to in the criterion. */
export const criterionRowText = (
  { repository, criterion, before }: JudgedRepository,
  width: number,
  theme: Theme,
): string => {
  const cells = Math.max(8, width - RATIO_CELLS - NOTE_CELLS - signCells(theme) - 7)
  const ratio = fit(ratioText(criterion), RATIO_CELLS, 'right')
  return `${outcomeSign(criterion.outcome, theme)}${fit(repository.name, cells)} ${theme.muted(`L${repository.level}`)} ${ratio} ${wasText(before, criterion, theme)}`
}

/** A row of criteria under headings that fold: a heading, or a criterion below it. */
export type CriteriaRow = {
  id: string
  group: CriteriaGroup
  isOpen: boolean
  /** Undefined: the heading. */
  entry: CriterionEntry | undefined
}

/** What filters leave of groups, `left` being what the typed one leaves; a group that nothing is left of goes. */
export const filteredGroups = (
  groups: readonly CriteriaGroup[],
  quick: QuickFilter,
  left: readonly CriterionEntry[] | undefined,
): readonly CriteriaGroup[] => {
  if (!left && quick === 'all') return groups
  const passing = left && new Set(left)
  return groups.flatMap((group): CriteriaGroup[] => {
    const entries = group.entries.filter((entry) => isQuick(quick, entry) && (passing?.has(entry) ?? true))
    return entries.length > 0 ? [{ ...group, entries }] : []
  })
}

/** The rows of groups, those of folded ones left out. */
export const criteriaRows = (
  groups: readonly CriteriaGroup[],
  isOpen: (group: CriteriaGroup) => boolean,
): CriteriaRow[] =>
  groups.flatMap((group): CriteriaRow[] => {
    const shared = { group, isOpen: isOpen(group) }
    const entries = shared.isOpen ? group.entries : []
    return [
      { ...shared, id: group.id, entry: undefined },
      ...entries.map((entry) => ({ ...shared, id: entry.id, entry })),
    ]
  })

/** A function that makes the texts of rows in `width` cells, each only once. */
export const createCriteriaTexts = (width: number, theme: Theme): ((row: CriteriaRow) => string) => {
  const texts = new WeakMap<CriteriaRow, string>()
  return (row) => {
    const text = texts.get(row) ?? (row.entry ? entryText(row.entry, width, theme) : groupText(row, width, theme))
    texts.set(row, text)
    return text
  }
}

/** Cells of `skipped` and of a ratio, and of what a criterion was. */
const RATIO_CELLS = 7
const NOTE_CELLS = 13

const entryText = ({ criterion, before, note }: CriterionEntry, width: number, theme: Theme): string => {
  const was = note ?? wasText(before, criterion, theme)
  const cells = Math.max(8, width - RATIO_CELLS - NOTE_CELLS - signCells(theme) - 5)
  const ratio = fit(ratioText(criterion), RATIO_CELLS, 'right')
  const name = fit(safeText(criterion.id), cells)
  const end = styledWidth(was) > NOTE_CELLS ? fit(was, NOTE_CELLS) : note === undefined ? was : theme.muted(was)
  return `   ${outcomeSign(criterion.outcome, theme)}${name} ${criterion.outcome === 'skipped' ? theme.muted(ratio) : ratio} ${end}`
}

const groupText = ({ group: { title, count, needs }, isOpen }: CriteriaRow, width: number, theme: Theme): string => {
  const sign = isOpen ? theme.signs.open : theme.signs.closed
  const name = fit(title, Math.max(12, width - RATIO_CELLS - NOTE_CELLS - 6))
  return `${sign} ${theme.strong(name)}   ${fit(count, RATIO_CELLS, 'right')} ${theme.warn(needs)}`
}
