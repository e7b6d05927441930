import { expect, test } from 'vitest'
import type { Report, ReportBlock, ReportChart } from '../../../src/domain/report/report.ts'
import { dayChartSvg, reportHtml } from '../../../src/domain/report/report-html.ts'
import { reportMarkdown } from '../../../src/domain/report/report-markdown.ts'
import { hostileFamilies } from '../hostile/families.ts'

const MARKUP = [
  '<script>alert(1)</script>',
  '"><img src=https://evil.example>',
  "' onload='x",
  '&lt;b&gt;',
  '[a](https://evil.example)',
  '|`*_#!',
]

const chart = (values: (number | undefined)[], before?: (number | undefined)[]): ReportChart => ({
  is: 'chart',
  title: 'Credits',
  days: values.map((_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`),
  values,
  before,
  remarks: new Map(),
})

/** The same hostile text in every place of a report. */
const reportOf = (text: string): Report => ({
  title: text,
  period: text,
  source: text,
  sections: [
    {
      title: text,
      missing: text,
      blocks: [
        { is: 'text', text },
        { is: 'figures', figures: [{ name: text, value: text, change: text }] },
        { ...chart([3, undefined], [1, 2]), title: text, remarks: new Map([['2026-11-01', text]]) },
        { is: 'table', title: text, columns: [{ title: text }], rows: [[text]], empty: text },
        { is: 'table', title: text, columns: [], rows: [], empty: text },
        { is: 'list', items: [{ isCritical: true, subject: text, text }], empty: text },
        { is: 'list', items: [], empty: text },
      ],
    },
  ],
})

const skeleton = (html: string): string[] =>
  html.match(/<[^>]*>/g)?.map((tag) => tag.replaceAll(/"[^"]*"/g, '""')) ?? []

test('hostile text adds no tags to the page', () => {
  const plain = skeleton(reportHtml(reportOf('plain')))
  const hostile = [...MARKUP, ...Object.values(hostileFamilies).map((family) => family(3))]
  for (const text of hostile) expect(skeleton(reportHtml(reportOf(text)))).toEqual(plain)
})

test('the page has no scripts, no URLs and a policy that forbids loading', () => {
  const html = reportHtml(reportOf('plain'))
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  expect(html).not.toMatch(/<script|<link|<img|<iframe|https?:|url\(|@import/)
})

test('text in Markdown has no markup and stays on its line', () => {
  const plain = reportMarkdown(reportOf('plain')).split('\n').length
  for (const text of MARKUP) {
    const markdown = reportMarkdown(reportOf(text))
    expect(markdown.split('\n')).toHaveLength(plain)
    expect(markdown).not.toMatch(/<script|<img|(?<!\\)\]\(https/)
  }
})

const pageOf = (block: ReportBlock): string => {
  const sections = [{ title: 'Usage', missing: undefined, blocks: [block] }]
  return reportHtml({ title: 'T', period: 'P', source: 'S', sections })
}

test.each([
  [14, 'the previous period as a line, each day on the same weekday 14 days earlier', '14 days earlier'],
  [30, 'the previous period as a line, each day 30 days earlier, on another weekday', '30 days earlier'],
  [1, 'the previous period as a line, each day 1 day earlier, on another weekday', '1 day earlier'],
])('a chart of %i days names the day that its line compares with', (count, words, heading) => {
  const values = Array.from({ length: count }, (_, at) => at)
  const page = pageOf(chart(values, values))
  expect(page).toContain(`<figcaption>Credits, ${words}</figcaption>`)
  expect(page).toContain(`<th scope="col" class="number">${heading}</th>`)
  expect(pageOf(chart(values))).not.toMatch(/as a line| earlier/)
})

const heights = (svg: string): number[] =>
  [...svg.matchAll(/class="bar[^"]*"[^>]* height="([\d.]+)"/g)].map((match) => Number(match[1]))

test('bars are proportional to their values and stay inside the chart', () => {
  const [a = 0, b = 0, none, c = 0] = heights(dayChartSvg(chart([50, 100, undefined, 25]), 'c'))
  expect(a / b).toBeCloseTo(0.5, 2)
  expect(c / b).toBeCloseTo(0.25, 2)
  expect(none).toBe(0)
  for (const values of [[], [0], [0, 0], [1e-9], [1e15, 1], [undefined]]) {
    const svg = dayChartSvg(chart(values, values), 'c')
    expect(svg).not.toMatch(/NaN|Infinity|[" ]-\d/)
    for (const height of heights(svg)) expect(height).toBeLessThanOrEqual(164)
  }
})

test('days share the width of a chart, and its axis ends at a round number', () => {
  const svg = dayChartSvg(chart([3, 2]), 'c')
  expect([...svg.matchAll(/class="day" x="(\d+)"/g)].map((match) => match[1])).toEqual(['52', '386'])
  const axisOf = (value: number) =>
    [...dayChartSvg(chart([value]), 'c').matchAll(/class="axis"[^>]*>([^<]*)</g)].map((match) => match[1])
  expect(axisOf(3)).toEqual(['0', '2.5', '5'])
  expect(axisOf(1_900)).toEqual(['0', '1,000', '2,000'])
  expect(axisOf(0.25)).toEqual(['0', '0.13', '0.25'])
})

test('a figure shows its change only if there is one', () => {
  const figures = [
    { name: 'Credits', value: '5', change: '+2' },
    { name: 'Users', value: '1', change: undefined },
  ]
  const page = pageOf({ is: 'figures', figures })
  expect(page).toContain('<dt>Credits</dt><dd>5 <small>+2</small></dd>')
  expect(page).toContain('<dt>Users</dt><dd>1</dd>')
})

test('the previous period is a line with gaps for missing days', () => {
  const path = / d="([^"]*)"/.exec(dayChartSvg(chart([1, 2, 3, 4], [1, 2, undefined, 4]), 'c'))?.[1] ?? ''
  expect(path.replaceAll(/[\d. ]/g, '')).toBe('MLM')
})

test('a chart has a description in words', () => {
  expect(dayChartSvg(chart([5, 9]), 'c')).toContain(
    'Credits by day, 2026-11-01 to 2026-11-02; maximum on 2026-11-02, 9.',
  )
  expect(dayChartSvg(chart([undefined]), 'c')).toContain('Credits by day: no data.')
})
