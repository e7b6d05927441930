import { usageError } from '../../base/errors.ts'
import { USERS_LIMIT } from '../../contract/constants.ts'
import { comparisonFor } from '../../domain/overview/overview-figures.ts'
import { type FieldName, fieldNamed, fieldsOf, type ListKind } from '../../domain/people/field-table.ts'
import { parseWhere as parsePeopleWhere } from '../../domain/people/people-filter.ts'
import { type PeopleSort, sortBy } from '../../domain/people/people-sort.ts'
import type { CommandInput } from '../kit/command.ts'
import { teamsOption } from '../kit/load-teams.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { parseRange, parseWhole, rangeOptions } from '../kit/option-values.ts'
import { parseSort, parseWhere, sortFieldOption, whereOption } from '../kit/row-options.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import { parseBreakdown } from './days-options.ts'

export const userOptions = [
  ...rangeOptions,
  { flags: '--limit <number>', help: 'users per page, 1 to 100' },
  { flags: '--cursor <id>', help: 'continue after this page: its meta.next_cursor' },
  { flags: '--all', help: 'load all pages' },
  { flags: '--totals', help: 'one row per user, summed over the range' },
  { flags: '--by <breakdown>', help: 'one row per team', choices: ['team'] },
  { flags: '--team <name>', help: 'only users of this team, or unassigned' },
  teamsOption,
  { flags: '--compare <period>', help: 'compare with the previous period', choices: ['prev'] },
  sortFieldOption,
  whereOption("only rows (with --totals: users) that match all conditions: 'credits>1k lang=Go'"),
  { flags: '--top <number>', help: 'print only the first N rows' },
  pseudonymsOption,
] as const satisfies readonly OptionRow[]

type UsersInput = CommandInput<typeof userOptions>

export type UsersOptions = ReturnType<typeof parseUsers>

export const parseUserCommand = (input: UsersInput, now: number) => {
  const breakdown = parseTeamBreakdown(input, now)
  return breakdown ? { is: 'teams' as const, breakdown } : parseUsers(input, now)
}

/** The options of `--by team`, which prints the same as `analytics tokens --by team`; undefined without it. */
const parseTeamBreakdown = ({ options }: UsersInput, now: number) => {
  const { all, limit, cursor, top, team, ...shared } = options
  if (options.by === undefined) return undefined
  const refused = Object.entries({ all, limit, cursor, top, team }).find(
    ([, value]) => value !== undefined && value !== false,
  )
  if (refused !== undefined) throw usageError(`--by team and --${refused[0]} cannot be used together.`)
  return parseBreakdown('credits', shared, now)
}

const parseUsers = (input: UsersInput, now: number) => {
  const { options } = input
  const { cursor, sort, where, team, teams, totals: isTotals } = options
  const isCompared = options.compare !== undefined
  if (cursor === '') throw usageError('--cursor is empty: use meta.next_cursor of the previous page.')
  const whole = isTotals
    ? '--totals'
    : sort !== undefined
      ? '--sort'
      : isCompared
        ? '--compare'
        : team !== undefined
          ? '--team'
          : undefined
  if (teams !== undefined && team === undefined) throw usageError('--teams requires --by team or --team.')
  if (cursor !== undefined && whole !== undefined) throw usageError(`${whole} and --cursor cannot be used together.`)
  if (options.top !== undefined && !isTotals && sort === undefined)
    throw usageError('--top requires --sort or --totals.')
  if (cursor !== undefined && options.all && input.globals.isOffline)
    throw usageError('--all with --cursor cannot be used with --offline.')
  if (options.pseudonyms && input.globals.isVerbose)
    throw usageError(
      '--verbose and --pseudonyms cannot be used together: --verbose prints cursors, which are user ids.',
    )
  const range = parseRange(input, now)
  const list = isTotals ? 'people' : 'days'
  return {
    is: 'users' as const,
    range,
    /** Only users of this team. */
    team,
    /** The value of --teams. */
    teams,
    /** The previous period; undefined without --compare or if there is none. */
    previous: isCompared ? comparisonFor(range) : undefined,
    isCompared,
    /**
     * Users or rows per page, as the server counts; with `where`, users that match. Undefined: the server's default, or
     * 100 when all pages are loaded.
     */
    limit: parseWhole(options.limit, '--limit', USERS_LIMIT),
    cursor,
    /** Whether to load all pages. A single page would miss most rows that match the conditions. */
    isAll:
      options.all || whole !== undefined || (where.length > 0 && options.limit === undefined && cursor === undefined),
    /** Whether rows are summed by user. */
    isTotals,
    order: parsePeopleSort(sort, list),
    /** Filters users with `isTotals`, rows without. */
    where: parseWhere(where, (text) => parsePeopleWhere(text, list), "'credits>1000 lang=Go'"),
    /** Max number of printed rows or users. */
    top: parseWhole(options.top, '--top', { min: 1, max: 1_000_000 }),
    isPseudonymous: options.pseudonyms,
  }
}

const parsePeopleSort = (text: string | undefined, list: ListKind): PeopleSort | undefined => {
  const names = fieldsOf(list).map(({ name }) => name)
  const begin = (by: FieldName) => ({ by, isDescending: sortBy(by).isDescending })
  const order = parseSort(text, names, begin, (name) => fieldNamed(name)?.name)
  return order && { field: order.by, isDescending: order.isDescending }
}

/** The names of a list's fields, for help. */
export const namesOf = (list: ListKind): string =>
  fieldsOf(list)
    .map(({ name }) => name)
    .join(', ')
