import { expect, test } from 'vitest'
import { sparkChart } from '../../../src/domain/charts/spark-chart.ts'
import { lastDays, linesOf } from './chart-lines.ts'

const lines = [
  { name: 'mean', values: [0, 4, 8, undefined, 2, 7] },
  { name: 'p90', values: [8, 8, 8, 8, 8, 8] },
]

test('one row per line on a shared scale, with the selected day below', () => {
  const { rows } = sparkChart({ lines, labels: lastDays(6), selected: 2, width: 40, axis: String })
  expect(linesOf(rows)).toEqual([' mean ▁▅█ ▃█ 8', ' p90  ██████', '       [17 Nov]'])
  expect(rows[0]).toContainEqual({ text: expect.stringMatching(/^█/), role: 'selected' })
  expect(rows[2]).toContainEqual({ text: expect.stringContaining('[17 Nov]'), role: 'selected' })
  const markedDays = (selected: number | undefined, width: number, ...events: boolean[]) =>
    linesOf(sparkChart({ lines, labels: lastDays(6), selected, width, axis: String, events }).rows)[2]
  expect(markedDays(5, 14, true, false, false, false, false, true)).toBe('      [20 Nov]')
  expect(markedDays(undefined, 40, true)).toBe('      15 Nov')
  expect(markedDays(3, 40, true)).toBe('      ◆ [18 Nov]')
  // Not in the space of a label.
  expect(markedDays(undefined, 40, false, false, true)).toBe('      15 Nov')
})

test('in ASCII it is drawn with ASCII characters', () => {
  const { rows } = sparkChart({ lines, labels: lastDays(6), selected: 2, width: 40, axis: String, ascii: true })
  expect(linesOf(rows).slice(0, 2)).toEqual([' mean _=# -# 8', ' p90  ######'])
})

test('a wide chart labels the first and the last day', () => {
  const values = Array.from({ length: 30 }, () => 1)
  const { rows } = sparkChart({ lines: [{ name: 'calls', values }], labels: lastDays(30), selected: 15, width: 60 })
  expect(linesOf(rows)[1]).toBe('       22 Oct        [06 Nov]  20 Nov')
})

test('more days than cells become weeks, with a note', () => {
  const values = Array.from({ length: 90 }, (_, day) => day)
  const { rows, note } = sparkChart({ lines: [{ name: 'calls', values }], labels: lastDays(90), width: 40 })
  expect([note, linesOf(rows)[0]?.trim()]).toEqual(['7 days per column', expect.stringMatching(/^calls +[▁-█]{13}$/)])
})
