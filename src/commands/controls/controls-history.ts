import { AppError } from '../../base/errors.ts'
import { HISTORY_LIMIT } from '../../contract/constants.ts'
import { type Day, dayOf } from '../../domain/calendar/calendar.ts'
import { ageEnd } from '../../domain/calendar/known-at.ts'
import { withHiddenRevision } from '../../domain/overview/hidden-people.ts'
import { revisionBriefs } from '../../domain/revisions/revision-brief.ts'
import { revisionTable } from '../../domain/revisions/revision-filter.ts'
import { andOthers, riskSentence, riskText, verdictSign } from '../../domain/risk/finding-text.ts'
import { type RiskFinding, riskFindings, settingsRisks } from '../../domain/risk/revision-risk.ts'
import { countVerdicts, gravestOf, levelOf } from '../../domain/risk/risk-verdict.ts'
import type { CommandInput, Deps } from '../kit/command.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { atOption, parseAt } from '../kit/option-values.ts'
import { type ListInput, type Loaded, listCommand, type Wanted } from '../output/list-command.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import type { ColumnLayout, RawRow, RowLayout } from '../output/row-layout.ts'
import {
  type ChooseRevisions,
  type Filed,
  fileRevisions,
  type HistoryOptions,
  type IsBefore,
  loadHistoryPage,
  nextCursorOf,
} from './load-history-page.ts'
import type { Revision } from './open-history.ts'
import { parseReveal, revealOptions, shownAs } from './open-history.ts'
import { parseRevisionName, revisionColumns, revisionMembers } from './revision-rows.ts'

/** @throws AppError of kind `usage`. */
const parseSince = (text: string, now: number): IsBefore => {
  const name = parseRevisionName(text, now)
  if (name.is === 'number') return ({ revision }) => revision !== undefined && revision <= name.revision
  if (name.is === 'day') return ({ updatedAt }) => updatedAt !== undefined && utcDayOf(updatedAt) < name.day
  throw new AppError('usage', `--since takes a revision's number or a date: for ${text} take --limit.`)
}

const utcDayOf = (updatedAt: string): Day => dayOf(Date.parse(updatedAt))

const olderText = (pagination: unknown): string | undefined => {
  const next = nextCursorOf(pagination)
  if (next !== undefined) return `There are older revisions: --all walks them, --cursor ${next} goes on.`
  const { hasMore } = (pagination ?? {}) as { hasMore?: unknown }
  return hasMore === true ? 'There are older revisions: --all walks them.' : undefined
}

/**
 * Revisions in one line each, newest first; one that came twice has one line.
 *
 * @param known - Revisions to compare with, these among them.
 */
const briefRows = (rows: readonly Revision[], known: readonly Revision[], deps: Deps): RawRow[] => {
  const chosen = new Set(rows.map(({ revision }) => revision))
  return revisionBriefs(known)
    .filter(({ revision }) => chosen.has(revision))
    .map((brief) => {
      const at = known.findIndex(({ revision }) => revision === brief.revision)
      const isFirst = brief.changed !== undefined
      const risk = riskMembers(known[at + 1], known[at], isFirst, deps)
      const members = revisionMembers(brief, deps.format)
      return {
        ...members,
        ...(typeof members.time === 'string' && { day: members.time.slice(0, DAY_CELLS) }),
        ...risk,
        changed: brief.changed?.join(', ') ?? null,
        ...(deps.format === 'table' && { others: othersText(brief.changed, risk.told) }),
      }
    })
}

/** `2026-11-20` */
const DAY_CELLS = 10

