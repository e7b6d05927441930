import { counted, fullNumber, monthLabel, shortNumber } from '../text/format.ts'
import { safeText } from '../text/safe-text.ts'
import type { Report, ReportBlock, ReportChart, ReportSection, ReportTable } from './report.ts'

/**
 * The report as one self-contained HTML page: styles and charts are inline, there are no scripts, and a content
 * security policy blocks all requests. It supports light and dark mode, print and phones.
 */
export const reportHtml = ({ title, period, source, sections }: Report): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapedHtml(`${title}, ${period}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapedHtml(title)}</h1>
<p>${escapedHtml(period)}</p>
<nav aria-label="Sections">${sections.map((each) => `<a href="#${idOf(each)}">${escapedHtml(each.title)}</a>`).join(' ')}</nav>
</header>
<main>
${sections.map(sectionHtml).join('\n')}
</main>
<footer><p>${escapedHtml(source)}</p></footer>
</body>
</html>
`

const idOf = ({ title }: ReportSection): string => title.toLowerCase().replaceAll(/[^a-z]+/g, '-')

const sectionHtml = (section: ReportSection): string => {
  const id = idOf(section)
  const missing = section.missing === undefined ? '' : `<p class="missing">${escapedHtml(section.missing)}</p>\n`
  const blocks = section.blocks.map((block, at) => blockHtml(block, `${id}-${at}`))
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${escapedHtml(section.title)}</h2>\n${missing}${blocks.join('\n')}\n</section>`
}

const blockHtml = (block: ReportBlock, id: string): string => {
  switch (block.is) {
    case 'text':
      return `<p>${escapedHtml(block.text)}</p>`
    case 'figures':
      return `<dl class="figures">${block.figures.map(figureHtml).join('')}</dl>`
    case 'chart':
      return `<figure>\n<figcaption>${escapedHtml(block.title)}${block.before ? `, ${lineWords(block)}` : ''}</figcaption>\n<p class="sideways">Scroll the chart sideways for all days.</p>\n<div class="chart" tabindex="0" role="region" aria-label="${escapedHtml(block.title)} by day">${dayChartSvg(block, id)}</div>\n${daysHtml(block)}\n</figure>`
    case 'table':
      return tableHtml(block)
    case 'list':
      if (block.items.length === 0) return `<p>${escapedHtml(block.empty)}</p>`
      return `<ul>${block.items.map(itemHtml).join('')}</ul>`
  }
}

/** Unless the range is whole weeks, weekend days of one period are compared with workdays of the other. */
const lineWords = ({ days }: ReportChart): string =>
  days.length % 7 === 0
    ? `the previous period as a line, each day on the same weekday ${days.length} days earlier`
    : `the previous period as a line, each day ${counted(days.length, 'day')} earlier, on another weekday`

const figureHtml = ({ name, value, change }: { name: string; value: string; change: string | undefined }): string =>
  `<div><dt>${escapedHtml(name)}</dt><dd>${escapedHtml(value)}${change === undefined ? '' : ` <small>${escapedHtml(change)}</small>`}</dd></div>`

const itemHtml = ({ isCritical, subject, text }: { isCritical: boolean; subject: string; text: string }): string =>
  `<li${isCritical ? ' class="critical"' : ''}><strong>${isCritical ? '<span title="critical">!</span> ' : ''}${escapedHtml(subject)}</strong> ${escapedHtml(text)}</li>`

/** The chart as a table, for users who can't see it or need the numbers. */
const daysHtml = ({ title, days, values, before, remarks }: ReportChart): string => {
  const rows = days.map((day, at) => [
    day,
    fullNumber(values[at]),
    ...(before ? [fullNumber(before[at])] : []),
    remarks.get(day) ?? '',
  ])
  const columns = [
    { title: 'Day' },
    { title, align: 'right' as const },
    ...(before ? [{ title: `${counted(days.length, 'day')} earlier`, align: 'right' as const }] : []),
    { title: 'Remark' },
  ]
  const table = tableHtml({ is: 'table', title: `${title} by day`, columns, rows, empty: '' })
  return `<details><summary>The numbers</summary>\n${table}\n</details>`
}

const tableHtml = ({ title, columns, rows, empty }: ReportTable): string => {
  if (rows.length === 0) return `<h3>${escapedHtml(title)}</h3>\n<p>${escapedHtml(empty)}</p>`
  const alignOf = (at: number): string => (columns[at]?.align === 'right' ? ' class="number"' : '')
  const head = columns.map((column, at) => `<th scope="col"${alignOf(at)}>${escapedHtml(column.title)}</th>`)
  const body = rows.map(
    (row) => `<tr>${row.map((cell, at) => `<td${alignOf(at)}>${escapedHtml(cell)}</td>`).join('')}</tr>`,
  )
  // Wide tables scroll horizontally on a phone. `tabindex` makes the scrollable area reachable by keyboard.
  return `<div class="table" tabindex="0" role="region" aria-label="${escapedHtml(title)}"><table><caption>${escapedHtml(title)}</caption><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`
}

const STYLE = `
:root{--ink:#1c2128;--quiet:#57606a;--paper:#fff;--line:#d0d7de;--bar:#2f6feb;--mark:#b35900;--critical:#a40e26;--shade:#57606a66}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--quiet:#9da7b3;--paper:#0d1117;--line:#30363d;--bar:#589bff;--mark:#f0a050;--critical:#ff8b96;--shade:#9da7b366}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1rem;max-width:68rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:1.6rem;margin:0}h2{font-size:1.25rem;margin:2.5rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--line)}h3{font-size:1rem}
header p,footer,figcaption,caption,dt,small{color:var(--quiet)}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}a{color:var(--bar)}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:1rem;margin:1rem 0}
.figures div{border-left:3px solid var(--line);padding-left:.75rem}dt{font-size:.85rem}dd{margin:0;font-size:1.35rem;font-variant-numeric:tabular-nums}small{font-size:.85rem}
figure{margin:1.5rem 0}figcaption,caption{text-align:left;font-weight:600;padding-bottom:.35rem}
.chart,.table{overflow-x:auto;background:linear-gradient(to right,var(--paper) 40%,transparent) left/2rem 100% no-repeat local,linear-gradient(to left,var(--paper) 40%,transparent) right/2rem 100% no-repeat local,linear-gradient(to right,var(--shade),transparent) left/.7rem 100% no-repeat scroll,linear-gradient(to left,var(--shade),transparent) right/.7rem 100% no-repeat scroll}
.sideways{display:none;margin:0 0 .35rem;font-size:.85rem;color:var(--quiet)}@media (max-width:36rem){.sideways{display:block}}
svg{width:100%;min-width:34rem;height:auto;display:block}svg text{font-size:11px;fill:var(--quiet)}
.axis{text-anchor:end}.label,.mark{text-anchor:middle}svg .mark{fill:var(--mark);font-weight:700;font-size:13px}
.grid{stroke:var(--line);stroke-width:.6}.bar{fill:var(--bar)}.bar.marked{fill:var(--mark)}.day{fill:transparent}
.before{fill:none;stroke:var(--quiet);stroke-width:1.5;stroke-dasharray:2 3}
.table{margin:1.25rem 0}table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{padding:.3rem .75rem .3rem 0;text-align:left;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:break-word}
th{color:var(--quiet);font-weight:600;white-space:nowrap}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
ul{padding-left:1.1rem}li{margin:.35rem 0}.critical strong{color:var(--critical)}
.missing{border-left:3px solid var(--mark);padding-left:.75rem}footer{margin-top:3rem;font-size:.85rem}
@media print{nav,details,.sideways{display:none}body{max-width:none;padding:0;font-size:11pt}section{break-inside:avoid-page}.table,.chart{overflow:visible;background:none}svg{min-width:0}:root{--ink:#000;--quiet:#444;--paper:#fff;--line:#bbb;--bar:#335;--mark:#a50;--critical:#900}}
`

const WIDTH = 720
const HEIGHT = 200
const LEFT = 52
const BOTTOM = 24
const TOP = 12

/**
 * A bar chart of days as a standalone SVG. The previous period is a line over the bars, and days with a remark are marked.
 * Each bar has a tooltip with its day and value; the title describes the whole chart in a sentence.
 */
export const dayChartSvg = ({ title, days, values, before, remarks }: ReportChart, id: string): string => {
  const highest = roundUp(Math.max(0, ...values.map(known), ...(before ?? []).map(known)))
  const slot = (WIDTH - LEFT) / Math.max(1, days.length)
  const y = (value: number): number => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * value) / highest
  const x = (index: number): number => LEFT + index * slot
  const bars = days.map((day, index) => {
    const value = values[index]
    const remark = remarks.get(day)
    const tooltip = `${day}: ${value === undefined ? 'unknown' : shortNumber(value)}${remark === undefined ? '' : `, ${remark}`}`
    const height = value === undefined ? 0 : HEIGHT - BOTTOM - y(value)
    return (
      `<g><title>${escapedHtml(tooltip)}</title>` +
      `<rect class="day" x="${tenth(x(index))}" y="${TOP}" width="${tenth(slot)}" height="${HEIGHT - BOTTOM - TOP}"/>` +
      `<rect class="bar${remark === undefined ? '' : ' marked'}" x="${tenth(x(index) + slot * 0.14)}" y="${tenth(HEIGHT - BOTTOM - height)}" width="${tenth(slot * 0.72)}" height="${tenth(height)}"/>` +
      `${remark === undefined ? '' : `<text class="mark" x="${tenth(x(index) + slot / 2)}" y="${tenth(y(value ?? 0) - 3)}">!</text>`}</g>`
    )
  })
  const points = (before ?? []).slice(0, days.length).map((value, index) => {
    const isFirst = index === 0 || before?.[index - 1] === undefined
    return value === undefined ? '' : `${isFirst ? 'M' : 'L'}${tenth(x(index) + slot / 2)} ${tenth(y(value))}`
  })
  const previousPath = before === undefined ? '' : `<path class="before" d="${points.join('')}"/>`
  return (
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}"><title id="${id}">${escapedHtml(sentence(title, days, values))}</title>` +
    [0, highest / 2, highest].map((value) => gridLine(y(value), value)).join('') +
    bars.join('') +
    previousPath +
    labelsOf(days, slot, x) +
    '</svg>'
  )
}

const known = (value: number | undefined): number => value ?? 0

/** Rounds up to 1, 2, 2.5 or 5 times a power of ten; 1 if not positive. */
const roundUp = (value: number): number => {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10)
}

