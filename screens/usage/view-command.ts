import type { Sort } from '../../src/domain/usage/views/usage-rows.ts'
import type { View } from '../../src/domain/usage/views/view.ts'
import { filterOption } from '../kit/filter-option.ts'
import { shellWord } from '../kit/shell-word.ts'
import type { ViewChoice } from './breakdown/use-view-choice.ts'

export type ShownBreakdown = {
  view: View
  choice: Pick<ViewChoice, 'outer' | 'group' | 'model' | 'isApart' | 'isFigures' | 'sort'>
  /** The options of the days that are shown. */
  range: string
  isCompared: boolean
  filter: string
  isPrivate: boolean
}

/** The headless twin of a breakdown: it prints the rows that are shown, in their order. */
export const viewCommand = ({ view, choice, range, isCompared, filter, isPrivate }: ShownBreakdown): string => {
  const { outer, group, model, isApart, sort } = choice
  return [
    `${view.command} --by ${group.by}`,
    ...(model === undefined ? [] : [`--model ${shellWord(model)}`]),
    ...(outer.groupBy === undefined || model !== undefined ? [] : [`--group-by ${outer.groupBy}`]),
    ...(isApart && group.foldsCase ? ['--apart'] : []),
    range,
    ...(isCompared ? ['--compare prev'] : []),
    ...sortOption(sort, choice.isFigures),
    ...filterOption(filter),
    ...(isPrivate && view.namesPeople ? ['--pseudonyms'] : []),
  ].join(' ')
}

/** Nothing where rows come in this order by themselves. */
const sortOption = (sort: Sort | undefined, isFigures: boolean): string[] => {
  if (sort === undefined) return []
  const { id, isDescending } = sort
  if (!isFigures && id === 'value' && isDescending) return []
  const isFirstWay = isDescending === (id !== 'name')
  return [`--sort ${id}${isFirstWay ? '' : isDescending ? ':desc' : ':asc'}`]
}
