import { useMemo } from 'react'
import { shownOf } from '../../src/cache/pane.ts'
import { barChart } from '../../src/domain/bar-chart.ts'
import { breakdownByModel, breakdownByPerson } from '../../src/domain/breakdown.ts'
import { addDays, daysOf, lengthOf, type Range } from '../../src/domain/calendar.ts'
import { compareSums, explainDay } from '../../src/domain/comparison.ts'
import { noCreditDays } from '../../src/domain/credit-days.ts'
import { fullNumber, percent } from '../../src/domain/format.ts'
import { bucket, largest } from '../../src/domain/sparkline.ts'
import { creditTotals, seriesOf } from '../../src/domain/totals.ts'
import type { Binding } from '../../src/ui/bindings.ts'
import { apart, asManyAsFit, filled, padStyled } from '../../src/ui/columns.ts'
import { createRowTexts, headingRow, placeColumns } from '../../src/ui/data-table.ts'
import { Body } from '../../src/ui/rows.tsx'
import type { Theme } from '../../src/ui/theme.ts'
import { useKeys } from '../../src/ui/use-keys.ts'
import { changeText } from '../change-text.ts'
import { useCreditDays } from '../credit-days.ts'
import { listHandlers, listKeys, useList } from '../list.ts'
import type { Screen, ScreenProps } from '../screen.ts'
import { useKept, useReport, useSession } from '../session.ts'
import { failedLines, failuresOf } from '../states.ts'
import { usePatience } from '../ticks.ts'
import { useFilter } from '../use-filter.ts'
import { useRange } from '../use-range.ts'
import { type By, mostCredits, type Sort, type SortId, sortedRows, usageColumns, usageRows } from './breakdown-table.ts'
import { chartLines } from './chart-lines.ts'
import { dayLines } from './day-lines.ts'

const keys = [
  ...listKeys,
  { keys: ['h', 'Left'], action: 'earlier', help: 'the day before', group: 'Move', hint: 'day', hintKey: 'h/l' },
  { keys: ['l', 'Right'], action: 'later', help: 'the day after', group: 'Move' },
  { keys: ['Tab', 'S-Tab'], action: 'by', help: 'by model or by person', group: 'Shape', hint: 'by model/person' },
  { keys: ['/'], action: 'filter', help: 'filter the rows by name', group: 'Find', hint: 'filter' },
  { keys: ['s c'], action: 'sortCredits', help: 'sort by credits', group: 'Shape', hint: 'sort', hintKey: 's' },
  { keys: ['s n'], action: 'sortName', help: 'sort by name', group: 'Shape' },
  { keys: ['s d'], action: 'sortDelta', help: 'sort by delta', group: 'Shape' },
  { keys: ['s i'], action: 'sortInput', help: 'sort by input tokens', group: 'Shape' },
  { keys: ['s o'], action: 'sortOutput', help: 'sort by output tokens', group: 'Shape' },
] as const satisfies readonly Binding[]

