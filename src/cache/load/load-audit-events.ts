import { AppError } from '../../base/errors.ts'
import { pagesOf } from '../../client/pages.ts'
import { type OfferedList, offeredList } from '../../contract/offered-list.ts'
import { type AuditRow, auditRows } from '../../domain/audit/audit-row.ts'
import { maskMembers } from '../../domain/secrets/mask-settings.ts'
import type { LoadOptions } from './kit/load-options.ts'
import { LIST_FRESH_MS, type Loaded, loaded } from './kit/loaded.ts'
import { NOT_CACHED } from './kit/offline.ts'
import { unsupportedOperation } from './management/management.ts'
import type { OnlineDeps, RevisionDeps } from './revisions/history-pages.ts'

type Event = AuditRow['event']

/** A walk of the log, as far as it has been loaded. */
type Walk = {
  list: OfferedList
  events: Event[]
  /** Where the walk continues; undefined at the end. */
  cursor: string | undefined
  /** When the newest event was requested, Unix ms. */
  at: number
  problems: number
  incomplete: string | undefined
}

/** Events of one page, unless the server allows fewer. */
const PAGE_SIZE = 100

/**
 * Loads the newest events of the audit log. Path and parameters come from the server's OpenAPI document. Nothing is
 * stored on disk, because the log names people and addresses.
 *
 * @throws AppError if the server has no audit log or refuses it.
 */
export const createLoadAuditEvents = (deps: RevisionDeps) => {
  let last: Walk | undefined
  return async (
    limit: number,
    { isForced = false, ...options }: LoadOptions = {},
  ): Promise<Loaded<readonly AuditRow[]>> => {
    const { client, organisation } = deps
    if (!client) throw new AppError('incomplete', NOT_CACHED)
    const online = { ...deps, client }
    const canContinue = !isForced && last !== undefined && organisation.now() - last.at < LIST_FRESH_MS
    const begun = canContinue && last ? last : undefined
    const walk = await extend(online, begun ?? (await begin(online, options)), limit, begun === undefined, options)
    last = walk
    const { at, problems, incomplete } = walk
    const rows = auditRows(walk.events.slice(0, limit))
    return { ...loaded(rows, at, 'server', { freshMs: LIST_FRESH_MS, problems }), ...(incomplete && { incomplete }) }
  }
}

const begin = async ({ client, organisation }: OnlineDeps, options: LoadOptions): Promise<Walk> => {
  const { raw } = await client.call('openApi', {}, { ...options, isHistory: true }).catch((error) => {
    if (error instanceof AppError && error.status === 404) throw unsupportedOperation()
    throw error
  })
  const list = offeredList(raw, 'auditEvents')
  if (!list) throw unsupportedOperation()
  return { list, events: [], cursor: undefined, at: organisation.now(), problems: 0, incomplete: undefined }
}

const ONE_PAGE = 'The API description of this server names no cursor, so only the newest events are loaded.'

/** Loads pages until there are `limit` events. @param isNew - Whether the walk has no pages yet. */
const extend = async (
  { client, organisation, hash }: OnlineDeps,
  before: Walk,
  limit: number,
  isNew: boolean,
  options: LoadOptions,
): Promise<Walk> => {
  const walk = { ...before, events: [...before.events] }
  const { list } = walk
  if (walk.events.length >= limit || (!isNew && walk.cursor === undefined)) return walk
  const query = {
    ...(list.limit && { [list.limit.name]: Math.min(PAGE_SIZE, list.limit.max ?? PAGE_SIZE) }),
    ...(list.cursor !== undefined && walk.cursor !== undefined && { [list.cursor]: walk.cursor }),
  }
  try {
    const paged = { ...options, path: list.path, cursorName: list.cursor }
    for await (const page of pagesOf(client, 'auditEvents', { query }, paged)) {
      const at = organisation.timeOf(page.reply)
      if (isNew && page.page === 1) walk.at = at
      for (const row of page.rows) walk.events.push(maskMembers(row, ['eventType', 'actor', 'createdAt'], hash))
      walk.problems += page.reply.problemCount
      const isOnePage = list.cursor === undefined
      walk.incomplete = isOnePage && page.nextCursor !== undefined ? ONE_PAGE : page.incomplete
      walk.cursor = isOnePage ? undefined : page.nextCursor
      if (isOnePage || walk.events.length >= limit) break
    }
  } catch (error) {
    throw error instanceof AppError && error.status === 403 ? ownersOnly(error) : error
  }
  return walk
}

const ownersOnly = (error: AppError): AppError =>
  new AppError(error.kind, 'The server refused the audit log (403): the user of the key needs the role Owner.', {
    ...error,
    cause: error,
  })
