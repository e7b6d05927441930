import { daysOf, type Range } from '../../src/domain/calendar/calendar.ts'
import type { OutputRow } from '../../src/domain/output/output.ts'
import type { UsageRow } from '../../src/domain/usage/views/usage-rows.ts'
import type { GroupInfo, ViewName } from '../../src/domain/usage/views/view.ts'
import type { Exports } from '../kit/exports.ts'
import { tableFormats } from '../kit/table-formats.ts'

export type ExportedBreakdown = {
  view: ViewName
  group: Pick<GroupInfo, 'title' | 'heading' | 'counted' | 'details' | 'hasTokens' | 'hasShares'>
  /** As they are shown: filtered and in their order. */
  rows: readonly UsageRow[]
  range: Range
  /** Whether rows stand beside those of the period before. */
  isCompared: boolean
}

/**
 * A breakdown as a table: what its columns show with a column for each day behind them, shares and changes as fractions of 1.
 * `partial` says that some of the value is not known.
 */
export const usageExports = (breakdown: ExportedBreakdown): Exports | undefined => {
  const { view, group, rows, range, isCompared } = breakdown
  if (rows.length === 0) return undefined
  const name = memberOf(group.heading)
  const value = group.counted === undefined ? 'value' : memberOf(group.counted)
  // The shade is the legend of the chart and no data.
  const own = group.details.map(({ id }) => id).filter((id) => id !== 'shade')
  const readable = [
    name,
    ...own,
    value,
    ...(rows.some(({ isPartial }) => isPartial) ? ['partial'] : []),
    ...(group.hasShares ? ['share'] : []),
    ...(isCompared ? ['change'] : []),
    ...(group.hasTokens ? ['input_tokens', 'output_tokens'] : []),
  ]
  const days = daysOf(range)
  const columns = [...readable, ...days]
  const toRow = (row: UsageRow): OutputRow => {
    const all: Record<string, unknown> = {
      ...Object.fromEntries(own.map((id) => [id, row.details[id]])),
      [name]: row.name,
      [value]: row.value,
      partial: row.isPartial,
      share: row.share,
      change: row.change?.fraction,
      input_tokens: row.input,
      output_tokens: row.output,
      ...Object.fromEntries(days.map((day, at) => [day, row.series[at]])),
    }
    // What is not known is null, so that every row of JSON has the same members.
    return Object.fromEntries(columns.map((column) => [column, all[column] ?? null]))
  }
  return {
    name: ['usage', view, 'by', group.title, range.from, range.to].join('-'),
    formats: tableFormats(() => ({ rows: rows.map(toRow), columns, readable })),
    shown: 'md',
  }
}

/** `MCP SERVER` as `mcp_server`. */
const memberOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '_')
