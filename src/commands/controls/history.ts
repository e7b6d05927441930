import { createSecretHash } from '../../cache/ledger/secret-hash.ts'
import { refuseOf } from '../../cache/refusals.ts'
import type { Source } from '../../cache/source.ts'
import { HISTORY_LIMIT } from '../../contract/controls.ts'
import { riskText } from '../../domain/attention-text.ts'
import { moment } from '../../domain/format.ts'
import { withHiddenRevision } from '../../domain/hidden-people.ts'
import { maskRevision, shownSettings } from '../../domain/mask-settings.ts'
import { revisionBriefs } from '../../domain/revision-brief.ts'

import { settingsRisks } from '../../domain/revision-risk.ts'
import { AppError } from '../../errors.ts'
import { noteProblems } from '../analytics/days.ts'
import { pseudonymsOption } from '../analytics/pseudonyms.ts'
import { incompleteMembers, loadOptions, noteAge, throwIfIncomplete } from '../cache-use.ts'
import { type CommandInput, command, type Deps } from '../command.ts'
import { noteTo } from '../note.ts'
import { FORMATS } from '../output/format.ts'
import { printRows } from '../output/print-rows.ts'
import type { RawRow, RowsView } from '../output/rows-view.ts'
import { parseWhole, textOf } from '../values.ts'
import { callOptions } from '../wait-notice.ts'
import { ALL_REVISIONS, type Revision } from './find-revision.ts'

export type HistoryOptions = {
  limit: number | undefined
  cursor: string | undefined
  isAll: boolean
  isPseudonymous: boolean
}

export const parseHistory = ({ options, globals }: CommandInput): HistoryOptions => {
  const cursor = textOf(options, 'cursor')
  if (cursor === '') throw new AppError('usage', 'The cursor is empty: give pagination.nextCursor of the page before.')
  if (cursor !== undefined && (options.all === true || globals.isOffline))
    throw new AppError(
      'usage',
      `--cursor asks for one page and ${globals.isOffline ? '--offline asks for nothing' : '--all for every one'}: leave one of them out.`,
    )
  return {
    limit: parseWhole(textOf(options, 'limit'), '--limit', HISTORY_LIMIT),
    cursor,
    isAll: options.all === true,
    isPseudonymous: options.pseudonyms === true,
  }
}

type HistoryPage = {
  rows: Revision[]
  pagination: unknown
  problems: number
  at: number | undefined
  incomplete: string | undefined
}

export const runHistory = async (options: HistoryOptions, deps: Deps): Promise<undefined> => {
  const source = await deps.source()
  const page =
    options.isAll || source.isOffline ? await wholeHistory(source, options, deps) : await askPage(options, deps)
  const salt = options.isPseudonymous ? await deps.salt() : undefined
  const rows = salt === undefined ? page.rows : page.rows.map((row) => withHiddenRevision(row, salt))
  const changes = rows.map((row) => shownSettings(row) as RawRow)
  const isJson = deps.format === 'json' || deps.format === 'ndjson'
  const envelope = { changes, pagination: page.pagination, ...incompleteMembers(page.incomplete) }
  printRows({ rows: isJson ? changes : briefRows(rows), envelope, view }, deps)
  const next = nextCursorOf(page.pagination)
  if (next !== undefined) noteTo(deps.err, `There are older revisions: --all walks them, --cursor ${next} goes on.`)
  noteAge(source, page.at, deps)
  noteProblems(page.problems, deps)
  throwIfIncomplete(page.incomplete)
}

const wholeHistory = async (source: Source, { limit, isAll }: HistoryOptions, deps: Deps): Promise<HistoryPage> => {
  const most = isAll ? ALL_REVISIONS : (limit ?? HISTORY_LIMIT.max)
  const { data, at, problems, incomplete } = await source.loadRevisions(most, loadOptions(deps))
  return { rows: data, pagination: { hasMore: false, nextCursor: null }, problems, at, incomplete }
}

const askPage = async ({ limit, cursor }: HistoryOptions, deps: Deps): Promise<HistoryPage> => {
  const [client, { ledger }, salt] = [await deps.client(), await deps.source(), await deps.salt()]
  const query = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) }
  const reply = await refuseOf(ledger, 'revisions', () => client.call('controlsHistory', { query }, callOptions(deps)))
  const hash = createSecretHash(Buffer.from(salt, 'hex'))
  return {
    rows: (reply.body.changes ?? []).map((row) => maskRevision(row, hash)),
    pagination: reply.body.pagination,
    problems: reply.problemCount,
    at: undefined,
    incomplete: undefined,
  }
}

const nextCursorOf = (pagination: unknown): string | undefined => {
  const next = (pagination as { nextCursor?: unknown } | undefined)?.nextCursor
  return typeof next === 'string' && next !== '' ? next : undefined
}

/** Revisions in one line each, compared with the one before where that is among them. */
const briefRows = (rows: readonly Revision[]): RawRow[] =>
  revisionBriefs(rows).map(({ revision, updatedAt, who, email, changed }) => {
    const at = rows.findIndex((row) => row.revision === revision)
    const before = rows[at + 1]
    const risks = before ? settingsRisks(before.settings, rows[at]?.settings) : []
    return {
      revision: revision ?? null,
      updatedAt: updatedAt ?? null,
      time: updatedAt === undefined ? null : moment(Date.parse(updatedAt)),
      who: who ?? null,
      email: email ?? null,
      changed: changed?.join(', ') ?? null,
      widened: before === undefined ? null : risks.length === 0 ? '' : riskText(risks),
    }
  })

const view: RowsView = {
  columns: [
    { member: 'revision', title: 'REV', kind: 'count' },
    { member: 'time', title: 'TIME', kind: 'day' },
    { member: 'who', title: 'BY', kind: 'text' },
    { member: 'widened', title: 'WIDENED', kind: 'text' },
    { member: 'changed', title: 'CHANGED', kind: 'text' },
  ],
  members: ['revision', 'updatedAt', 'who', 'email', 'widened', 'changed'],
}

export const history = command({
  name: 'controls history',
  summary: 'Revisions of the enterprise controls, newest first: who, when, what changed',
  description:
    'One page, or all with --all. Each revision is compared with the one before, and what it widened is named. Secrets in settings are masked in every format.',
  formats: FORMATS,
  cacheOptions: ['offline', 'refresh'],
  options: [
    { flags: '--limit <number>', help: 'revisions on a page, 1 to 100' },
    { flags: '--cursor <cursor>', help: 'go on below a page: pagination.nextCursor of it' },
    { flags: '--all', help: 'walk all pages and join them' },
    pseudonymsOption,
  ],
  examples: ['controls history --limit 50', 'controls history --all --format csv'],
  parse: parseHistory,
  run: runHistory,
})