const Usage = ({ width, height }: ScreenProps) => {
  const session = useSession()
  const { theme } = session
  const { range, previous, arguments: rangeArguments } = useRange()
  const { from, to } = range
  const { pane, days, hasHistory, panes } = useCreditDays(range)

  const [by, setBy] = useKept<By>('by', 'model')
  const [sort, setSort] = useKept<Sort>('sort', mostCredits)
  const filter = useFilter()
  const [chosen, setChosen] = useKept<string | undefined>('day', undefined)

  const compared = hasHistory ? previous : undefined
  const { totals, comparison, series, ghost } = useMemo(() => {
    const rows = (days ?? noCreditDays).days
    return {
      totals: creditTotals(rows, range),
      comparison: compared && compareSums(rows, range, 'billable_tokens'),
      series: seriesOf(rows, range, 'billable_tokens'),
      ghost: compared && seriesOf(rows, compared, 'billable_tokens'),
    }
  }, [days, range, compared])
  const breakdown = useMemo(() => {
    const known = days ?? noCreditDays
    const of = (wanted: Range) =>
      by === 'model' ? breakdownByModel(known.days, wanted) : breakdownByPerson(known, wanted)
    return usageRows(of(range), compared && of(compared))
  }, [by, days, range, compared])
  const rows = useMemo(() => sortedRows(breakdown, sort, filter.text), [breakdown, sort, filter.text])

  const labels = useMemo(() => daysOf(range), [range])
  const day = chosen !== undefined && chosen >= from && chosen <= to ? chosen : to
  const explanation = useMemo(() => (days && hasHistory ? explainDay(day, days) : undefined), [days, hasHistory, day])

  const isOld = usePatience(panes.some((one) => one.is === 'loading' && one.old !== undefined))
  const aged = isOld ? theme.dim : asItIs

  const chartHeight = Math.min(14, Math.max(4, Math.floor(height * 0.36)))
  const dayRows = height >= 14 ? 2 : 1
  const room = height - chartHeight - dayRows - 3
  const failures = failuresOf(panes).flatMap((error) => failedLines(error, width, theme, room))
  const listHeight = Math.max(0, room - failures.length)
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const list = useList(`row:${by}`, ids, listHeight)

  const chart = useMemo(
    () =>
      barChart({
        values: series,
        ...(ghost && { ghost }),
        labels,
        selected: labels.indexOf(day),
        width,
        height: chartHeight,
        ascii: theme.isAscii,
      }),
    [series, ghost, labels, day, width, chartHeight, theme],
  )
  const plot = useMemo(() => chartLines(chart, theme).map(aged), [chart, theme, aged])
  const table = useMemo(() => {
    const scale = largest(rows.map((row) => largest(bucket(row.series, courseCells(width)))))
    return placeColumns(
      usageColumns(by, scale, Math.min(lengthOf(range), courseCells(width)), lengthOf(range), theme),
      rows,
      width - 2,
    )
  }, [rows, by, range, theme, width])

  const rowText = useMemo(() => createRowTexts(table, theme), [table, theme])

  const sortBy = (id: SortId) => () =>
    setSort((before) => ({ id, isDescending: before.id === id ? !before.isDescending : id !== 'name' }))
  const step = (by: number) => () => {
    const next = addDays(day, by)
    if (next >= from && next <= to) setChosen(next)
  }
  useKeys(keys, {
    ...listHandlers(list, listHeight, rows.length),
    earlier: step(-1),
    later: step(1),
    by: () => setBy(by === 'model' ? 'person' : 'model'),
    filter: filter.open,
    sortCredits: sortBy('credits'),
    sortName: sortBy('name'),
    sortDelta: sortBy('delta'),
    sortInput: sortBy('input'),
    sortOutput: sortBy('output'),
  })
  useReport('usage', {
    crumbs: [`credits by ${by}`],
    command: `analytics tokens${by === 'model' ? ' --group-by model' : ''} ${rangeArguments}`,
    fieldKeys: filter.fieldKeys,
    panes,
  })

  const known = shownOf(pane) !== undefined
  const total = known ? fullNumber(totals.billable.value) : '…'
  // Days without data, or with a member that could not be read, are missing from the sum.
  const hasData = totals.billable.value !== undefined
  const isPartial = hasData && (totals.missingDays > 0 || totals.billable.missing > 0)
  const partial = known && isPartial ? theme.warn('?') : ''
  const cache = totals.cacheShare === undefined ? '' : `cache ${percent(totals.cacheShare, 0)}`
  const title = apart(
    ` ${(['model', 'person'] as const).map((one) => (one === by ? theme.accent(`[by ${one}]`) : theme.muted(` by ${one} `))).join(' ')}`,
    `${asManyAsFit(
      [
        `${theme.muted('total')} ${theme.strong(total)}${partial} ${changeText(comparison?.delta, theme)}`,
        ...(chart.note ? [theme.muted(chart.note)] : []),
        `${theme.muted('median day')} ${known ? fullNumber(totals.medianDay === undefined ? undefined : Math.round(totals.medianDay)) : '…'}`,
        `${theme.muted(cache)}`,
      ],
      width - 26,
      '   ',
    )} `,
    width,
  )
  const explained = dayLines(day, explanation, width, theme)
  const about = dayRows === 2 ? explained : [explained[0]]
  const shown = rows.slice(list.top, list.top + listHeight).map((row, y) => {
    const text = aged(rowText(row))
    if (list.top + y !== list.selected) return ` ${text}`
    return theme.selected(padStyled(`${theme.accent(theme.signs.bar)}${text}`, width))
  })
  const body = rows.length > 0 ? shown : failures.length > 0 ? [] : [emptyLine(known, filter.isActive, hasData, theme)]
  const lines = [
    title,
    ...filled(known ? plot : [], chartHeight),
    ...(known ? about : about.map(() => '')),
    filter.divider(rows.length, breakdown.length, width, theme),
    ` ${headingRow(table, sort, theme)}`,
    ...failures,
    ...body,
  ]
  return <Body lines={lines} height={height} />
}

const asItIs = (text: string): string => text

/** Cells for the course of a row: more where there is room to spare. */
const courseCells = (width: number): number => (width < 140 ? 14 : Math.min(60, width - 90))

const emptyLine = (isKnown: boolean, isFiltered: boolean, hasData: boolean, theme: Theme): string => {
  if (!isKnown) return ` ${theme.muted('loading credits')}`
  if (isFiltered) return ` ${theme.muted('No row has this in its name: Esc shows all.')}`
  return ` ${theme.muted(`${hasData ? 'No credits were used on' : 'There is no data for'} these days: t chooses others.`)}`
}

export const usage: Screen = {
  title: 'Usage',
  key: '2',
  letter: 'u',
  summary: 'what was used, by whom and why it moved',
  notes: [
    'Credits are the standard credits of the API; IN and OUT are raw tokens. cache is the share of what models read that came from the prompt cache.',
    '% is a row’s part of the credits of the days themselves; the rows of a breakdown need not add up to them.',
    'The courses of a column share one scale, from zero to its highest; a gap is a day without data.',
    'Dots behind the bars are the days before, in the same order.',
    'A day is judged against the median of its weekday in the eight weeks before, three of which must have data; what moved is told by model and by person, each against its own median.',
  ],
  keys,
  Component: Usage,
}
