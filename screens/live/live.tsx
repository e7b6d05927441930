import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { memoizePerObject } from '../../src/base/memoize.ts'
import { type QueryState, shownOf } from '../../src/cache/load/query-state.ts'
import type { Lenient } from '../../src/contract/lenient.ts'
import type { LiveUser, Live as Today } from '../../src/contract/live.ts'
import { bucket, sparkline } from '../../src/domain/charts/sparkline.ts'
import { sumOfTokens } from '../../src/domain/live/live-brief.ts'
import {
  LIVE_COLUMNS,
  type LiveRow,
  liveName,
  liveOutput,
  liveRow,
  liveSorts,
  liveTable,
} from '../../src/domain/live/live-rows.ts'
import { pseudonymOf } from '../../src/domain/people/pseudonym.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { ageOf, counted, decimal, fullNumber, NONE, shortNumber } from '../../src/domain/text/format.ts'
import { oneLine } from '../../src/domain/text/one-line.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { cutStyled, joinFitting, justify } from '../../src/ui/layout/columns.ts'
import { leftColumn, rightColumn } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { copiedCells } from '../kit/export/command-options.ts'
import { listExports } from '../kit/export/exports.ts'
import { useListScreen } from '../kit/list/use-list-screen.tsx'
import { NOT_KNOWN } from '../kit/query/states.ts'
import { useLiveRefresh, useLiveStream, useQuery } from '../kit/query/use-query.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { usePersonName, usePrivateSalt } from '../kit/session/person-name.ts'
import { useSession } from '../kit/session/session.ts'
import { liveKeys, liveState } from './live-keys.ts'
import { useLiveUsers } from './use-live-users.ts'

const noUsers: readonly never[] = []

/** Who is active today, which tools they use, and the newest events. */
export const Live = ({ width, height, open }: ScreenProps) => {
  const { theme, now } = useSession()
  const nameOf = usePersonName()
  const state = useQuery('live', {})
  const today = shownOf(state)?.data
  const isStreaming = useLiveStream(today !== undefined)
  useLiveRefresh(!isStreaming && state.is !== 'failed', 'live')
  const { users, hasMore, more, ...paging } = useLiveUsers(today?.users ?? noUsers)
  const salt = usePrivateSalt()
  // Copies and exports must have the pseudonym too, instead of the id.
  const entries = useMemo(
    () =>
      users.map(liveRow).map((row) => (salt === undefined ? row : { ...row, ...hidden(pseudonymOf(row.id, salt)) })),
    [users, salt],
  )
  // Ages are relative to the figures, so that rows change only with them.
  const asOf = Date.parse(today?.asOf ?? '') || undefined
  const at = asOf ?? now()
  const screen = useListScreen({
    name: 'live',
    keys: liveState,
    width,
    height,
    state,
    isLive: true,
    entries,
    idOf,
    table: useMemo(() => liveTable(at), [at]),
    sorts: liveSorts,
    columns: useMemo(() => columnsAt(at), [at]),
    measured: entries,
    detailOf: (row, cells, own, rows) => detailLines(row, today, { width: cells, height: rows }, own, nameOf),
    head: () => headLines(state, today, pagingText(hasMore, paging), width, theme),
    empty: (filter) => emptyText(state, entries.length > 0, filter),
    enter: () => 'person',
    copies,
    exports: (rows) => listExports('live', { rows: rows.map(liveOutput), columns: LIVE_COLUMNS }),
    command: { list: `live${salt === undefined ? '' : ' --pseudonyms'}` },
  })
  const { list } = screen
  const isNearEnd = useSyncExternalStore(list.subscribe, () => list.top + 2 * height >= screen.rows.length)
  useEffect(() => {
    if (isNearEnd) more()
  })
  useKeys(liveKeys, {
    ...screen.handlers,
    person: screen.onRow((row) => open('people', { person: users[entries.indexOf(row)]?.user_id ?? row.id })),
  })
  return screen.body
}

/** Users that are not in the list. */
const pagingText = (hasMore: boolean, { isLoadingMore, hasFailed }: { isLoadingMore: boolean; hasFailed: boolean }) => {
  if (hasFailed) return 'further users could not be loaded'
  return isLoadingMore ? 'loading further users' : hasMore ? 'further users on the server' : ''
}

const hidden = (name: string) => ({ id: name, email: name })

const idOf = ({ id }: LiveRow): string => id
const copies = {
  row: (row: LiveRow) => copiedCells([liveName(row), row.sessions, row.tools, row.commits, row.model ?? '']),
  id: idOf,
  idLabel: 'the id of the user.',
  json: liveOutput,
  jsonLabel: 'the user as JSON.',
}

const count = (value: number | null | undefined): string => (value == null ? NONE : fullNumber(value))

const columnsAt = (now: number) => [
  leftColumn<LiveRow>('name', 'PERSON', { grow: true, min: 16 }, 0, (row) => safeText(liveName(row)), 'strong'),
  rightColumn<LiveRow>('seen', 'SEEN', 8, 1, ({ seenAt }) => ageOf(seenAt, now), 'muted'),
  rightColumn<LiveRow>('sessions', 'SESSIONS', 8, 3, ({ sessions }) => count(sessions)),
  rightColumn<LiveRow>('tools', 'TOOLS', 8, 0, ({ tools }) => count(tools)),
  rightColumn<LiveRow>('commits', 'COMMITS', 8, 4, ({ commits }) => count(commits)),
  leftColumn<LiveRow>('model', 'MODEL', { min: 6, max: 16 }, 2, ({ model }) => safeText(model ?? NONE)),
]

