import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { joinDays } from '../../../src/domain/calendar/spans.ts'
import { barChart } from '../../../src/domain/charts/bar-chart.ts'
import { describeChart } from '../../../src/domain/charts/describe-chart.ts'
import { sparkline } from '../../../src/domain/charts/sparkline.ts'
import { type CreditPrice, moneyOf } from '../../../src/domain/money/price.ts'
import {
  type FieldName,
  fields,
  isSumField,
  ROW_WORD_FIELDS,
  type SumField,
} from '../../../src/domain/people/field-table.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import type { PersonDetail } from '../../../src/domain/people/person-detail.ts'
import type { WordDays } from '../../../src/domain/people/person-words.ts'
import { counted, decimal, fullNumber, NONE, rangeLabel, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { joinFitting, justify } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText, chartLines } from '../../kit/charts/chart-text.ts'
import { tabText } from '../../kit/screen/tab-text.ts'
import { moveText, percentText, rankText, sumText } from '../shared/cells.ts'

/** Rows of {@link personLines}. */
export const PERSON_ROWS = 5

const WIDEST = 24
const MIN_WEEKS = 3

const USAGE_FIELDS = ['credits', 'tools', 'sessions', 'messages', 'asked', 'answered', 'autonomy'] as const
const OUTPUT_FIELDS = ['commits', 'prs', 'created', 'edited', 'mcp', 'skills', 'slash', 'hooks'] as const
/** Figures without a change next to them. */
const FIELDS_WITHOUT_CHANGE: readonly SumField[] = ['asked', 'answered', 'autonomy']
/** Labels that differ from the field name. */
const LABELS: Partial<Record<SumField, string>> = {
  asked: 'prompts',
  answered: 'replies',
  autonomy: 'tools per message',
  prs: 'pull requests',
  created: 'files created',
}

type PersonFigures = {
  isExact: boolean
  /** Credits have their cost next to them, if it is known. */
  price: CreditPrice | undefined
}

/** A person in five rows: name and rank, usage, output, models and modes, and rank by week. */
export const personLines = (
  detail: PersonDetail,
  { isExact, price }: PersonFigures,
  width: number,
  theme: Theme,
): string[] => {
  const money = moneyOf(detail.totals.credits.now.value, price)
  const cost = price && money !== undefined ? ` (${decimal(money, 2)} ${safeText(price.currency)})` : ''
  const figure = (name: SumField): string => {
    const { now, before, delta } = detail.totals[name]
    const isPartial = now.missing + (before?.missing ?? 0) > 0
    const change = FIELDS_WITHOUT_CHANGE.includes(name) ? '' : changeText(delta, theme, isPartial)
    return `${theme.muted(LABELS[name] ?? name)} ${sumText(now, WIDEST)}${name === 'credits' ? cost : ''}${change ? theme.muted(` ${change}`) : ''}`
  }
  const words = (label: string, found: readonly WordDays[]): string =>
    `${theme.muted(label)} ${found.length === 0 ? UNKNOWN : found.map(({ word, days }) => `${safeText(word)} ${theme.muted(String(days))}`).join('  ')}`
  const { name, id, rank, move, share, people, days, unloaded } = detail
  const moved = move === undefined || !isExact ? '' : ` ${theme.muted(moveText(move, undefined))}`
  const among = `${theme.muted('of')} ${fullNumber(people)}${isExact ? '' : theme.warn(' loaded')} ${theme.muted('by credits')}`
  const weeks = detail.ranksByWeek.map((week) =>
    week.rank === undefined ? NONE : rankText(week.rank, WIDEST, isExact),
  )
  // Rank 1 is the highest bar. With fewer than three weeks there is no sparkline.
  const heights = detail.ranksByWeek.map((week) => (week.rank === undefined ? undefined : people + 1 - week.rank))
  const bars = weeks.length < MIN_WEEKS ? '' : sparkline(heights, { max: people, ascii: theme.isAscii })
  const active = sumText(detail.totals.days.now, WIDEST)
  const rows = [
    [
      theme.strong(safeText(name)),
      ...(id === name ? [] : [theme.muted(safeText(id))]),
      `${theme.strong(rank === undefined ? UNKNOWN : `#${rankText(rank, WIDEST, isExact)}`)}${moved} ${among}`,
      `${theme.strong(percentText(share, isExact))} ${theme.muted(`of ${detail.shareOf}`)}`,
    ],
    USAGE_FIELDS.map(figure),
    [
      `${theme.muted('active')} ${active} ${theme.muted(`of ${counted(days.length, 'day')}`)}`,
      ...(unloaded.length === 0 ? [] : [theme.warn(`${joinDays(unloaded).map(rangeLabel).join(' and ')} not loaded`)]),
      ...OUTPUT_FIELDS.map(figure),
    ],
    ROW_WORD_FIELDS.map((field) => words(field, detail.words[field])),
    [
      ...(weeks.length > 1
        ? [`${theme.muted('rank week by week')} ${bars ? `${theme.accent(bars)} ` : ''}${weeks.join(' ')}`]
        : []),
      words('languages', detail.languages),
    ],
  ]
  return rows.map((parts) => ` ${joinFitting(parts, width - 2, '   ')}`)
}

type PersonChart = {
  board: Leaderboard
  entry: number
  /** The field of the chosen column. If it has no sum, the chart shows credits. */
  field: FieldName
  day: Day | undefined
}

const chartField = (field: FieldName) => (isSumField(field) ? field : 'credits')

/** A person's days as bars, with the previous period as dots. */
export const personChart = (
  { board, entry, field, day }: PersonChart,
  width: number,
  height: number,
  theme: Theme,
): { lines: string[]; dayAt: (cell: number) => Day | undefined } => {
  const charted = chartField(field)
  const values = board.seriesAt(charted, entry)
  if (theme.isLinear)
    return {
      lines: [describeChart({ name: fields[charted].longLabel, values, labels: board.days, text: fullNumber })],
      dayAt: () => undefined,
    }
  const chart = barChart({
    values,
    ghost: board.seriesBeforeAt(charted, entry),
    labels: board.days,
    selected: day === undefined ? undefined : board.days.indexOf(day),
    width,
    height,
    ascii: theme.isAscii,
  })
  return { lines: chartLines(chart, theme), dayAt: (cell) => board.days[chart.dayAt?.(cell) ?? -1] }
}

/** The measure in the chart, and the number of hidden columns. */
export const chartTitle = (field: FieldName, hidden: number, width: number, theme: Theme): string => {
  const more = hidden > 0 ? `h/l measure, ${hidden} more ${hidden === 1 ? 'column' : 'columns'} ` : 'h/l measure '
  return justify(` ${tabText(`${fields[chartField(field)].longLabel} by day`, true, theme)}`, theme.muted(more), width)
}
