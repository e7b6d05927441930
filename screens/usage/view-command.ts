import type { Day } from '../../src/domain/calendar/calendar.ts'
import type { FilteredRows } from '../kit/use-where.ts'
import type { UsageRow } from './breakdown/usage-rows.ts'
import type { GroupInfo } from './views/view.ts'

export type ViewCommand = {
  group: GroupInfo
  filtered: Pick<FilteredRows<UsageRow>, 'option' | 'fields'>
  /** The options of the days that are shown. */
  rangeArguments: string
  brokenDay: Day | undefined
  /** Whether people are called by pseudonyms. */
  isPrivate: boolean
}

/** Fields that summed rows of a command have too, by the same names. */
const CHOSEN_BY: ReadonlySet<string> = new Set(['credits', 'calls', 'input', 'output', 'model', 'tool'])

/** The headless twin of a breakdown. What the API groups can be summed up and chosen from as the screen does it. */
export const viewCommand = ({ group, filtered, rangeArguments, brokenDay, isPrivate }: ViewCommand): string => {
  const isSummable = group.command.includes('--group-by') && group.counted !== 'PEOPLE A DAY'
  const canChoose = isSummable && filtered.fields.every((name) => CHOSEN_BY.has(name))
  const where = canChoose ? filtered.option : ''
  return [
    group.command,
    ...(where === '' ? [] : ['--totals']),
    `${brokenDay === undefined ? rangeArguments : `--from ${brokenDay} --to ${brokenDay}`}${where}`,
    ...(isPrivate ? ['--pseudonyms'] : []),
  ].join(' ')
}
