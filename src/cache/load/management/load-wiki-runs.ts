import { lstat } from 'node:fs/promises'
import type { z } from 'zod'
import { AppError } from '../../../base/errors.ts'
import { isContainer } from '../../../base/json.ts'
import type { Reply } from '../../../client/client.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import type { WikiRun, WikiRuns } from '../../../contract/wiki.ts'
import type { FailedExport, LastExport } from '../../ledger/ledger.ts'
import type { Ledger } from '../../ledger/open-ledger.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { type Loaded, loaded } from '../kit/loaded.ts'
import { NOT_CACHED } from '../kit/offline.ts'
import { createKnownRows, type KnownRow, type KnownRows, type ManagementDeps } from './known-rows.ts'

type Run = Lenient<WikiRun>
/** A wiki run. Its name is the address of its repository. `loadOne` does not add its exports. */
export type WikiRunRow = KnownRow<Run> & RunExports
export type WikiRunRows = Omit<KnownRows<Run>, 'rows'> & { rows: readonly WikiRunRow[] }

/** Loads wiki runs. If the server lists only the newest run of each repository, older runs with known ids follow. */
export const createLoadWikiRuns = (deps: ManagementDeps) => {
  const { client, ledger, organisation, extensions } = deps
  const known = createKnownRows<Run>(deps, {
    kind: 'wikiRuns',
    isKept: true,
    single: 'wikiRun',
    list: {
      extension: 'wikiRuns',
      isAll: false,
      load: async (client, options) => {
        const reply = await client.call('wikiRuns', {}, options)
        return { ...reply, items: await runsOf(reply) }
      },
    },
    read: async (client, wikiRunId, options) => {
      const reply = await client.call('wikiRun', { params: { wikiRunId } }, options)
      return { ...reply, item: reply.body }
    },
    // The name of a run is the address of its repository.
    nameOf: ({ repoUrl }) => repoUrl || undefined,
  })
  return {
    ...known,
    loadAll: async (options?: LoadOptions): Promise<Loaded<WikiRunRows>> => {
      const { data, ...rest } = await known.loadAll(options)
      return { ...rest, data: { ...data, rows: await withExports(ledger, data.rows) } }
    },
    /** All runs of a repository. Throws AppError `notFound` if the server has no such endpoint. */
    loadHistory: async (
      repoUrl: string,
      { signal, onRetry }: LoadOptions = {},
    ): Promise<Loaded<readonly WikiRunRow[]>> => {
      if (!client) throw new AppError('incomplete', NOT_CACHED)
      const { data: offered } = await extensions({ onRetry })
      if (!offered.includes('wikiHistory'))
        throw new AppError('notFound', "This server can't list the wiki runs of a repository. Add their ids by hand.")
      const reply = await client.call('wikiHistory', { params: { repoUrl } }, { signal, onRetry })
      const at = organisation.timeOf(reply)
      return loaded(known.take(await runsOf(reply), at), at, 'server', { problems: reply.problemCount })
    },
  }
}

const isRun = (value: unknown): value is { wikiRunId: string } =>
  isContainer(value) && 'wikiRunId' in value && typeof value.wikiRunId === 'string'

/** The runs of a response: in the contract's shape, else in a bare array or in any member that is an array. */
const runsOf = async (reply: Reply<z.infer<typeof WikiRuns>>): Promise<{ id: string; item: Run }[]> =>
  (reply.body.wikiRuns ?? (await otherRuns(reply.other))).flatMap((item) =>
    item.wikiRunId ? [{ id: item.wikiRunId, item }] : [],
  )

const otherRuns = async (other: unknown): Promise<Run[]> => {
  if (!isContainer(other)) return []
  const lists: unknown[] = Array.isArray(other) ? [other] : Object.values(other)
  const wikiRuns = lists.flatMap((list) => (Array.isArray(list) ? list.filter(isRun) : []))
  const [{ tolerantParse }, { WikiRuns }] = await Promise.all([
    import('../../../client/tolerant-parse.ts'),
    import('../../../contract/wiki.ts'),
  ])
  const fail = (why: string): never => {
    throw new TypeError(why)
  }
  return tolerantParse(WikiRuns, { wikiRuns }, 'wikiRuns', fail).body.wikiRuns ?? []
}

/** The exports of a run. */
export type RunExports = {
  /** The last archive saved from it. */
  lastExport?: LastExport
  /** The last export, if it failed. */
  failedExport?: FailedExport
}

/** Adds the stored exports to rows of runs. Does not check whether the files still exist. */
export const withStoredExports = <Row extends { id: string }>(
  ledger: Pick<Ledger, 'lastExports' | 'failedExports'>,
  rows: readonly Row[],
): (Row & RunExports)[] => {
  const exports = ledger.lastExports()
  const failed = ledger.failedExports()
  return rows.map((row) => {
    const lastExport = exports.get(row.id)
    const failedExport = failed.get(row.id)
    return { ...row, ...(lastExport && { lastExport }), ...(failedExport && { failedExport }) }
  })
}

/** Like {@link withStoredExports}, but removes the exports whose files were deleted or replaced. */
const withExports = async (
  ledger: Pick<Ledger, 'lastExports' | 'failedExports' | 'forgetExport'>,
  rows: readonly KnownRow<Run>[],
): Promise<WikiRunRow[]> =>
  Promise.all(
    withStoredExports(ledger, rows).map(async ({ lastExport, ...row }) => {
      if (!lastExport) return row
      if (await isThere(lastExport)) return { ...row, lastExport }
      ledger.forgetExport(row.id)
      return row
    }),
  )

/** The archives of the last exports that still exist unchanged, newest first. `name` is the address of the repository. */
export const exportedArchives = async (
  ledger: Pick<Ledger, 'lastExports' | 'knownIds'>,
): Promise<{ id: string; name: string | undefined; path: string }[]> => {
  const names = new Map(ledger.knownIds('wikiRuns').map(({ id, name }) => [id, name]))
  const exports = [...ledger.lastExports()].sort(([, a], [, b]) => b.at - a.at)
  const areThere = await Promise.all(exports.map(([, exported]) => isThere(exported)))
  return exports.flatMap(([id, { path }], at) => (areThere[at] ? [{ id, name: names.get(id), path }] : []))
}

const isThere = async ({ path, sizeBytes }: LastExport): Promise<boolean> => {
  try {
    const found = await lstat(path)
    return found.isFile() && found.size === sizeBytes
  } catch {
    return false
  }
}
