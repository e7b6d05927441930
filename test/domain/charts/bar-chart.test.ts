import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysOf } from '../../../src/domain/calendar/calendar.ts'
import { barChart } from '../../../src/domain/charts/bar-chart.ts'
import { lineChart } from '../../../src/domain/charts/line-chart.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { forMany } from '../../helpers/for-all.ts'
import { lastDays, linesOf, textOf } from './chart-lines.ts'

const value = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: 0, max: 1e9, noNaN: true }) },
  fc.constantFrom(undefined, null, 0, -5, 1e-9, 1e300),
)

test('every row of bars and lines has exactly the given width, whatever the values', () => {
  forMany(
    300,
    fc.array(fc.array(value, { maxLength: 320 }), { minLength: 1, maxLength: 3 }),
    fc.integer({ min: 30, max: 220 }),
    fc.integer({ min: 4, max: 24 }),
    fc.boolean(),
    fc.option(fc.nat({ max: 320 }), { nil: undefined }),
    (series, width, height, ascii, selected) => {
      const values = series[0] ?? []
      const labels = lastDays(Math.max(...series.map(({ length }) => length)))
      const size = { labels, width, height, ascii, selected }
      const marks = values.map((_, index) => index % 5 === 0)
      const lines = series.map((each, index) => ({ name: `line ${index}`, values: each }))
      const charts = [
        barChart({ ...size, values, ghost: values.toReversed(), marks }),
        lineChart({ ...size, lines, ghost: values }),
      ]
      for (const { rows } of charts) {
        expect(rows).toHaveLength(height)
        for (const row of rows) expect(textWidth(textOf(row))).toBe(width)
        if (ascii) expect(/^[\x20-\x7e]*$/.test(rows.map(textOf).join(''))).toBe(true)
      }
    },
  )
})

const values = [500, 1000, 62.5, 0, 937.5, undefined]
const labels = lastDays(6)

test('bars are exact to an eighth of a row, the previous period is dotted, marks and the selected day are highlighted', () => {
  const { rows, note } = barChart({
    values,
    ghost: [600, 800, undefined, 100, 0, 400],
    marks: [false, true],
    selected: 4,
    labels,
    width: 36,
    height: 8,
  })
  expect(linesOf(rows)).toEqual([
    '      │',
    '      │     !',
    '1,000 ┤     ██          ▆▆',
    '      │     ██·         ██',
    '  500 ┤ ██· ██·         ██  ···',
    '      │ ██· ██· ▂▂      ██  ···',
    '    0 ┼─┬───┬───┬───┬───┬──',
    '        15  16  17  18 [19] 20',
  ])
  expect(note).toBeUndefined()
  expect(rows[1]).toContainEqual({ text: expect.stringMatching(/^! *$/), role: 'mark' })
  expect(rows[2]).toEqual([
    { text: '1,000 ┤     ', role: 'axis' },
    { text: '██          ', role: 'bar' },
    { text: '▆▆          ', role: 'selected' },
  ])
  expect(rows[7]).toContainEqual({ text: '[19] ', role: 'selected' })
})

