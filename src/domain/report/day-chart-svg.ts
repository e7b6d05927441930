import { monthLabel, shortNumber } from '../text/format.ts'
import { escapedHtml } from './escaped-html.ts'
import type { ReportChart } from './report.ts'

const WIDTH = 720
const HEIGHT = 200
const LEFT = 52
const BOTTOM = 24
const TOP = 12

/**
 * Bars of days as SVG that stands in a page by itself: the period before is a line over them, remarkable days are marked. Each bar
 * says its day and value when it is pointed at; the whole says in a sentence what it shows.
 */
export const dayChartSvg = ({ title, days, values, before, remarks }: ReportChart, id: string): string => {
  const highest = roundUp(Math.max(0, ...values.map(known), ...(before ?? []).map(known)))
  const slot = (WIDTH - LEFT) / Math.max(1, days.length)
  const y = (value: number): number => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * value) / highest
  const x = (index: number): number => LEFT + index * slot
  const bars = days.map((day, index) => {
    const value = values[index]
    const remark = remarks.get(day)
    const says = `${day}: ${value === undefined ? 'not known' : shortNumber(value)}${remark === undefined ? '' : `, ${remark}`}`
    const height = value === undefined ? 0 : HEIGHT - BOTTOM - y(value)
    return (
      `<g><title>${escapedHtml(says)}</title>` +
      `<rect class="day" x="${tenth(x(index))}" y="${TOP}" width="${tenth(slot)}" height="${HEIGHT - BOTTOM - TOP}"/>` +
      `<rect class="bar${remark === undefined ? '' : ' marked'}" x="${tenth(x(index) + slot * 0.14)}" y="${tenth(HEIGHT - BOTTOM - height)}" width="${tenth(slot * 0.72)}" height="${tenth(height)}"/>` +
      `${remark === undefined ? '' : `<text class="mark" x="${tenth(x(index) + slot / 2)}" y="${tenth(y(value ?? 0) - 3)}">!</text>`}</g>`
    )
  })
  const points = (before ?? []).slice(0, days.length).map((value, index) => {
    const isFirst = index === 0 || before?.[index - 1] === undefined
    return value === undefined ? '' : `${isFirst ? 'M' : 'L'}${tenth(x(index) + slot / 2)} ${tenth(y(value))}`
  })
  const ghost = before === undefined ? '' : `<path class="before" d="${points.join('')}"/>`
  return (
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}"><title id="${id}">${escapedHtml(sentence(title, days, values))}</title>` +
    [0, highest / 2, highest].map((value) => gridLine(y(value), value)).join('') +
    bars.join('') +
    ghost +
    labelsOf(days, slot, x) +
    '</svg>'
  )
}

const known = (value: number | undefined): number => value ?? 0

/** The next of 1, 2, 2.5 and 5 times a power of ten; 1 for nothing. */
const roundUp = (value: number): number => {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10)
}

const tenth = (value: number): string => String(Math.round(value * 10) / 10)

const gridLine = (y: number, value: number): string =>
  `<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${tenth(y)}" y2="${tenth(y)}"/><text class="axis" x="${LEFT - 6}" y="${tenth(y + 4)}">${shortNumber(value)}</text>`

/** So many labels as can be read; the first of a month has its name. */
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
  if (at < 0) return `${title} by day: nothing is known.`
  return `${title} by day, ${days[0]} to ${days.at(-1)}; the most on ${days[at]}, ${shortNumber(highest)}.`
}
