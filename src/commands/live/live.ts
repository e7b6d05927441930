import { loadQuery } from '../../cache/load/queries.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Live } from '../../contract/live.ts'
import { sparkline } from '../../domain/charts/sparkline.ts'
import { coverageText, sumOfTokens } from '../../domain/live/live-brief.ts'
import { liveRow, liveSorts, liveTable, mergeUsers } from '../../domain/live/live-rows.ts'
import { pseudonymOf } from '../../domain/people/pseudonym.ts'
import { fit } from '../../domain/text/fit.ts'
import { decimal, fullNumber, NONE, shortNumber } from '../../domain/text/format.ts'
import { oneLine } from '../../domain/text/one-line.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { loadOptions } from '../kit/load-options.ts'
import { listCommand } from '../output/list-command.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import { columnsOf, type RowLayout } from '../output/row-layout.ts'

type Today = Lenient<Live>

const layout: RowLayout = {
  columns: [
    ...columnsOf('text', { user_email: 'USER', last_seen: 'LAST SEEN' }),
    ...columnsOf('count', { sessions: 'SESSIONS', tool_calls: 'TOOL CALLS', commits: 'COMMITS' }),
    ...columnsOf('text', { model: 'MODEL' }),
  ],
  members: ['user_id', 'user_email', 'last_seen', 'sessions', 'tool_calls', 'commits', 'model'],
}

/** Users that are printed as rows without --limit, and lines of each list in the table. */
const DEFAULT_LIMIT = 100
const MAX_LINES = 10

export const live = listCommand({
  name: 'live',
  summary: 'Show activity of today so far (if supported)',
  reads: true,
  description:
    'Prints what the server has measured today (UTC) from metrics and hook events of agents, which is not part of the published figures. A figure that no agent reports is –. The rows are users, last seen first. With --where, --sort or a --limit above 100, all users of today are loaded.',
  what: 'users',
  example: 'model~opus seen<1h',
  options: [pseudonymsOption],
  layout,
  limit: { help: `maximum number of users (default: ${DEFAULT_LIMIT}, in a table ${MAX_LINES})` },
  examples: ['live', 'live --json', "live --where 'tools>100' --sort tools", 'live --format csv'],
  table: liveTable,
  sorts: { ...liveSorts, defaultSort: 'seen, newest first' },
  parse: ({ options }) => options.pseudonyms,
  load: async (isPseudonymous, deps, wanted) => {
    const { where, order, limit = DEFAULT_LIMIT } = wanted
    const source = await deps.source()
    const { data, problems } = await loadQuery(source, 'live', {}, loadOptions(deps))
    const newest = data.users ?? []
    const needsAll = where !== undefined || order !== undefined || limit > DEFAULT_LIMIT
    const all =
      needsAll && newest.length >= DEFAULT_LIMIT
        ? await source.management.pages('liveUsers', { query: { limit: 100 } }, loadOptions(deps))
        : undefined
    const users = all ? mergeUsers([newest, all.data]) : newest
    const today = isPseudonymous ? withPseudonyms({ ...data, users }, await deps.salt()) : { ...data, users }
    const sent = new Map((today.users ?? []).map((user) => [liveRow(user), user]))
    return {
      problems: problems + (all?.problems ?? 0),
      incomplete: all?.incomplete,
      rows: [...sent.keys()],
      print: (chosen) => {
        const users = chosen.map((row) => sent.get(row) ?? {})
        const lines = users.slice(0, wanted.limit ?? MAX_LINES)
        return {
          rows: users.map((user) => ({ ...user })),
          envelope: { ...today, users },
          table: () => tableOf({ ...today, users: lines }, deps.globals.isAscii),
        }
      },
    }
  },
  cut: (rows, { limit }) => rows.slice(0, limit ?? DEFAULT_LIMIT),
})

const withPseudonyms = (today: Today, salt: string): Today => ({
  ...today,
  users: today.users?.map((user) => ({ ...user, user_id: pseudonymOf(user.user_id ?? '', salt), user_email: null })),
  recent: today.recent?.map((event) => ({ ...event, user_id: pseudonymOf(event.user_id ?? '', salt) })),
})

/** The UTC time of an instant, to the second. */
const clock = (time: string | undefined): string => safeText(time ?? '').slice(11, 19)

const tableOf = (today: Today, isAscii: boolean): string => {
  const { totals = {}, coverage = {}, quarters = [], tools = [], models = [], users = [], recent = [] } = today
  const allTokens = sumOfTokens(totals.tokens)
  const count = (value: number | null | undefined): string => (value == null ? NONE : fullNumber(value))
  const line = (name: string, text: string, values: (number | null | undefined)[]): string =>
    `${name.padEnd(14)}${text.padStart(10)}  ${sparkline(values, { ascii: isAscii })}\n`
  const figure = (
    name: 'active_users' | 'sessions' | 'tool_calls' | 'commits' | 'pull_requests',
    title: string,
  ): string =>
    line(
      title,
      count(totals[name]),
      quarters.map((quarter) => quarter[name]),
    )
  const list = (title: string, rows: readonly string[]): string =>
    rows.length === 0 ? '' : `\n${title}\n${rows.map((row) => `  ${row}\n`).join('')}`
  const name = (text: string | null | undefined): string => fit(safeText(oneLine(text ?? NONE)), NAME_CELLS)
  const number = (text: string): string => text.padStart(12)
  return [
    `Today (UTC) as of ${clock(today.asOf)}, measured by this server: ${coverageText(coverage.reportingUsers ?? 0, coverage.knownUsers ?? 0)}.\n\n`,
    `${'Active now'.padEnd(14)}${count(totals.active_now).padStart(10)}\n`,
    figure('active_users', 'Users'),
    figure('sessions', 'Sessions'),
    figure('tool_calls', 'Tool calls'),
    figure('commits', 'Commits'),
    figure('pull_requests', 'Pull requests'),
    `${'Tokens'.padEnd(14)}${(allTokens === undefined ? NONE : shortNumber(allTokens)).padStart(10)}\n`,
    list(
      'Users',
      users.map(
        (user) =>
          `${name(user.user_email ?? user.user_id)}  ${clock(user.last_seen)}${number(`${count(user.tool_calls)} calls`)}`,
      ),
    ),
    list(
      'Tools',
      tools
        .slice(0, MAX_LINES)
        .map(
          (tool) => `${name(tool.name)}  ${number(count(tool.calls))}${number(`${decimal(tool.perMinute, 1)}/min`)}`,
        ),
    ),
    list(
      'Models',
      models.slice(0, MAX_LINES).map((model) => `${name(model.name)}  ${number(shortNumber(model.tokens))} tokens`),
    ),
    list(
      'Newest events',
      recent
        .slice(0, MAX_LINES)
        .map((event) => `${clock(event.at)}  ${name(event.name)}  ${safeText(oneLine(event.user_id ?? NONE))}`),
    ),
  ].join('')
}

const NAME_CELLS = 32
