import type { Range } from '../../src/domain/calendar/calendar.ts'
import { breakdownOutput, type OutputGroup } from '../../src/domain/usage/views/breakdown-output.ts'
import type { UsageRow } from '../../src/domain/usage/views/usage-rows.ts'
import type { GroupInfo, ViewName } from '../../src/domain/usage/views/view.ts'
import type { Exports } from '../kit/exports.ts'
import { tableFormats } from '../kit/table-formats.ts'

export type ExportedBreakdown = {
  view: ViewName
  group: OutputGroup & Pick<GroupInfo, 'title'>
  /** As they are shown: filtered and in their order. */
  rows: readonly UsageRow[]
  range: Range
  /** Whether rows stand beside those of the period before. */
  isCompared: boolean
}

/** A breakdown as a table: see {@link breakdownOutput}. */
export const usageExports = ({ view, group, rows, range, isCompared }: ExportedBreakdown): Exports | undefined => {
  if (rows.length === 0) return undefined
  return {
    name: ['usage', view, 'by', group.title, range.from, range.to].join('-'),
    formats: tableFormats(() => {
      const { rows: own, members, readable } = breakdownOutput(group, rows, range, isCompared)
      return { rows: own, columns: members, readable }
    }),
    shown: 'md',
  }
}