/** The members that changed besides the one that the verdict names already. */
const othersText = (changed: readonly string[] | undefined, told: unknown): string | undefined =>
  changed?.filter((name) => typeof told !== 'string' || !told.split(/[ .[{]/).includes(name)).join(', ')

/**
 * How much a revision widened and narrowed, and the worst of the first in words.
 *
 * @param isFirst - Of one without another before it: whether there is none.
 */
const riskMembers = (
  before: Revision | undefined,
  after: Revision | undefined,
  isFirst: boolean,
  { format, globals }: Pick<Deps, 'format' | 'globals'>,
): RawRow => {
  const isTable = format === 'table'
  if (!before)
    return {
      widened: null,
      grave: null,
      narrowed: null,
      risk: null,
      ...(isTable && { told: isFirst ? null : undefined }),
    }
  const found = riskFindings(before.settings, after?.settings)
  const { widened, grave, narrowed } = countVerdicts(found)
  const risk = riskText(settingsRisks(before.settings, after?.settings))
  return {
    widened,
    grave,
    narrowed,
    risk,
    ...(isTable && { told: gravestText(found, risk, globals.isAscii) }),
  }
}

/** The worst that was widened, else the first that was narrowed, else what is worth a look: `▼ sandbox.enabled switched on`. */
const gravestText = (found: readonly RiskFinding[], risk: string, isAscii: boolean): string => {
  const gravest = gravestOf(found)
  if (!gravest) return ''
  const alike = found.filter(({ verdict }) => verdict === gravest.verdict)
  const others = andOthers(alike.length - 1)
  const text = gravest.verdict === 'widened' ? risk : `${riskSentence(gravest)}${others}`
  return `${verdictSign(levelOf(gravest), isAscii)} ${text}`
}

const verdictColumns: readonly ColumnLayout[] = [
  { member: 'told', title: 'RISK', kind: 'text', isProse: true },
  { member: 'others', title: 'ALSO CHANGED', kind: 'text', isProse: true },
]

const members = ['revision', 'updatedAt', 'who', 'email', 'widened', 'grave', 'narrowed', 'risk', 'changed']

/** Cells of a terminal in which a verdict has no room behind the whole time and the author. */
const NARROW = 70

/** The verdict is what a reader has come for: where there is little room the author gives way to it. */
const layoutFor = (width = Number.POSITIVE_INFINITY): RowLayout => {
  const [revision, , who] = revisionColumns
  const [told, others] = verdictColumns
  const day: ColumnLayout = { member: 'day', title: 'DAY', kind: 'day' }
  const narrow = [revision, day, told, who, others].filter((one) => one !== undefined)
  return { columns: width < NARROW ? narrow : [...revisionColumns, ...verdictColumns], members }
}

const optionRows = [
  atOption,
  { flags: '--cursor <cursor>', help: 'go on below a page: pagination.nextCursor of it' },
  { flags: '--all', help: 'walk all pages and join them' },
  { flags: '--since <revision>', help: 'only what is newer than this number, or made on this day (UTC) or later' },
  ...revealOptions,
  pseudonymsOption,
] as const satisfies readonly OptionRow[]

const parseHistory = (
  input: CommandInput<typeof optionRows>,
  now: number,
  { limit, where }: ListInput,
): HistoryOptions => {
  const { options, globals } = input
  const { cursor, since } = options
  if (cursor === '') throw new AppError('usage', 'The cursor is empty: give pagination.nextCursor of the page before.')
  const at = parseAt(options, now)
  if (cursor !== undefined && at !== undefined)
    throw new AppError('usage', '--cursor goes on below a page of now, and --at asks for then: leave one of them out.')
  if (cursor !== undefined && (options.all || globals.isOffline))
    throw new AppError(
      'usage',
      `--cursor asks for one page and ${globals.isOffline ? '--offline asks for nothing' : '--all for every one'}: leave one of them out.`,
    )
  if (since !== undefined && (cursor ?? limit ?? (options.all || undefined)) !== undefined)
    throw new AppError(
      'usage',
      '--since says how far back to go, and so do --limit, --cursor and --all: leave --since or them out.',
    )
  return {
    at,
    cursor,
    // Of a page, most of what the conditions hold for would be left out.
    isAll: options.all || (where.length > 0 && limit === undefined && cursor === undefined),
    isBefore: since === undefined ? undefined : parseSince(since, now),
    isPseudonymous: options.pseudonyms,
    reveal: parseReveal(input),
  }
}

const loadHistory = async (
  options: HistoryOptions,
  deps: Deps,
  { where, limit, order }: Wanted<Filed>,
): Promise<Loaded<Filed>> => {
  const salt = options.isPseudonymous ? await deps.salt() : undefined
  const named = (rows: readonly Revision[]): readonly Revision[] =>
    salt === undefined ? rows : rows.map((row) => withHiddenRevision(row, salt))
  const choose: ChooseRevisions = (rows, older) => {
    const filed = fileRevisions(rows, older)
    return where?.(filed) ?? filed
  }
  const { isOffline } = await deps.source()
  const wish = { ...options, limit, hasWhere: where !== undefined }
  const page = await loadHistoryPage(wish, choose, isOffline, deps)
  const revisions = named(page.rows)
  const known = page.older ? [...revisions, page.older] : revisions
  const isJson = deps.format === 'json' || deps.format === 'ndjson'
  return {
    rows: fileRevisions(revisions, page.older),
    at: page.at,
    problems: page.problems,
    incomplete: page.incomplete,
    print: (chosen) => {
      const rows = chosen.map(({ row }) => row)
      const changes = rows.map((row) => shownAs(options.reveal)(row) as RawRow)
      const briefs = isJson ? changes : briefRows(rows, known, deps)
      return {
        rows: !isJson && order?.isDescending === false ? briefs.toReversed() : briefs,
        envelope: { changes, pagination: page.pagination },
        layout: layoutFor(deps.columns),
      }
    },
    notes: () => [olderText(page.pagination)],
  }
}

export const history = listCommand({
  name: 'controls history',
  summary: 'Revisions of the enterprise controls, newest first: who, when, what changed',
  description:
    'One page, all with --all, or all that is new with --since. Each revision is compared with the one before, and the gravest that the rules say of it is named: !! widened gravely, ! widened, ▼ narrowed, ◇ worth a look; csv and md count them, those that are grave both as widened and apart. Secrets in settings are masked in every format.',
  what: 'revisions',
  example: 'verdict=widened who~ito age<30d path~allowlist',
  cacheOptions: ['offline', 'refresh'],
  options: optionRows,
  limit: { help: `maximum number of revisions, 1 to ${HISTORY_LIMIT.max}`, max: HISTORY_LIMIT.max },
  fieldValues: { path: 'setting' },
  members,
  examples: [
    'controls history --limit 50',
    'controls history --since 2026-11-01',
    'controls history --all --format csv',
    "controls history --where 'verdict=widened age<30d'",
  ],
  parse: parseHistory,
  table: (now, options) => revisionTable(ageEnd(options?.at, now), ({ filed }: Filed) => filed()),
  sorts: {
    names: ['revision'],
    usual: 'revision, the newest first',
    begin: (by) => ({ by, isDescending: true }),
    sorted: (rows, { isDescending }) => (isDescending ? rows : rows.toReversed()),
  },
  load: loadHistory,
  cut: (rows, { limit = HISTORY_LIMIT.max }, { isAll, isBefore }) => (isAll || isBefore ? rows : rows.slice(0, limit)),
})