test('ASCII draws the same chart', () => {
  const { rows } = barChart({ values, labels, width: 36, height: 6, ascii: true })
  expect(linesOf(rows)[2]).toBe('  500 + ##  ##          ##')
  expect(linesOf(rows)[0]).toMatch(/## {10}\+\+$/)
})

test('the first day of a month shows the month', () => {
  const days = daysOf({ from: '2026-10-30', to: '2026-11-02' })
  const { rows } = barChart({ values: [1, 1, 1, 1], labels: days, width: 40, height: 4 })
  expect(linesOf(rows)[3]).toMatch(/^ +30 +31 +Nov +02$/)
})

test('with little space, every n-th day has a label, counted back from the last', () => {
  const axisOf = (count: number, width: number) => {
    const days = lastDays(count)
    return linesOf(barChart({ values: days.map(() => 1), labels: days, width, height: 4 }).rows)[3]
  }
  expect([axisOf(10, 28), axisOf(18, 28), axisOf(8, 30)]).toEqual([
    '     12  14  16  18  20',
    '     05   10   15   20',
    '   13 14 15 16 17 18 19 20',
  ])
})

test('more days than cells become weeks, with a note', () => {
  const days = lastDays(90)
  const { rows, note } = barChart({ values: days.map(() => 100), selected: 89, labels: days, width: 60, height: 4 })
  expect(note).toBe('7 days per column')
  expect(linesOf(rows)[3]).toBe('             Sep             Oct                   [Nov 14]')
  expect(linesOf(rows)[0]?.match(/█+/g)).toHaveLength(13)
})

test('a value above zero has a bar', () => {
  const { rows } = barChart({ values: [1, 1_000_000], labels: lastDays(2), width: 30, height: 6 })
  expect(linesOf(rows)[3]).toContain('▁')
})

test('the axis has round numbers', () => {
  const axisOf = (max: number) =>
    linesOf(barChart({ values: [max], labels: lastDays(1), width: 30, height: 6 }).rows)
      .map((line) => line.trim().split(/ [┤┼]/)[0])
      .filter((_, row) => row % 2 === 0)
  expect(axisOf(203_400)).toEqual(['240k', '120k', '0'])
  expect(axisOf(1_284_320)).toEqual(['1.5M', '750k', '0'])
  expect(axisOf(7)).toEqual(['8', '4', '0'])
  expect(axisOf(0.4)).toEqual(['0.4', '0.2', '0'])
  expect(axisOf(0)).toEqual(['2', '1', '0'])
})

test('a chart with three rows has one value on its axis', () => {
  const { rows } = barChart({ values: [9, 3], marks: [true, false], labels: lastDays(2), width: 20, height: 6 })
  expect(linesOf(rows)).toEqual([
    '   │   !',
    '10 ┤  ▆▆▆▆',
    '   │  ████',
    '   │  ████    ▇▇▇▇',
    ' 0 ┼───┬───────┬────',
    '       19      20',
  ])
})

test('the axis marks days with an event, and is thick up to the day of an "as of" view', () => {
  const events = [false, true]
  const options = { values: [1, undefined, 1, 1], labels: lastDays(4), width: 30, height: 4, events, knownDays: 1 }
  const { rows, dayAt } = barChart(options)
  expect(linesOf(rows).slice(2)).toEqual(['0 ┼━━┬━━━  ◆   ──┬─────┬───', '     17    18    19    20'])
  expect([2, 3, 8, 9, 26, 27].map((cell) => dayAt?.(cell))).toEqual([undefined, 0, 0, 1, 3, undefined])
})

test('a mark has its own row if the bars have two others, and days without a value have no column', () => {
  const rowsOf = (height: number) =>
    linesOf(barChart({ values: [4], marks: [true], labels: lastDays(2), width: 20, height }).rows)
  expect(rowsOf(4)).toEqual(['4 ┤  ███!████', '  │  ████████', '0 ┼─────┬───────', '        19'])
  expect(rowsOf(5).slice(0, 3)).toEqual(['  │     !', '4 ┤  ████████', '  │  ████████'])
})

test('a bar that dwarfs the others ends at the top of the axis, with a sign and its value above it', () => {
  const chart = (ascii: boolean, day: number, width: number) => {
    const values = [40, 50, 60, 70, 80]
    values[day] = 5000
    return linesOf(barChart({ values, labels: lastDays(5), width, height: 8, ascii }).rows)
  }
  expect(chart(false, 1, 40)).toEqual([
    '   │',
    '   │         ⇡5,000',
    '80 ┤        ████          ▄▄▄▄   ████',
    '   │        ████   ████   ████   ████',
    '40 ┤ ████   ████   ████   ████   ████',
    '   │ ████   ████   ████   ████   ████',
    ' 0 ┼──┬──────┬──────┬──────┬──────┬────',
    '      16     17     18     19     20',
  ])
  // At the right edge the value is before the sign.
  expect(chart(true, 4, 25).slice(0, 3)).toEqual(['   |', '   |            5,000H', '80 +             ::  ##'])
})
