import { AppError } from '../../../base/errors.ts'
import type { Client, Reply } from '../../../client/client.ts'
import { type PagedEndpointName, pagesOf } from '../../../client/pages.ts'
import type { Computer } from '../../../contract/computers.ts'
import type { EndpointName, JsonEndpointName, RequestOf, ResponseOf, RowOf } from '../../../contract/endpoints.ts'
import type { ExtensionName } from '../../../contract/extensions.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { isExtension } from '../../../contract/offered-extensions.ts'
import { requestLines } from '../../../contract/request-lines.ts'
import type { KnownKind, LastExport } from '../../ledger/ledger.ts'
import type { LoadOptions, WaitOptions } from '../kit/load-options.ts'
import { type Loaded, loaded } from '../kit/loaded.ts'
import { NOT_CACHED } from '../kit/offline.ts'
import type { LoadDeps } from '../kit/organisation.ts'
import type { Change, ChangeName, ChangeOutcome, ChangeResponse } from './change.ts'
import type { ManagementDeps } from './known-rows.ts'
import { createLoadComputers } from './load-computers.ts'
import { createLoadExtensions } from './load-extensions.ts'
import { createLoadServiceAccounts } from './load-service-accounts.ts'
import { createLoadWikiRuns } from './load-wiki-runs.ts'
import { isExportFailure, type SearchArchives, type WorkOptions } from './work.ts'

/** A list that is the whole response of an endpoint, in the server's order. */
export type List<Row> = {
  rows: readonly Row[]
  /** The whole response if it has another shape than the contract's, for endpoints marked `isOpen`; else undefined. */
  other: unknown
}

/** The client, if the program is online and the server offers the endpoint. */
const clientFor = async (deps: ManagementDeps, name: EndpointName) => {
  if (!deps.client) throw new AppError('incomplete', NOT_CACHED)
  const missing = await unsupportedError(deps, name)
  if (missing) throw missing
  return deps.client
}

const createLoadList =
  (deps: ManagementDeps) =>
  async <N extends JsonEndpointName, Row>(
    name: N,
    rowsOf: (body: Lenient<ResponseOf<N>>) => readonly Row[] | undefined,
    { signal, onRetry }: LoadOptions = {},
    request = {} as RequestOf<N>,
  ): Promise<Loaded<List<Row>>> => {
    const client = await clientFor(deps, name)
    const reply = await send(client, name, request, { signal, onRetry })
    const data = { rows: rowsOf(reply.body) ?? [], other: reply.other }
    return loaded(data, deps.organisation.timeOf(reply), 'server', { problems: reply.problemCount })
  }

/** The pages of a list that an extension returns. */
type PagedExtension = Extract<PagedEndpointName, ExtensionName>

/** All rows of a list with pages. `incomplete` is the reason if the walk ended early. */
const createLoadPages =
  (deps: ManagementDeps) =>
  async <N extends PagedExtension>(
    name: N,
    request: RequestOf<N>,
    { signal, onRetry }: LoadOptions = {},
  ): Promise<Loaded<Lenient<RowOf<N>>[]>> => {
    const client = await clientFor(deps, name)
    const rows: Lenient<RowOf<N>>[] = []
    let problems = 0
    let at = 0
    let incomplete: string | undefined
    for await (const page of pagesOf(client, name, request, { signal, onRetry })) {
      rows.push(...page.rows)
      problems += page.reply.problemCount
      at = deps.organisation.timeOf(page.reply)
      incomplete = page.incomplete
    }
    return { ...loaded(rows, at, 'server', { problems }), ...(incomplete !== undefined && { incomplete }) }
  }

/** One page of a list with pages. `next` is the cursor of the next page; undefined on the last. */
const createLoadPage =
  (deps: ManagementDeps) =>
  async <N extends PagedExtension>(
    name: N,
    request: RequestOf<N>,
    { signal, onRetry }: LoadOptions = {},
  ): Promise<Loaded<{ rows: Lenient<RowOf<N>>[]; next: string | undefined }>> => {
    const client = await clientFor(deps, name)
    const { value: page } = await pagesOf(client, name, request, { signal, onRetry }).next()
    const { rows = [], nextCursor: next, reply } = page ?? {}
    const at = reply ? deps.organisation.timeOf(reply) : deps.organisation.now()
    return loaded({ rows, next }, at, 'server', { problems: reply?.problemCount ?? 0 })
  }

/** Loads and changes the data of administrators: computers, keys, wiki runs and jobs. */
export const createManagement = (
  deps: LoadDeps & { client: Pick<Client, 'call' | 'download'> | undefined; isReadOnly: boolean },
) => {
  const extensions = createLoadExtensions(deps)
  const own = { ...deps, extensions }
  const known = createKnown(own)
  return {
    extensions,
    ...known,
    list: createLoadList(own),
    pages: createLoadPages(own),
    page: createLoadPage(own),
    ...createActions({ ...own, known }),
  }
}

const createKnown = (deps: ManagementDeps) => ({
  computers: createLoadComputers(deps),
  serviceAccounts: createLoadServiceAccounts(deps),
  wikiRuns: createLoadWikiRuns(deps),
})

type ActionDeps = ManagementDeps & {
  client: Pick<Client, 'call' | 'download'> | undefined
  /** Whether to reject every change. */
  isReadOnly: boolean
  known: ReturnType<typeof createKnown>
}

const READ_ONLY = 'Nothing was sent: this run is read-only. Omit --read-only or use a profile that allows writes.'
const OFFLINE = 'Nothing was sent: changes need the server. Omit --offline.'

/** The operations of the explorer other than loading. */
export type Actions = ReturnType<typeof createActions>