const tenth = (value: number): string => String(Math.round(value * 10) / 10)

const gridLine = (y: number, value: number): string =>
  `<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${tenth(y)}" y2="${tenth(y)}"/><text class="axis" x="${LEFT - 6}" y="${tenth(y + 4)}">${shortNumber(value)}</text>`

/** Labels for as many days as fit. The first one of a month has the month's name. */
const labelsOf = (days: readonly string[], slot: number, x: (index: number) => number): string => {
  const every = Math.max(1, Math.ceil(34 / slot))
  return days
    .map((day, index) => {
      if (index % every !== 0) return ''
      const isNewMonth = index === 0 || days[index - every]?.slice(0, 7) !== day.slice(0, 7)
      const text = isNewMonth ? `${monthLabel(day)} ${day.slice(8)}` : day.slice(8)
      return `<text class="label" x="${tenth(x(index) + slot / 2)}" y="${HEIGHT - 7}">${text}</text>`
    })
    .join('')
}

const sentence = (title: string, days: readonly string[], values: readonly (number | undefined)[]): string => {
  const highest = Math.max(...values.map((value) => value ?? Number.NEGATIVE_INFINITY))
  const at = values.indexOf(highest)
  if (at < 0) return `${title} by day: no data.`
  return `${title} by day, ${days[0]} to ${days.at(-1)}; maximum on ${days[at]}, ${shortNumber(highest)}.`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes untrusted text for tags and quoted attributes. Control characters become visible signs. */
export const escapedHtml = (text: string): string =>
  safeText(text, 'text').replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
