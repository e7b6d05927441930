import { resolve } from 'node:path'
import { usageError } from '../../base/errors.ts'
import { idProblem } from '../../base/requests.ts'
import { DAY_MS } from '../../base/time.ts'
import { validateAsOfDay } from '../../domain/calendar/as-of.ts'
import { type Day, EARLIEST_DAY, type Range } from '../../domain/calendar/calendar.ts'
import { parseRangeOptions } from '../../domain/calendar/range-words.ts'
import type { CommandInput } from './command.ts'
import type { OptionRow, OptionsOf } from './option-row.ts'
import type { DemoSize } from './world.ts'

export const atOption = { flags: '--at <day>', help: 'as of the end of this day (UTC)' } as const

/** @throws AppError of kind `usage`. */
export const parseAt = ({ at }: OptionsOf<readonly [typeof atOption]>, now: number): Day | undefined =>
  at === undefined ? undefined : validateAsOfDay(at, now)

export const rangeOptions = [
  { flags: '--from <day>', help: 'first day (UTC) or month: 2026-10-01, oct' },
  { flags: '--to <day>', help: 'last day, included (default: yesterday)' },
  {
    flags: '--last <range>',
    help: '14d, 2w, oct, month (this one), "last month" or all (default: 14d)',
    completes: 'range',
  },
] as const satisfies readonly OptionRow[]

/**
 * The selected days.
 *
 * @throws AppError of kind `usage` on days that cannot have data.
 */
export const parseRange = ({ options }: Pick<CommandInput<typeof rangeOptions>, 'options'>, now: number): Range =>
  parseRangeOptions(options, now)

/** Note for a range without a previous period. */
export const NO_PREVIOUS_PERIOD = `No comparison: the previous period would start before ${EARLIEST_DAY}, the first day with data.`

/** Size options of the demo organisation. */
export const demoOptions = [
  { flags: '--users <number>', help: 'number of users (default: 60)' },
  { flags: '--days <number>', help: 'days of data (default: all since 2026-01-14)' },
  { flags: '--seed <number>', help: 'random seed (default: 1)' },
] as const satisfies readonly OptionRow[]

export const parseDemoSize = ({ users, days, seed }: OptionsOf<typeof demoOptions>): DemoSize => ({
  users: parseWhole(users, '--users', { min: 1, max: 100_000 }),
  days: parseWhole(days, '--days', { min: 1, max: 3_650 }),
  seed: parseWhole(seed, '--seed', { min: 0, max: 2 ** 32 - 1 }),
})

/**
 * Validates an id.
 *
 * @param what - The kind of its object: `computer`.
 * @throws AppError of kind `usage`, before anything is sent, for an id that is not valid in a URL path.
 */
export const parseId = (id: string | undefined, what: string): string => {
  const problem = idProblem(id ?? '')
  if (id !== undefined && problem === undefined) return id
  throw usageError(`The id of the ${what} ${problem}: copy it from the service.`)
}

/**
 * The absolute path of a file or folder; the shell has expanded `~`.
 *
 * @param flag - Its option: `--output`.
 * @throws AppError of kind `usage` for an empty path.
 */
export const localPath = (typed: string, flag: string): string => {
  if (typed.trim() === '' || typed.includes('\0'))
    throw usageError(`${flag} is empty: use the path of a file or folder.`)
  return resolve(typed)
}

/**
 * A whole number between two bounds, both included; undefined if the option was omitted.
 *
 * @throws AppError of kind `usage` on any other value.
 */
export const parseWhole = (
  text: string | undefined,
  flag: string,
  { min, max }: { min: number; max: number },
): number | undefined => {
  if (text === undefined) return undefined
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw usageError(`"${text}" is not a valid ${flag} value: use a whole number from ${min} to ${max}.`)
}

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY_MS }

/**
 * A duration such as `10m`, `2h` or `1d`, in ms.
 *
 * @param maxDays - @default 7
 * @throws AppError of kind `usage`.
 */
export const parseDuration = (text: string, flag: string, maxDays = 7): number => {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const ms = Number(count) * (UNITS_MS[unit] ?? Number.NaN)
  if (ms > 0 && ms <= maxDays * DAY_MS) return ms
  throw usageError(`"${text}" is not a valid ${flag} value: use a time from 1m to ${maxDays}d, such as 10m, 2h or 1d.`)
}
