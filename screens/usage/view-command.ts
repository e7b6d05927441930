import type { Day } from '../../src/domain/calendar/calendar.ts'
import type { Sort, UsageRow } from '../../src/domain/usage/views/usage-rows.ts'
import type { View } from '../../src/domain/usage/views/view.ts'
import { orderOption } from '../kit/export/order-option.ts'
import { shellWord } from '../kit/export/shell-word.ts'
import type { FilteredRows } from '../kit/filter/use-where.ts'
import type { ViewChoice } from './breakdown/use-view-choice.ts'

export type ShownBreakdown = {
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

/** The headless twin of a breakdown: it prints the rows that are shown, in their order. */
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
