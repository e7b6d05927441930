import { usageError } from '../../base/errors.ts'
import { once } from '../../base/memoize.ts'
import { createSecretHash } from '../../cache/ledger/secret-hash.ts'
import { createHistoryTrail, historyPages } from '../../cache/load/revisions/history-pages.ts'
import { HISTORY_LIMIT } from '../../contract/constants.ts'
import { ageEnd } from '../../domain/calendar/as-of.ts'
import { dayOf } from '../../domain/calendar/calendar.ts'
import { pseudonymizeRevision } from '../../domain/overview/pseudonymize.ts'
import { firstGap } from '../../domain/revisions/day-revisions.ts'
import { revisionBriefs } from '../../domain/revisions/revision-brief.ts'
import { type FilterableRevision, filterableRevision, revisionTable } from '../../domain/revisions/revision-filter.ts'
import { HISTORY_MEMBERS, historyOutput, revisionComputed } from '../../domain/revisions/revision-output.ts'
import { andOthers, riskSentence, riskText, verdictSign } from '../../domain/risk/finding-text.ts'
import { type RiskFinding, riskFindings, settingsRisks } from '../../domain/risk/revision-risk.ts'
import { countVerdicts, levelOf, worstOf } from '../../domain/risk/risk-verdict.ts'
import { revisionMask } from '../../domain/secrets/mask-settings.ts'
import type { CommandInput, Deps } from '../kit/command.ts'
import { callOptions, type Remarks } from '../kit/load-options.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { atOption } from '../kit/option-values.ts'
import { withComputed } from '../output/document.ts'
import { type ListInput, type Loaded, listCommand, type Wanted } from '../output/list-command.ts'
import type { ColumnLayout, RawRow, RowLayout } from '../output/row-layout.ts'
import {
  ALL_REVISIONS,
  confirmReveal,
  createRevealed,
  type HistoryView,
  maskUnlessRevealed,
  openHistory,
  parseView,
  type Reveal,
  type Revision,
  revealOptions,
} from './open-history.ts'
import { parseRevisionName, revisionColumns, timeText } from './revision-rows.ts'

/** @throws AppError of kind `usage`. */
const parseSince = (text: string, now: number): ((revision: Revision) => boolean) => {
  const name = parseRevisionName(text, now)
  if (name.is === 'number') return ({ revision }) => revision !== undefined && revision <= name.revision
  if (name.is === 'day') return ({ updatedAt }) => updatedAt !== undefined && dayOf(Date.parse(updatedAt)) < name.day
  throw usageError(`${text} is neither a revision number nor a date: use --limit instead of --since.`)
}

const olderText = (pagination: unknown): string | undefined => {
  const next = nextCursorOf(pagination)
  if (next !== undefined)
    return `There are older revisions: use --all to load them, or --cursor ${next} for the next page.`
  const { hasMore } = (pagination ?? {}) as { hasMore?: unknown }
  return hasMore === true ? 'There are older revisions: use --all to load them.' : undefined
}

/**
 * One row per revision, newest first, even if the server sent a revision twice.
 *
 * @param known - Revisions to compare with, including `rows`.
 */
const briefRows = (rows: readonly Revision[], known: readonly Revision[], { format, globals }: Deps): RawRow[] => {
  const chosen = new Set(rows.map(({ revision }) => revision))
  return revisionBriefs(known)
    .filter(({ revision }) => chosen.has(revision))
    .map((brief) => {
      const { revision, changed } = brief
      const at = known.findIndex((row) => row.revision === revision)
      const [before, after] = [known[at + 1], known[at]]
      const found = before && riskFindings(before.settings, after?.settings)
      const risk = before && riskText(settingsRisks(before.settings, after?.settings))
      const row = historyOutput(brief, found && countVerdicts(found), risk, changed)
      if (format !== 'table') return row
      const worst = found && worstText(found, risk ?? '', globals.isAscii)
      // The first revision has none to compare with, so its cell is empty and does not count as a missing value.
      const worstCell = worst ?? (changed === undefined ? undefined : null)
      const time = timeText(brief)
      const day = time?.slice(0, '2026-11-20'.length)
      return { ...row, time, day, worst: worstCell, others: othersText(changed, worst) }
    })
}

