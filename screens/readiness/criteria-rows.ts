import { ratioText } from '../../src/domain/readiness/judged-criteria.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { styledWidth } from '../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import type { CriteriaGroup, CriterionEntry } from './criteria-groups.ts'
import { outcomeSign, signCells, wasText } from './criterion-outcome.ts'
import { isQuick, type QuickFilter } from './quick-filters.ts'

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