type Loaded = Lenient<Today> | undefined

/** Cells of a figure with its label. */
const MIN_FIGURE_CELLS = 19

/** Where the figures come from, the figures, and their course over the day. */
const headLines = (
  state: QueryState<unknown>,
  today: Loaded,
  paging: string,
  width: number,
  theme: Theme,
): string[] => {
  if (!today)
    return [
      ` ${theme.muted(state.is === 'failed' ? `activity of today ${NOT_KNOWN}` : 'loading activity of today')}`,
      '',
      '',
    ]
  const { coverage = {}, totals = {}, quarters = [] } = today
  const time = safeText(today.asOf ?? '').slice(11, 19)
  const reports = `measured here: ${count(coverage.reportingUsers)} of ${counted(coverage.knownUsers ?? 0, 'user')} report`
  const source =
    29 + reports.length < width ? reports : `measured here, ${counted(coverage.reportingUsers ?? 0, 'user')}`
  const sum = sumOfTokens(totals.tokens)
  const all: [string, string, (number | null | undefined)[]][] = [
    ['ACTIVE NOW', count(totals.active_now), quarters.map((quarter) => quarter.active_users)],
    ['SESSIONS', count(totals.sessions), quarters.map((quarter) => quarter.sessions)],
    ['TOOL CALLS', count(totals.tool_calls), quarters.map((quarter) => quarter.tool_calls)],
    ['COMMITS', count(totals.commits), quarters.map((quarter) => quarter.commits)],
    ['TOKENS', sum === undefined ? NONE : shortNumber(sum), []],
  ]
  // A narrow window has no room for the last figures.
  const figures = all.slice(0, Math.max(2, Math.floor((width - 2) / MIN_FIGURE_CELLS)))
  const cells = Math.floor((width - 2) / figures.length) - 2
  const row = (texts: readonly string[]): string => cutStyled(` ${texts.join('  ')}`, width)
  return [
    justify(
      ` ${theme.muted(joinFitting([`today UTC, as of ${time}`, paging].filter(Boolean), width - source.length - 4, '   '))}`,
      `${theme.muted(source)} `,
      width,
    ),
    row(figures.map(([label, text]) => `${theme.muted(label)} ${theme.strong(fit(text, cells - label.length - 1))}`)),
    row(
      figures.map(([, , values]) =>
        theme.accent(fit(theme.isLinear ? '' : sparkline(bucket(values, cells), { ascii: theme.isAscii }), cells)),
      ),
    ),
  ]
}

const emptyText = (state: QueryState<unknown>, hasAny: boolean, filter: string): string => {
  if (state.is === 'failed') return ''
  if (hasAny) return `No user matches ${safeText(filter.trim())}. Press Esc to show all.`
  return state.is === 'loading' ? 'loading activity of today' : 'No user was active today.'
}

/** Cells of a name in the detail. */
const NAME_CELLS = 22

/** Each key draws the detail, and a server may list thousands of users. */
const emailsOf = memoizePerObject(
  (users: readonly Lenient<LiveUser>[]) =>
    new Map(users.map(({ user_id: id, user_email: email }) => [id, email ?? undefined])),
)

/** Tools by rate, models, and the newest events of all users. */
const detailLines = (
  row: LiveRow,
  today: Loaded,
  { width, height }: { width: number; height: number },
  theme: Theme,
  nameOf: (id: string, email: string | undefined) => string,
): string[] => {
  const { tools = [], models = [], recent = [], users = noUsers } = today ?? {}
  const emails = emailsOf(users)
  const cell = (text: string | null | undefined) => fit(safeText(oneLine(text ?? NONE)), NAME_CELLS)
  const room = Math.max(2, Math.floor((height - 4) / 3))
  const lines = [
    theme.strong(safeText(liveName(row))),
    theme.muted(`${fit('TOOL, ALL USERS', NAME_CELLS)}   CALLS  A MINUTE`),
    ...tools
      .slice(0, room)
      .map((tool) => `${cell(tool.name)} ${count(tool.calls).padStart(7)} ${decimal(tool.perMinute, 1).padStart(9)}`),
    theme.muted(`${fit('MODEL, ALL USERS', NAME_CELLS)}  TOKENS`),
    ...models
      .slice(0, Math.max(1, room - 2))
      .map((model) => `${cell(model.name)} ${shortNumber(model.tokens).padStart(7)}`),
    theme.muted('NEWEST'),
    ...recent
      .slice(0, room + 2)
      .map(
        ({ at, user_id: id = '', name, kind }) =>
          `${safeText(at ?? '').slice(11, 19)} ${fit(safeText(oneLine(name ?? kind ?? NONE)), 12)} ${safeText(nameOf(id, emails.get(id)))}`,
      ),
  ]
  return lines.map((line) => cutStyled(line, width))
}