const createActions = (deps: ActionDeps) => ({
  /** Makes a change on the server, once. */
  change: createChange(deps),
  ...createFileOperations(deps),
  /** Stores ids that users entered, so that they can be loaded if the server has no list. */
  async addIds(kind: KnownKind, ids: readonly string[], source: 'added' | 'imported'): Promise<void> {
    deps.ledger.addIds(kind, ids, source, deps.organisation.now())
  },
  /** Removes an id and its last response. An id that the server lists returns with the next list. */
  async forgetId(kind: KnownKind, id: string): Promise<void> {
    deps.known[kind].forget(id)
  },
})

/** See {@link Change}. */
const createChange = (deps: ActionDeps): Change => {
  const { client, ledger, organisation, isReadOnly, known } = deps

  /** Stores the ids in a response to a change, for servers without a list. */
  const storeResponseIds = <N extends ChangeName>(name: N, { params }: AnyRequest, answer: ChangeResponse<N>): void => {
    if (name === 'deleteComputer') known.computers.forget(params?.computerId ?? '')
    else if (name === 'deleteWiki') known.wikiRuns.forget(params?.wikiRunId ?? '')
    else if (respondsWithComputer.has(name)) {
      const item: Lenient<Computer> = { id: params?.computerId, ...(answer as Lenient<Computer>) }
      known.computers.take([{ id: item.id, item }])
    } else if (params?.serviceAccountId !== undefined)
      ledger.rememberIds('serviceAccounts', [{ id: params.serviceAccountId, name: undefined }], organisation.now())
  }

  return async (name, request, { signal, onRetry } = {}) => {
    if (isReadOnly) return { is: 'refused', error: new AppError('usage', READ_ONLY) }
    if (!client) return { is: 'refused', error: new AppError('usage', OFFLINE) }
    try {
      const missing = await unsupportedError(deps, name)
      if (missing) return { is: 'refused', error: missing }
      const reply = await send(client, name, request, { signal, onRetry })
      organisation.timeOf(reply)
      storeResponseIds(name, request as AnyRequest, reply.body)
      return { is: 'done', answer: reply.body }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return outcomeOf(error)
    }
  }
}

type AnyRequest = { params?: { computerId?: string; wikiRunId?: string; serviceAccountId?: string } }

/** Changes whose response, from live servers, is the updated computer. */
const respondsWithComputer: ReadonlySet<ChangeName> = new Set([
  'updateComputer',
  'installDependencies',
  'createComputer',
])

// The compiler cannot relate the name and the request across all endpoints at once.
const send = <N extends JsonEndpointName>(
  client: Pick<Client, 'call'>,
  name: N,
  request: RequestOf<N>,
  options: WaitOptions,
): Promise<Reply<ResponseOf<N>>> => client.call(name, request as never, options)

export const unsupportedOperation = (): AppError =>
  new AppError('notFound', 'This server does not support this operation: it is not in its API description.')

// Runs before the request is sent, so every error here means that nothing was sent.
const unsupportedError = async (
  { extensions: offered }: ManagementDeps,
  name: EndpointName,
): Promise<AppError | undefined> => {
  if (!isExtension(name)) return undefined
  try {
    const { data } = await offered({ isHistory: requestLines[name].isHistory ?? false })
    if (data.some((extension) => extension === name)) return undefined
    return unsupportedOperation()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** A 5xx may come from a gateway, so the change may have been made. */
const outcomeOf = (error: AppError): Exclude<ChangeOutcome<never>, { is: 'done' }> => {
  if (error.kind === 'outcomeUnknown') return { is: 'unknown', error }
  if ((error.status ?? 0) < 500) return { is: 'refused', error }
  return { is: 'unknown', error: new AppError('outcomeUnknown', error.message, { ...error, cause: error }) }
}

const EXPORT_OFFLINE = 'An export needs the server. Omit --offline.'

/**
 * Writes to the disk, completely or not at all. A cancelled operation rejects after its partial files are deleted.
 * Rejects with AppError.
 */
const createFileOperations = ({ client, ledger, organisation }: ActionDeps) => ({
  /** Writes the archive of a wiki run to a file. `path` is absolute. */
  async exportWiki(
    { wikiRunId, ...target }: { wikiRunId: string; path: string; mayReplace: boolean },
    { signal, onRetry, onProgress }: WorkOptions = {},
  ): Promise<Pick<LastExport, 'path' | 'sizeBytes' | 'files'>> {
    if (!client) throw new AppError('usage', EXPORT_OFFLINE)
    const { saveArchive } = await import('../../../archive/save-archive.ts')
    const start = async () => {
      const download = await client.download('exportWiki', { params: { wikiRunId } }, { signal, onRetry })
      // Open the ledger now, in parallel with the download, so that it does not delay the end of the export. Any read
      // opens it.
      ledger.orgId()
      return download
    }
    const saved = saveArchive(start, { ...target, signal, onProgress }).catch((error) => {
      if (error instanceof AppError && isExportFailure(error))
        ledger.rememberFailedExport(wikiRunId, { at: organisation.now(), why: error.message })
      throw error
    })
    const { path, sizeBytes, entries } = await saved
    const files = entries.filter(({ isFolder }) => !isFolder).length
    ledger.rememberExport(wikiRunId, { path, at: organisation.now(), sizeBytes, files })
    return { path, sizeBytes, files }
  },
  /** Extracts an archive into a new or empty folder. */
  async extractArchive({ path, folder }: { path: string; folder: string }, { signal, onProgress }: WorkOptions = {}) {
    const { extractArchive } = await import('../../../archive/extract-archive.ts')
    return extractArchive(path, { folder, signal, onProgress })
  },
  /** See {@link SearchArchives}. */
  searchArchives: (async (request, options) => {
    const { searchArchives } = await import('../../../archive/search-archives.ts')
    return searchArchives(request, options)
  }) satisfies SearchArchives,
})
