import { barSizes } from '../../src/domain/charts/bar-sizes.ts'
import { ratioText } from '../../src/domain/readiness/criterion-results.ts'
import {
  type CriterionRow,
  type CriterionSort,
  type FailingRepository,
  unlockedCount,
  unlocksText,
  worstText,
} from '../../src/domain/readiness/criterion-rows.ts'
import { levelTitle } from '../../src/domain/readiness/levels.ts'
import { fit, truncate, wrapText } from '../../src/domain/text/fit.ts'
import { fullNumber } from '../../src/domain/text/format.ts'
import { oneLine } from '../../src/domain/text/one-line.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import { joinFitting } from '../../src/ui/layout/columns.ts'
import { type Column, leftColumn, rightColumn } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { copiedCells } from '../kit/export/command-options.ts'
import { tallyText } from './detail-lines.ts'

const levelText = ({ level }: CriterionRow): string => (level === undefined ? 'other' : `L${level}`)

/** Max cells of a bar. */
const BAR_CELLS = 12

/**
 * Columns of all criteria. Bars have one cell per repository if they fit; the longest is the criterion that fails most.
 *
 * @param sortedBy - The column of the order, which is shown in every window.
 */
export const criterionColumns = (
  rows: readonly CriterionRow[],
  sortedBy: CriterionSort,
  theme: Theme,
): Column<CriterionRow>[] => {
  const sizes = barSizes(
    rows.map(({ tally }) => tally.failed),
    BAR_CELLS,
  )
  const priority = (by: CriterionSort, own: number): number => (by === sortedBy ? 0 : own)
  const bars = new Map(rows.map((row, at) => [row, (theme.isAscii ? '#' : '▇').repeat(sizes[at] ?? 0)]))
  return [
    leftColumn('name', 'CRITERION', { grow: true, min: 20 }, 0, ({ id }) => safeText(id)),
    leftColumn('level', 'LEVEL', 6, priority('level', 1), levelText),
    rightColumn('failing', 'FAILING', 8, 0, ({ tally }) => fullNumber(tally.failed), 'strong'),
    leftColumn('bar', '', { min: 1, max: BAR_CELLS }, 5, (row) => bars.get(row) ?? '', 'accent'),
    rightColumn('passing', 'PASSING', 8, priority('passing', 3), ({ tally }) => fullNumber(tally.passed)),
    rightColumn('skipped', 'SKIPPED', 8, priority('skipped', 6), ({ tally }) => fullNumber(tally.skipped), 'muted'),
    leftColumn('worst', 'WORST', { min: 12, max: 28 }, priority('worst', 2), worstText),
    leftColumn(
      'unlocks',
      'UNLOCKS',
      { min: 9, max: 24 },
      priority('unlocks', 4),
      (row) => unlocksText(row) || theme.signs.none,
      (row) => (unlockedCount(row) > 0 ? 'good' : 'muted'),
    ),
  ]
}

/** Cells of a criterion for the clipboard. */
export const criterionText = (row: CriterionRow): string => {
  const { passed, failed, skipped } = row.tally
  return copiedCells([row.id, levelText(row), failed, passed, skipped, worstText(row), unlocksText(row)])
}

/** The repositories that fail a criterion, those that it brings to another level first, in at most `height` rows. */
export const failingLines = (
  { id, level, tally, failing }: CriterionRow,
  { width, height }: { width: number; height: number },
  theme: Theme,
): string[] => {
  const head = [theme.strong(safeText(id)), theme.muted(levelTitle(level)), theme.muted(tallyText(tally))]
  const ordered = [...failing.filter(({ unlocks }) => unlocks), ...failing.filter(({ unlocks }) => !unlocks)]
  const rows = Math.max(0, height - 1)
  const shown = ordered.slice(0, ordered.length > rows ? rows - 1 : rows)
  const names = Math.min(NAME_CELLS, Math.max(0, ...shown.map(({ repository }) => textWidth(repository.name))))
  const reaches = ({ repository, unlocks }: FailingRepository): string =>
    unlocks === undefined ? `L${repository.level}` : `L${repository.level} ${theme.signs.to} L${unlocks}`
  const reachCells = Math.max(0, ...shown.map((one) => textWidth(reaches(one))))
  const factsOf = (one: FailingRepository): string =>
    `  ${fit(one.repository.name, names)}  ${fit(ratioText(one.criterion), RATIO_CELLS, 'right')}  ${fit(reaches(one), reachCells)}   `
  const indent = textWidth(shown[0] ? factsOf(shown[0]) : '')
  const reasons = shown.map(({ criterion }) => safeText(oneLine(criterion.rationale)))
  const cells = Math.max(1, width - indent - 1)
  const hidden = ordered.length - shown.length
  const lines = linesThatFit(reasons, cells, rows - (hidden > 0 ? 1 : 0))
  return [
    joinFitting(head, width - 1, '   '),
    ...shown.flatMap((one, at) =>
      (lines[at] ?? []).map((text, y) => (y === 0 ? factsOf(one) : ' '.repeat(indent)) + theme.muted(text)),
    ),
    ...(hidden > 0 ? [theme.muted(`  ${hidden} more; press Enter to list them`)] : []),
  ]
}

/** Each text in at least one line. While there is room, the texts that are cut get one more line each. */
const linesThatFit = (texts: readonly string[], width: number, room: number): string[][] => {
  const wrapped = texts.map((text) => wrapText(text, width))
  const counts = wrapped.map(() => 1)
  let free = room - texts.length
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false
    for (const [at, lines] of wrapped.entries()) {
      if (free <= 0 || (counts[at] ?? 1) >= lines.length) continue
      counts[at] = (counts[at] ?? 1) + 1
      free--
      isGrowing = true
    }
  }
  return wrapped.map((lines, at) => {
    const count = counts[at] ?? 1
    return count >= lines.length
      ? lines
      : [...lines.slice(0, count - 1), truncate(lines.slice(count - 1).join(' '), width)]
  })
}

const NAME_CELLS = 32
const RATIO_CELLS = 5
