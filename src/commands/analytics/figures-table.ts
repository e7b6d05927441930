import { toTextTable } from '../../domain/output/output.ts'
import { CHANGE, compared, PREVIOUS } from '../../domain/text/delta.ts'
import { type SafeText, safeText } from '../../domain/text/safe-text.ts'
import type { Measure } from '../../domain/usage/measure.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'
import { changeText, figuresTable, markMissing, numberText } from '../output/table-cells.ts'
import type { PrintDeps } from '../output/text-writers.ts'
import type { GroupTotals, RangeFigure, RangeTotals } from './range-totals.ts'
import { missingDaysText } from './range-totals.ts'

/**
 * The totals of a range as one row: its figures by name, the summed nested lists, and the number of missing days and
 * values. With a comparison, each figure is followed by its previous value and its change.
 */
export const totalsRow = (now: RangeTotals, before: RangeTotals | undefined, isCompared: boolean): RawRow => ({
  from: now.range.from,
  to: now.range.to,
  missing_days: now.missingDays,
  ...(isCompared && {
    previous_from: before?.range.from ?? null,
    previous_to: before?.range.to ?? null,
    previous_missing_days: before?.missingDays ?? null,
  }),
  ...figureMembers(now.figures, isCompared ? (before?.figures ?? []) : undefined),
  ...missingValues(now.figures, now.missingDays),
  ...now.lists,
})

/** {@link totalsRow} for a group. The previous values of a group without previous rows are 0. */
export const groupRow = (now: GroupTotals, before: readonly RangeFigure[] | undefined): RawRow => ({
  group_key: now.key ?? null,
  days: now.days,
  ...figureMembers(now.figures, before),
})

const figureMembers = (now: readonly RangeFigure[], before: readonly RangeFigure[] | undefined): RawRow =>
  Object.assign(
    {},
    ...now.map(({ measure: { name, kind }, value }, index) => ({
      [name]: value ?? null,
      ...(before && compared(name, value, before[index]?.value, kind)),
    })),
  )

// `missing_days` counts days without a row. This counts rows that exist but have no value for a figure.
const missingValues = (figures: readonly RangeFigure[], missingDays: number): RawRow => {
  const incomplete = figures
    .filter(({ measure, missing }) => measure.how !== 'last' && missing > missingDays)
    .map(({ measure, missing }) => [measure.name, missing - missingDays])
  return incomplete.length === 0 ? {} : { missing_values: Object.fromEntries(incomplete) }
}

/** The totals of a range as text: one line per figure. */
export const figuresText = (
  now: RangeTotals,
  before: RangeTotals | undefined,
  isCompared: boolean,
  { globals, columns: width }: PrintDeps,
): string => {
  const written = ({ measure, value, missing }: RangeFigure): SafeText =>
    safeText(markMissing(numberText(value, measure.kind), missing))
  const rows = now.figures.map((figure, index) => {
    const earlier = before?.figures[index]
    return [
      safeText(figure.measure.title),
      written(figure),
      earlier ? written(earlier) : safeText(''),
      changeText(figure.value, earlier?.value, { ascii: globals.isAscii, of: figure.measure.kind }),
    ]
  })
  const notes = missingNote(now) + (before ? missingNote(before) : '')
  return figuresTable(rows, isCompared, width) + notes + listsText(now, width)
}

/** Max number of printed entries of a nested list. */
const MAX_ENTRIES = 10

/** The nested breakdowns, one table each: the largest entries, and the number of the others. */
const listsText = ({ lists }: RangeTotals, width: number | undefined): string =>
  Object.entries(lists)
    .filter(([, entries]) => entries.length > 0)
    .map(([member, entries]) => {
      const title = member.toUpperCase().replaceAll('_', ' ')
      const rows = entries.slice(0, MAX_ENTRIES).map(({ user_email: email, ...others }) => {
        const parts = Object.values(others)
        const words = typeof email === 'string' ? [email] : parts.filter((part) => typeof part === 'string')
        return [
          safeText(words.join(' ')),
          numberText(
            parts.find((part) => typeof part === 'number'),
            'count',
          ),
        ]
      })
      const left = entries.length - rows.length
      const more = left > 0 ? `and ${numberText(left, 'count')} more\n` : ''
      return `\n${toTextTable(
        [
          { title, shrinks: true },
          { title: 'SUM', align: 'right' },
        ],
        rows,
        width,
      )}${more}`
    })
    .join('')

const missingNote = ({ range, missingDays, figures }: RangeTotals): string => {
  if (missingDays > 0) return `? ${missingDaysText(missingDays, range).slice(0, -1)}\n`
  return figures.some(({ missing }) => missing > 0)
    ? `? some rows from ${range.from} to ${range.to} have no value\n`
    : ''
}

/** Layout of {@link groupRow}. */
export const groupsLayout = (measures: readonly Measure[], title: string, isCompared: boolean): RowLayout => {
  const columns = measures.flatMap((measure) => {
    const column = { member: measure.name, isSummed: measure.how === 'sum' }
    const own = { ...column, title: measure.title, kind: measure.kind }
    return isCompared ? [own, { ...column, title: 'CHANGE', kind: 'change' as const, of: measure.kind }] : [own]
  })
  return {
    columns: [
      { member: 'group_key', title, kind: 'text' },
      { member: 'days', title: 'DAYS', kind: 'count' },
      ...columns,
    ],
    members: ['group_key', 'days', ...figureNames(measures, isCompared)],
  }
}

/** The member names of figures, each followed by those of its comparison. */
export const figureNames = (measures: readonly Measure[], isCompared: boolean): string[] =>
  measures.flatMap(({ name }) => (isCompared ? [name, name + PREVIOUS, name + CHANGE] : [name]))
