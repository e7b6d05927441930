import type { CreditPrice } from '../../src/domain/money/price.ts'
import { breakdownOutput } from '../../src/domain/usage/views/breakdown-output.ts'
import { pricedGroup } from '../../src/domain/usage/views/credits-view.ts'
import { orderOption, shellWord } from '../kit/export/command-options.ts'
import { type Exports, tableFormats } from '../kit/export/exports.ts'
import type { Breakdown } from './breakdown/use-breakdown.ts'

/** A breakdown as a table: see {@link breakdownOutput}. @param price - The price of credits, if there is one. */
export const usageExports = (
  { choice, rows, range, compared, breakdownDay }: Breakdown,
  price?: CreditPrice,
): Exports | undefined => {
  const { view, group } = choice
  if (rows.length === 0) return undefined
  const comparison = breakdownDay !== undefined ? 'usual' : compared ? 'before' : undefined
  const days = breakdownDay === undefined ? [range.from, range.to] : [breakdownDay]
  return {
    name: ['usage', view.name, 'by', group.title, ...days].join('-'),
    formats: tableFormats(() => {
      const { rows: own, members, readable } = breakdownOutput(pricedGroup(group, price), rows, range, comparison)
      return { rows: own, columns: members, readable }
    }),
    shown: 'md',
  }
}

/** The headless command for the rows in this order. @param range - Command-line options of the displayed days. */
export const viewCommand = (
  { choice, breakdownDay, filtered }: Breakdown,
  range: string,
  { isCompared, isPrivate }: { isCompared: boolean; isPrivate: boolean },
): string => {
  const { view, outer, group, model, isCaseSensitive, isFigures, sort } = choice
  // The default order of the command.
  const isOwnOrder = sort === undefined || (!isFigures && sort.id === 'value' && sort.isDescending)
  return [
    `${view.command} --by ${group.by}`,
    ...(model === undefined ? [] : [`--${outer.id === 'team' ? 'team' : 'model'} ${shellWord(model)}`]),
    ...(outer.groupBy === undefined || model !== undefined ? [] : [`--group-by ${outer.groupBy}`]),
    ...(isCaseSensitive && group.foldsCase ? ['--apart'] : []),
    ...(breakdownDay !== undefined
      ? [`--from ${breakdownDay} --to ${breakdownDay} --compare weekday`]
      : [range, ...(isCompared ? ['--compare prev'] : [])]),
    ...(isOwnOrder ? [] : [orderOption(sort.id, sort.isDescending, sort.id !== 'name')]),
    ...(filtered.option !== '' ? [filtered.option.trim()] : []),
    ...(isPrivate && view.namesPeople ? ['--pseudonyms'] : []),
  ].join(' ')
}
