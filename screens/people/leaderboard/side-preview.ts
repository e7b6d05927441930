import { daysOf } from '../../../src/domain/calendar/calendar.ts'
import { barChart } from '../../../src/domain/charts/bar-chart.ts'
import { fields, type RowWordField, type SumField } from '../../../src/domain/people/field-table.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { fullNumber, NONE, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { cutStyled, padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { chartLines } from '../../kit/charts/chart-text.ts'
import { meanText, percentText, sumChange, sumText } from '../shared/cells.ts'
import type { LoadedPeople } from '../shared/use-people.ts'

type Size = { width: number; height: number }

/** Cells of a label, and of a figure, so that figures stand below each other. */
const LABEL_CELLS = 15
const FIGURE_CELLS = 15
/** Rows of the chart of credits by day. */
const MIN_CHART_ROWS = 7
const MAX_CHART_ROWS = 16

const figures = [
  ...['sessions', 'messages', 'asked', 'tools', 'autonomy', 'commits', 'prs', 'created', 'edited'],
  ...['mcp', 'skills', 'slash', 'hooks'],
] as readonly SumField[]
const words = ['model', 'tier', 'mode'] as const satisfies readonly RowWordField[]

/** A person next to the list: every measure, the languages, and the credits of each day as a bar chart. */
export const sidePreviewLines = (
  { board, salt, isExact }: Pick<LoadedPeople, 'board' | 'salt' | 'isExact'>,
  entry: number,
  { width, height }: Size,
  theme: Theme,
): string[] => {
  const fact = (label: string, text: string): string => `${theme.muted(label.padEnd(LABEL_CELLS))}${text}`
  const [name, id] = [board.nameAt(entry), board.idAt(entry)]
  const credits = board.sumAt('credits', entry)
  const change = sumChange(credits, board.beforeAt('credits', entry), theme)
  const figureText = (field: SumField): string => {
    const sum = board.sumAt(field, entry)
    const isRatio = fields[field].figure === 'ratio'
    return fact(fields[field].label, isRatio ? meanText(sum) : sumText(sum, FIGURE_CELLS))
  }
  const wordOf = (field: RowWordField): string => {
    const word = board.wordAt(field, entry)
    return fact(field, word === undefined ? (board.isActive(entry) ? UNKNOWN : NONE) : safeText(word))
  }
  const languages = board
    .wordsAt('lang', entry)
    .map(({ word, days }) => `${safeText(word)} ${days}`)
    .join('  ')
  const head = [
    ...wrapText(safeText(name), width).map(theme.strong),
    ...(salt !== undefined || id === name ? [] : wrapText(safeText(id), width).map(theme.muted)),
    '',
    `${fact('credits', sumText(credits, FIGURE_CELLS))}  ${change}`,
    fact('share', percentText(board.numberAt('share', entry), isExact)),
    fact('days active', `${sumText(board.sumAt('days', entry), FIGURE_CELLS)} of ${fullNumber(board.days.length)}`),
  ]
  const measures = inColumns(figures.map(figureText), width)
  const rest = [
    ...inColumns(words.map(wordOf), width),
    ...wrapText(languages, width - LABEL_CELLS).map((line, y) => fact(y === 0 ? 'languages' : '', line)),
  ]
  const rows = Math.min(MAX_CHART_ROWS, height - head.length - measures.length - rest.length - 1)
  const chart = rows < MIN_CHART_ROWS ? [] : ['', ...creditsChart(board, entry, { width, height: rows }, theme)]
  return [...head, ...measures, ...rest, ...chart].slice(0, height).map((line) => cutStyled(line, width))
}

/** Facts below each other, in two columns if there is room. */
const inColumns = (facts: readonly string[], width: number): string[] => {
  const cells = LABEL_CELLS + FIGURE_CELLS
  if (width < 2 * cells) return [...facts]
  const half = Math.ceil(facts.length / 2)
  return facts.slice(0, half).map((left, y) => `${padStyled(left, cells)}${facts[half + y] ?? ''}`)
}

const creditsChart = (
  board: LoadedPeople['board'],
  entry: number,
  { width, height }: Size,
  theme: Theme,
): readonly string[] => {
  const labels = daysOf(board.range)
  const values = board.seriesAt('credits', entry)
  const ghost = board.seriesBeforeAt('credits', entry)
  const chart = barChart({ labels, values, ghost, width, height: height - 1, ascii: theme.isAscii })
  return [theme.muted('credits by day'), ...chartLines(chart, theme)]
}
