import type { Day, Range } from '../../src/domain/calendar/calendar.ts'
import { breakdownOutput, type OutputGroup } from '../../src/domain/usage/views/breakdown-output.ts'
import type { Sort, UsageRow } from '../../src/domain/usage/views/usage-rows.ts'
import type { GroupInfo, View, ViewName } from '../../src/domain/usage/views/view.ts'
import { orderOption, shellWord } from '../kit/export/command-options.ts'
import { type Exports, tableFormats } from '../kit/export/exports.ts'
import type { FilteredRows } from '../kit/filter/use-where.ts'
import type { ViewChoice } from './breakdown/use-breakdown.ts'

type ExportedBreakdown = {
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

type ShownBreakdown = {
  view: View
  choice: Pick<ViewChoice, 'outer' | 'group' | 'model' | 'isApart' | 'isFigures' | 'sort'>
  /** The options of the days that are shown. */
  range: string
  isCompared: boolean
  /** The day that the rows are of; undefined: of the range. */
  brokenDay: Day | undefined
  filtered: Pick<FilteredRows<UsageRow>, 'option'>
  isPrivate: boolean
}

/** The command that prints the rows of a breakdown in their order. */
export const viewCommand = (shown: ShownBreakdown): string => {
  const { view, choice, range, isCompared, brokenDay, filtered, isPrivate } = shown
  const { outer, group, model, isApart, sort } = choice
  return [
    `${view.command} --by ${group.by}`,
    ...(model === undefined ? [] : [`--model ${shellWord(model)}`]),
    ...(outer.groupBy === undefined || model !== undefined ? [] : [`--group-by ${outer.groupBy}`]),
    ...(isApart && group.foldsCase ? ['--apart'] : []),
    ...(brokenDay !== undefined
      ? [`--from ${brokenDay} --to ${brokenDay} --compare weekday`]
      : [range, ...(isCompared ? ['--compare prev'] : [])]),
    ...ownOrder(sort, choice.isFigures),
    ...(filtered.option !== '' ? [filtered.option.trim()] : []),
    ...(isPrivate && view.namesPeople ? ['--pseudonyms'] : []),
  ].join(' ')
}

/** Nothing where rows come in this order by themselves. */
const ownOrder = (sort: Sort | undefined, isFigures: boolean): string[] => {
  if (sort === undefined) return []
  const { id, isDescending } = sort
  if (!isFigures && id === 'value' && isDescending) return []
  return [orderOption(id, isDescending, id !== 'name')]
}