/** Revisions as received, with what is computed by comparing each with the one before it. */
const computedRows = (rows: readonly Revision[], known: readonly Revision[], reveal: Reveal): RawRow[] => {
  const briefs = new Map(revisionBriefs(known).map((brief) => [brief.revision, brief]))
  return rows.map((row) => {
    const before = known[known.indexOf(row) + 1]
    const found = before && riskFindings(before.settings, row.settings)
    return withComputed(
      maskUnlessRevealed(reveal)(row) as RawRow,
      revisionComputed(found, briefs.get(row.revision)?.changed),
    )
  })
}

/** The changed settings, without those that the text of the verdict names. */
const othersText = (changed: readonly string[] | undefined, worst = ''): string | undefined =>
  changed?.filter((name) => !worst.split(/[ .[{]/).includes(name)).join(', ')

/** The worst finding, loosened before tightened before neutral: `▼ sandbox.enabled switched on`. */
const worstText = (found: readonly RiskFinding[], risk: string, isAscii: boolean): string => {
  const worst = worstOf(found)
  if (!worst) return ''
  const sameVerdict = found.filter(({ verdict }) => verdict === worst.verdict)
  const others = andOthers(sameVerdict.length - 1)
  const text = worst.verdict === 'loosened' ? risk : `${riskSentence(worst)}${others}`
  return `${verdictSign(levelOf(worst), isAscii)} ${text}`
}

/** In terminals narrower than this, in cells, the verdict does not fit after the full time and the author. */
const NARROW_COLUMNS = 70

/** The columns. In a narrow terminal the verdict comes before the author, because it matters most. */
const layoutFor = (width = Number.POSITIVE_INFINITY): RowLayout => {
  const [revision, time, who] = revisionColumns
  const day: ColumnLayout = { member: 'day', title: 'DAY', kind: 'day' }
  const worst: ColumnLayout = { member: 'worst', title: 'RISK', kind: 'text', isProse: true }
  const others: ColumnLayout = { member: 'others', title: 'ALSO CHANGED', kind: 'text', isProse: true }
  return {
    columns: width < NARROW_COLUMNS ? [revision, day, worst, who, others] : [revision, time, who, worst, others],
    members: HISTORY_MEMBERS,
  }
}

const optionRows = [
  atOption,
  { flags: '--cursor <cursor>', help: 'continue after this page: its pagination.nextCursor' },
  { flags: '--all', help: 'load all pages' },
  { flags: '--since <revision>', help: 'only revisions after this number or since this day' },
  ...revealOptions,
] as const satisfies readonly OptionRow[]

const parseHistory = (input: CommandInput<typeof optionRows>, now: number, { limit, where }: ListInput) => {
  const { options, globals } = input
  const { cursor, since } = options
  if (cursor === '') throw usageError('--cursor is empty: use the pagination.nextCursor of the previous page.')
  const view = parseView(input, now)
  if (cursor !== undefined && view.at !== undefined) throw usageError('--cursor and --at cannot be used together.')
  if (cursor !== undefined && (options.all || globals.isOffline))
    throw usageError(`--cursor and ${globals.isOffline ? '--offline' : '--all'} cannot be used together.`)
  if (since !== undefined && (cursor ?? limit ?? (options.all || undefined)) !== undefined)
    throw usageError('--since cannot be used with --limit, --cursor or --all.')
  return {
    view,
    cursor,
    // A single page would miss most revisions that match.
    isAll: options.all || (where.length > 0 && limit === undefined && cursor === undefined),
    /** Whether a revision is older than the requested ones; undefined: all are requested. */
    isOlderThanRequested: since === undefined ? undefined : parseSince(since, now),
  }
}

type HistoryOptions = ReturnType<typeof parseHistory>

/** A revision and its filter fields. */
type ListedRevision = { row: Revision; filterable: () => FilterableRevision }

/** Revisions with their filter fields, which depend on the previous revision. `older` is the one before `rows`. */
const withFilterFields = (rows: readonly Revision[], older: Revision | undefined): ListedRevision[] =>
  rows.map((row, at) => ({ row, filterable: once(() => filterableRevision(rows[at + 1] ?? older, row)) }))

const loadHistory = async (
  options: HistoryOptions,
  deps: Deps,
  { where, limit, order }: Wanted<ListedRevision>,
): Promise<Loaded<ListedRevision>> => {
  const { view, isOlderThanRequested, isAll, cursor } = options
  const { isOffline } = await deps.source()
  const isJson = deps.format === 'json' || deps.format === 'ndjson'
  const isWalk = isOlderThanRequested !== undefined || isAll || isOffline || view.at !== undefined
  const choose =
    where &&
    ((rows: readonly Revision[], before?: Revision) => where(withFilterFields(rows, before)).map(({ row }) => row))
  const request = { limit, cursor, choose }
  const page = await (isWalk ? walkHistory(options, request, deps) : loadPage(view, request, deps))
  const { rows: revisions, older, pagination, ...remarks } = page
  const known = older ? [...revisions, older] : revisions
  return {
    rows: withFilterFields(revisions, older),
    ...remarks,
    print: (chosen) => {
      const rows = chosen.map(({ row }) => row)
      const changes = isJson ? computedRows(rows, known, view.reveal) : []
      const briefs = isJson ? changes : briefRows(rows, known, deps)
      return {
        rows: !isJson && order?.isDescending === false ? briefs.toReversed() : briefs,
        envelope: { changes, pagination },
        layout: layoutFor(deps.columns),
      }
    },
    notes: () => [olderText(pagination)],
  }
}

type HistoryPage = Omit<Remarks, 'notes'> & {
  rows: readonly Revision[]
  /** The revision before `rows`, for the comparison with the oldest of them. */
  older: Revision | undefined
  pagination: unknown
}

/** Part of a history: at most `limit` revisions. */
type Part = {
  limit: number | undefined
  cursor: string | undefined
  /** The rows that match; `older` is the revision before `rows`. Undefined: all match. */
  choose: ((rows: readonly Revision[], older: Revision | undefined) => readonly Revision[]) | undefined
}

const NO_MORE = { hasMore: false, nextCursor: null }

/** Loads revisions, newest first, until enough match, plus one more to compare the oldest with. */
const walkHistory = async (
  { view, isAll, isOlderThanRequested }: HistoryOptions,
  { limit = HISTORY_LIMIT.max, choose }: Part,
  deps: Deps,
): Promise<HistoryPage> => {
  const countOf = (rows: readonly Revision[], older: Revision | undefined) => (choose?.(rows, older) ?? rows).length
  /** Number of leading rows to print; -1 if more revisions must be loaded. */
  const endOf = (rows: readonly Revision[]): number => {
    if (isOlderThanRequested) return rows.findIndex(isOlderThanRequested)
    return !isAll && countOf(rows.slice(0, -1), rows.at(-1)) >= limit ? rows.length - 1 : -1
  }
  const { walk } = await openHistory(view, deps)
  const found = await walk((rows) => endOf(rows) >= 0, isAll ? ALL_REVISIONS : undefined)
  const { rows: all, at, problems, incomplete } = found
  const end = endOf(all)
  if (end < 0) return { rows: all, older: undefined, pagination: NO_MORE, at, problems, incomplete }
  const page = { rows: all.slice(0, end), older: all[end], at, problems }
  if (!isOlderThanRequested) return { ...page, pagination: { hasMore: true, nextCursor: null }, incomplete }
  const isWhole = firstGap(all.slice(0, end + 1)) === undefined
  return { ...page, pagination: NO_MORE, incomplete: isWhole ? undefined : incomplete }
}

/**
 * Loads one page as the server sends it, and the revision before it. With conditions, loads
 * as many pages as it takes, and returns a cursor that continues after the last match.
 */
const loadPage = async (view: HistoryView, part: Part, deps: Deps): Promise<HistoryPage> => {
  const { limit, cursor: first, choose } = part
  if (view.reveal !== 'never') await confirmReveal(view.reveal, deps)
  const client = await deps.client()
  const shown = await createMasking(view, deps)
  const requestPage = async (query: {
    limit: number | undefined
    cursor: string | undefined
  }): Promise<HistoryPage> => {
    const { body, problemCount } = await client.call('controlsHistory', { query }, callOptions(deps))
    const { changes = [], pagination } = body
    return { rows: shown(changes), older: undefined, pagination, problems: problemCount }
  }
  if (!choose) {
    const page = await requestPage({ limit, cursor: first })
    const cursor = nextCursorOf(page.pagination)
    const older = cursor !== undefined ? await requestPage({ limit: 1, cursor }) : undefined
    return { ...page, older: older?.rows[0] }
  }
  const rows: Revision[] = []
  let [start, problems, incomplete]: [string | undefined, number, string | undefined] = [first, 0, undefined]
  const walk = { ...callOptions(deps), limit: () => HISTORY_LIMIT.max, cursor: first }
  for await (const page of historyPages(client, createHistoryTrail(), walk)) {
    const before = rows.length
    rows.push(...shown(page.rows))
    problems += page.reply.problemCount
    incomplete = page.incomplete
    const last = choose(rows.slice(0, -1), rows.at(-1))[(limit ?? HISTORY_LIMIT.max) - 1]
    if (last) {
      const end = rows.indexOf(last) + 1
      // The server returns a cursor only for the end of a page. Unless this page ends with the last match, load a
      // shorter one that does, for its cursor.
      const shorter = end > before && (await requestPage({ limit: end - before, cursor: start }))
      const nextCursor = (shorter ? nextCursorOf(shorter.pagination) : start) ?? null
      return { rows: rows.slice(0, end), older: rows[end], pagination: { hasMore: true, nextCursor }, problems }
    }
    start = page.nextCursor
  }
  return { rows, older: undefined, pagination: NO_MORE, problems, incomplete }
}

type Shown = (page: readonly Revision[]) => Revision[]

/** Masks secrets and hides people, as the view requires. */
const createMasking = async ({ reveal, isPseudonymous }: HistoryView, deps: Deps): Promise<Shown> => {
  const salt = await deps.salt()
  const hash = createSecretHash(Buffer.from(salt, 'hex'))
  const revealed = createRevealed(deps)
  return (page) => {
    // Created for each page, because it stores all secrets of the page.
    const mask = revisionMask(hash)
    const masked = page.map((row) => (reveal === 'never' ? mask(row) : revealed(row)))
    return isPseudonymous ? masked.map((row) => pseudonymizeRevision(row, salt)) : masked
  }
}

const nextCursorOf = (pagination: unknown): string | undefined => {
  const next = (pagination as { nextCursor?: unknown } | undefined)?.nextCursor
  return typeof next === 'string' && next !== '' ? next : undefined
}

export const history = listCommand({
  name: 'controls history',
  summary: 'List revisions of the controls, newest first',
  reads: true,
  description:
    'Prints one page, all revisions with --all or --where, or those after a revision with --since. Compares each revision with the one before it and shows the most severe verdict: !! critical, ! loosened, ▼ tightened, ◇ neutral. csv and md have the number of changes per verdict; critical changes also count as loosened. Secrets in settings are masked in every format.',
  what: 'revisions',
  example: 'verdict=loosened who~ito age<30d path~allowlist',
  cacheOptions: ['offline', 'refresh'],
  options: optionRows,
  limit: { help: `maximum number of revisions, 1 to ${HISTORY_LIMIT.max}`, max: HISTORY_LIMIT.max },
  fieldValues: { path: 'setting' },
  layout: layoutFor(),
  examples: [
    'controls history --limit 50',
    'controls history --since 2026-11-01',
    'controls history --all --format csv',
    "controls history --where 'verdict=loosened age<30d'",
  ],
  parse: parseHistory,
  table: (now, options) =>
    revisionTable(ageEnd(options?.view.at, now), ({ filterable }: ListedRevision) => filterable()),
  sorts: {
    names: ['revision'],
    defaultSort: 'revision, newest first',
    begin: (by) => ({ by, isDescending: true }),
    sorted: (rows, { isDescending }) => (isDescending ? rows : rows.toReversed()),
  },
  load: loadHistory,
  cut: (rows, { limit = HISTORY_LIMIT.max }, { isAll, isOlderThanRequested }) =>
    isAll || isOlderThanRequested ? rows : rows.slice(0, limit),
})
