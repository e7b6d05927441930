import { bucket, largest, sparkline } from '../../../src/domain/charts/sparkline.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { fields } from '../../../src/domain/people/people-fields.ts'
import type { MarkedMeasure, MarkedPeople } from '../../../src/domain/people/people-marks.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { NONE, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText } from '../../kit/charts/change-text.ts'
import { COLUMN_GAP, type MarkedColumns, NARROWEST_COLUMN } from '../../kit/list/marked-columns.ts'
import { nameText, sumText, wordsText } from '../shared/cells.ts'

/** Cells of what a row is called. */
export const LABEL_CELLS = 15
const DELTA_CELLS = 9

/** The names above the columns, the chosen one in another style. */
export const markedNames = (
  { names }: MarkedPeople,
  chosen: number,
  { first, count, cells }: MarkedColumns,
  theme: Theme,
): string => {
  const texts = names.slice(first, first + count).map((name, index) => {
    const text = fit(nameText(name, cells), cells, 'right')
    return first + index === chosen ? theme.accent(text) : theme.strong(text)
  })
  return `${' '.repeat(LABEL_CELLS)}${texts.join(COLUMN_GAP)}`
}

/** A row for each measure and word of marked people. */
export const markedRows = (
  board: Leaderboard,
  marked: MarkedPeople,
  { first, count, cells }: MarkedColumns,
  theme: Theme,
): { id: string; line: string }[] => {
  const inWindow = <Value>(values: readonly Value[]): readonly Value[] => values.slice(first, first + count)
  const row = (id: string, label: string, texts: readonly string[]) => ({
    id,
    line: `${theme.muted(fit(label, LABEL_CELLS))}${texts.join(COLUMN_GAP)}`,
  })
  const max = largest(marked.entries.flatMap((entry) => board.seriesAt('credits', entry)))
  const sparklineOf = (entry: number): string => {
    const text = sparkline(bucket(board.seriesAt('credits', entry), cells), { max, ascii: theme.isAscii })
    return theme.accent(fit(text, cells, 'right'))
  }
  const rightOf = (text: string): string => fit(text, cells, 'right')
  return [
    row('sparkline', 'credits by day', inWindow(marked.entries).map(sparklineOf)),
    ...marked.measures.map((measure) => {
      const { name, label, isPart } = fields[measure.field]
      const texts = inWindow(marked.entries).map((_, index) => measureText(measure, first + index, cells, theme))
      return row(name, isPart ? `  ${label}` : label, texts)
    }),
    ...marked.words
      .filter(({ field }) => field !== 'state' || board.previous !== undefined)
      .map(({ field, values }) => {
        const texts = inWindow(values).map((word) => rightOf(word === undefined ? UNKNOWN : safeText(word)))
        return row(field, fields[field].label, texts)
      }),
    row(
      'lang',
      fields.lang.label,
      inWindow(marked.languages).map((own) => rightOf(wordsText(own, cells) || NONE)),
    ),
  ]
}

/** A sum, bold where it is the largest, and its change where there is room. */
const measureText = (measure: MarkedMeasure, index: number, cells: number, theme: Theme): string => {
  const sum = measure.sums[index]
  if (!sum) return fit('', cells)
  const hasRoom = cells >= NARROWEST_COLUMN + 6
  const valueCells = hasRoom ? cells - DELTA_CELLS - 1 : cells
  const value = fit(sumText(sum, valueCells), valueCells, 'right')
  const change = hasRoom ? ` ${fit(changeText(measure.deltas[index], theme), DELTA_CELLS, 'right')}` : ''
  return `${measure.most === index ? theme.strong(value) : value}${theme.muted(change)}`
}
