import { EARLIEST_DAY, type Range } from '../../domain/calendar/calendar.ts'
import { parseRangeOptions } from '../../domain/calendar/range-words.ts'
import type { CommandInput } from './command.ts'
import type { OptionRow } from './option-row.ts'

/** Options that choose days. */
export const rangeOptions = [
  { flags: '--from <day>', help: 'first day in UTC, or a month: 2026-10-01, 1 oct, oct (2026-01-14 or later)' },
  { flags: '--to <day>', help: 'last day, included (default: yesterday)' },
  {
    flags: '--last <days>',
    help: 'days until yesterday, or a month: 14d, 2w, oct, 2026-10, month, last month, all (default: 14d)',
    completes: 'range',
  },
] as const satisfies readonly OptionRow[]

/** The days that were asked for; throws an AppError of kind `usage` on days that there can be no data for. */
export const parseRange = ({ options }: Pick<CommandInput<typeof rangeOptions>, 'options'>, now: number): Range =>
  parseRangeOptions(options, now)

/** Said where there is no earlier period. */
export const nothingBefore = ({ from }: Range): string =>
  `There is nothing to compare with: the period before ${from} starts before ${EARLIEST_DAY}.`
