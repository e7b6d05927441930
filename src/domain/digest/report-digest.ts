import { sparkline } from '../charts/sparkline.ts'
import type { Report, ReportBlock, ReportSection } from '../report/report.ts'
import type { Digest, DigestBlock } from './digest.ts'

/** Number of rows of a table that are named. */
const MAX_ROWS = 5

/** The digest of a report: its figures and lists, charts as sparklines, and the first rows of its tables. */
export const reportDigest = ({ title, period, source, sections }: Report): Digest => ({
  title,
  period,
  source,
  sections: sections.map((section) => ({ title: section.title, blocks: blocksOf(section) })),
})

const blocksOf = ({ missing, blocks }: ReportSection): DigestBlock[] => [
  ...(missing === undefined ? [] : [{ is: 'text', text: missing } as const]),
  ...blocks.flatMap(digestBlocks),
]

const digestBlocks = (block: ReportBlock): DigestBlock[] => {
  switch (block.is) {
    case 'text':
    case 'figures':
      return [block]
    case 'list':
      return block.items.length === 0 ? [{ is: 'text', text: block.empty }] : [{ is: 'list', items: block.items }]
    case 'chart':
      return [{ is: 'text', text: `${block.title} by day: ${sparkline(block.values)}` }]
    case 'table': {
      const { title, columns, rows, empty } = block
      if (rows.length === 0) return empty === '' ? [] : [{ is: 'text', text: empty }]
      const items = rows.slice(0, MAX_ROWS).map(([subject = '', ...cells]) => ({
        isCritical: false,
        subject,
        text: cells.flatMap((cell, at) => (cell === '' ? [] : [`${columns[at + 1]?.title ?? ''} ${cell}`])).join(', '),
      }))
      const more = rows.length - items.length
      return [
        { is: 'text', text: `${title}:` },
        { is: 'list', items },
        ...(more > 0 ? [{ is: 'text', text: `and ${more} more in the report` } as const] : []),
      ]
    }
  }
}
