import { sparkline } from '../charts/sparkline.ts'
import { markdownCell } from '../output/output.ts'
import { escapedMarkdown } from '../text/code-span.ts'
import { fullNumber } from '../text/format.ts'
import { safeText } from '../text/safe-text.ts'
import type { Report, ReportBlock, ReportChart, ReportSection, ReportTable } from './report.ts'

/** The report as Markdown. Each chart becomes a sparkline and a list of the remarkable days. */
export const reportMarkdown = ({ title, period, source, sections }: Report): string =>
  [`# ${plain(title)}`, plain(period), ...sections.flatMap(sectionParts), `---`, plain(source)]
    .join('\n\n')
    .concat('\n')

const plain = (text: string): string => escapedMarkdown(safeText(text))

const sectionParts = ({ title, missing, blocks }: ReportSection): string[] => [
  `## ${plain(title)}`,
  ...(missing === undefined ? [] : [`> ${plain(missing)}`]),
  ...blocks.map(blockText),
]

const blockText = (block: ReportBlock): string => {
  switch (block.is) {
    case 'text':
      return plain(block.text)
    case 'figures':
      return block.figures
        .map(({ name, value, change }) => `- ${plain(name)}: **${plain(value)}**${change ? ` (${plain(change)})` : ''}`)
        .join('\n')
    case 'chart':
      return chartText(block)
    case 'table':
      return tableText(block)
    case 'list':
      if (block.items.length === 0) return plain(block.empty)
      return block.items
        .map(({ isCritical, subject, text }) => `- ${isCritical ? '! ' : ''}**${plain(subject)}** ${plain(text)}`)
        .join('\n')
  }
}

const chartText = ({ title, days, values, remarks }: ReportChart): string => {
  const line = `${plain(title)} by day, ${days[0]} to ${days.at(-1)}: \`${sparkline(values)}\``
  const remarkable = days.flatMap((day, at) => {
    const remark = remarks.get(day)
    return remark === undefined ? [] : [`- ${day}: ${fullNumber(values[at])}, ${plain(remark)}`]
  })
  return remarkable.length === 0 ? line : `${line}\n\n${remarkable.join('\n')}`
}

const tableText = ({ title, columns, rows, empty }: ReportTable): string => {
  if (rows.length === 0) return `### ${plain(title)}\n\n${plain(empty)}`
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const head = line(columns.map((column) => markdownCell(column.title)))
  const rule = line(columns.map(({ align }) => (align === 'right' ? '--:' : '---')))
  return [`### ${plain(title)}\n`, head, rule, ...rows.map((row) => line(row.map(markdownCell)))].join('\n')
}
