import type { Day, Range } from '../../src/domain/calendar/calendar.ts'
import { breakdownOutput, type OutputGroup } from '../../src/domain/usage/views/breakdown-output.ts'
import type { UsageRow } from '../../src/domain/usage/views/usage-rows.ts'
import type { GroupInfo, ViewName } from '../../src/domain/usage/views/view.ts'
import type { Exports } from '../kit/export/exports.ts'
import { tableFormats } from '../kit/export/table-formats.ts'

export type ExportedBreakdown = {
  view: ViewName
  group: OutputGroup & Pick<GroupInfo, 'title'>
  /** As they are shown: filtered and in their order. */
  rows: readonly UsageRow[]
  range: Range
  /** Whether rows stand beside those of the period before. */
  isCompared: boolean
  /** The day that the rows are of, beside its usual weekday; undefined: of the range. */
  brokenDay?: Day | undefined
}

/** A breakdown as a table: see {@link breakdownOutput}. */
export const usageExports = (breakdown: ExportedBreakdown): Exports | undefined => {
  const { view, group, rows, range, isCompared, brokenDay } = breakdown
  if (rows.length === 0) return undefined
  const beside = brokenDay !== undefined ? 'usual' : isCompared ? 'before' : undefined
  const days = brokenDay === undefined ? [range.from, range.to] : [brokenDay]
  return {
    name: ['usage', view, 'by', group.title, ...days].join('-'),
    formats: tableFormats(() => {
      const { rows: own, members, readable } = breakdownOutput(group, rows, range, beside)
      return { rows: own, columns: members, readable }
    }),
    shown: 'md',
  }
}
