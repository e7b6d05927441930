import { expect, test } from 'vitest'
import { describeChart } from '../../../src/domain/charts/describe-chart.ts'

const labels = ['2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15']
const words = { name: 'credits', labels, text: String }

test('a chart description has the minimum, maximum, last value and unusual days', () => {
  expect(describeChart({ ...words, values: [20, 90, 5, 90], marks: [false, true, false, false] })).toBe(
    'credits, 12 Nov Thu to 15 Nov Sun: lowest 5 on 14 Nov Sat, highest 90 on 13 Nov Fri, last 90 on 15 Nov Sun; unusual: 13 Nov Fri',
  )
})

test('days without data are counted, and a chart without data has its own text', () => {
  expect(describeChart({ ...words, values: [20, undefined, 5, undefined] })).toContain(
    'last 5 on 14 Nov Sat; 2 days without data; nothing unusual',
  )
  expect(describeChart({ ...words, values: [] })).toBe('credits: no data.')
})
