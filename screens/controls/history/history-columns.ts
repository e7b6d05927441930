import type { OpenLoosening } from '../../../src/domain/revisions/open-loosenings.ts'
import { findingWords, riskSentence, verdictSign } from '../../../src/domain/risk/finding-text.ts'
import { levelOf } from '../../../src/domain/risk/risk-verdict.ts'
import { countsInSigns } from '../../../src/domain/settings-diff/change-counts.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { age, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { type Column, leftColumn, type PlacedColumn, rightColumn } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { briefJson } from '../../kit/tree/value-text.ts'
import { dayOf, timeOf, whoColumn } from '../shared/revision-text.ts'
import { riskColumn } from '../shared/risk-column.ts'
import { type HistoryRow, levelOfRow } from './history-rows.ts'
import type { OpenByRevision } from './use-history-list.ts'

/** From this width on, the time of day is shown. */
const MIN_WIDTH_FOR_TIME = 120

/** Below this width, a verdict and a path do not both fit. */
const NARROW = 80

/**
 * Columns of the history.
 * @param now - Unix ms.
 * @param width - Cells of a row.
 * @param open - Open loosenings by revision, shown in place of the changes.
 * @param marked - Ids of the marked rows.
 */
export const historyColumns = (
  now: number,
  width: number,
  theme: Theme,
  { open, marked }: { open?: OpenByRevision | undefined; marked?: ReadonlySet<string> } = {},
): Column<HistoryRow>[] => [
  rightColumn(
    'revision',
    'REV',
    7,
    0,
    ({ id, revision, isNew }) => {
      const signs = `${marked?.has(id) ? theme.signs.marked : ''}${isNew ? theme.signs.news : ''}`
      return `${signs}${signs ? ' ' : ''}${revision ?? UNKNOWN}`
    },
    ({ isNew }) => (isNew ? 'strong' : undefined),
  ),
  width < MIN_WIDTH_FOR_TIME
    ? leftColumn('time', 'DAY', 10, 2, dayOf, 'muted')
    : leftColumn('time', 'TIME', 20, 2, timeOf, 'muted'),
  // The age matters more for open loosenings.
  rightColumn('age', 'AGE', 6, open ? 1 : 4, ({ updatedAt }) => ageText(updatedAt, now), 'muted'),
  whoColumn((row) => row),
  ...(open
    ? [
        leftColumn<HistoryRow>('open', 'STILL OPEN', { grow: true, min: 20 }, 0, ({ revision }) =>
          openText(open.get(revision) ?? [], width, theme),
        ),
      ]
    : [
        riskColumn(levelOfRow, theme),
        leftColumn<HistoryRow>('edits', 'EDITS', 9, 3, (row) => editsText(row, theme)),
        leftColumn('changed', 'CHANGED', { grow: true, min: 19 }, 0, changedText),
      ]),
]

const ageText = (updatedAt: string | undefined, now: number): string =>
  updatedAt === undefined ? UNKNOWN : age(now - Date.parse(updatedAt))

/** The open loosenings, most severe first, with current values: `!! sandbox.enabled switched off, today false`. */
export const openText = (open: readonly OpenLoosening[], cells: number, { isAscii }: Theme): string =>
  open
    .map((each) => {
      const { finding } = each
      // In a narrow window a long path would cut off its verb, so the verb comes first.
      const sentence =
        cells < NARROW
          ? `${findingWords(finding)}: ${safeText(pathText(finding.path))}`
          : `${riskSentence(finding)}, ${todayText(each, cells)}`
      return `${verdictSign(levelOf(finding), isAscii)} ${sentence}`
    })
    .join('; ')

/** `today false`; a long value is cut to about `cells`. */
export const todayText = ({ today }: OpenLoosening, cells: number): string =>
  today === undefined ? 'not set today' : `today ${briefJson(today, cells)}`

/** Counts by kind of change: `~3 +1`. Empty if nothing changed or the changes are unknown. */
const editsText = (row: HistoryRow, theme: Theme): string => {
  const { counts } = row.summary() ?? {}
  return counts ? countsInSigns(counts, theme.isLinear) : ''
}

/** Names of the changed top-level members in one line, or a note if they are unknown. */
export const changedText = (row: HistoryRow): string => {
  const summary = row.summary()
  if (summary === undefined) return 'oldest known'
  return summary.names.length === 0 ? 'nothing' : safeText(summary.names.join(', '))
}

/** A column without the cells that need a comparison, for a revision that is not compared yet. */
export const uncomparedColumn = ({ column, width }: PlacedColumn<HistoryRow>): PlacedColumn<HistoryRow> => {
  if (column.id === 'risk' || column.id === 'edits')
    return { column: { ...column, text: () => '', role: () => undefined }, width }
  return column.id === 'changed' ? { column: { ...column, text: () => 'comparing…' }, width } : { column, width }
}
