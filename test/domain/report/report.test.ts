import { expect, test } from 'vitest'
import type { Report, ReportChart } from '../../../src/domain/report/report.ts'
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
        {
          is: 'chart',
          title: text,
          days: ['2026-11-01', '2026-11-02'],
          values: [3, undefined],
          before: [1, 2],
          remarks: new Map([['2026-11-01', text]]),
        },
        { is: 'table', title: text, columns: [{ title: text }], rows: [[text]], empty: text },
        { is: 'table', title: text, columns: [], rows: [], empty: text },
        { is: 'list', items: [{ isGrave: true, subject: text, text }], empty: text },
        { is: 'list', items: [], empty: text },
      ],
    },
  ],
})

const skeleton = (html: string): string[] =>
  html.match(/<[^>]*>/g)?.map((tag) => tag.replaceAll(/"[^"]*"/g, '""')) ?? []

test('whatever a text holds, the page has the tags that it has with a plain one', () => {
  const plain = skeleton(reportHtml(reportOf('plain')))
  const hostile = [...MARKUP, ...Object.values(hostileFamilies).map((family) => family(3))]
  for (const text of hostile) expect(skeleton(reportHtml(reportOf(text)))).toEqual(plain)
})

test('the page loads nothing: no script, no address, and a policy that forbids it', () => {
  const html = reportHtml(reportOf('plain'))
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  expect(html).not.toMatch(/<script|<link|<img|<iframe|https?:|url\(|@import/)
})

test('in Markdown a text is no markup, and stays on its line', () => {
  const plain = reportMarkdown(reportOf('plain')).split('\n').length
  for (const text of MARKUP) {
    const markdown = reportMarkdown(reportOf(text))
    expect(markdown.split('\n')).toHaveLength(plain)
    expect(markdown).not.toMatch(/<script|<img|(?<!\\)\]\(https/)
  }
})

const chart = (values: (number | undefined)[], before?: (number | undefined)[]): ReportChart => ({
  is: 'chart',
  title: 'Credits',
  days: values.map((_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`),
  values,
  before,
  remarks: new Map(),
})

const pageOf = (block: ReportChart): string =>
  reportHtml({
    title: 'T',
    period: 'P',
    source: 'S',
    sections: [{ title: 'Usage', missing: undefined, blocks: [block] }],
  })

test.each([
  [14, 'the previous period as a line, each day on the same weekday 14 days earlier', '14 days earlier'],
  [30, 'the previous period as a line, each day 30 days earlier, on another weekday', '30 days earlier'],
  [1, 'the previous period as a line, each day 1 day earlier, on another weekday', '1 day earlier'],
])('of %i days the chart says which day the line has for each', (count, words, heading) => {
  const values = Array.from({ length: count }, (_, at) => at)
  const page = pageOf(chart(values, values))
  expect(page).toContain(`<figcaption>Credits, ${words}</figcaption>`)
  expect(page).toContain(`<th scope="col" class="number">${heading}</th>`)
  expect(pageOf(chart(values))).not.toMatch(/as a line| earlier/)
})

const heights = (svg: string): number[] =>
  [...svg.matchAll(/class="bar[^"]*"[^>]* height="([\d.]+)"/g)].map((match) => Number(match[1]))

test('bars are as high as their values, a missing day has none, and none leaves the chart', () => {
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

test('the period before is a line with gaps where days are missing', () => {
  const path = / d="([^"]*)"/.exec(dayChartSvg(chart([1, 2, 3, 4], [1, 2, undefined, 4]), 'c'))?.[1] ?? ''
  expect(path.replaceAll(/[\d. ]/g, '')).toBe('MLM')
})

test('a chart says in words what it shows', () => {
  expect(dayChartSvg(chart([5, 9]), 'c')).toContain(
    'Credits by day, 2026-11-01 to 2026-11-02; the most on 2026-11-02, 9.',
  )
  expect(dayChartSvg(chart([undefined]), 'c')).toContain('nothing is known')
})
