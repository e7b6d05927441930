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
import { NOTHING_KEPT } from '../kit/offline.ts'
import {
  type Caller,
  type KnownRow,
  type KnownRows,
  keptRows,
  type ManagementDeps,
  oldestAt,
  readRows,
  type Seen,
} from './known-rows.ts'

type Run = Lenient<WikiRun>
/** A wiki run; its name is the address of its repository. Its exports are not told by single reads. */
export type WikiRunRow = KnownRow<Run> & RunExports
export type WikiRunRows = Omit<KnownRows<Run>, 'rows'> & { rows: readonly WikiRunRow[] }

/** A run is called by the address of its repository. */
const seenRun = (item: Run, at: number): Seen<Run> => ({ item, at, ...(item.repoUrl && { name: item.repoUrl }) })

export const createLoadWikiRuns = ({ client, ledger, organisation, extensions, known }: ManagementDeps) => {
  const seen = known.seen.wikiRuns
  const take = (runs: readonly Run[], at: number): WikiRunRow[] => {
    const rows = runs.flatMap((item) => {
      const { wikiRunId: id, repoUrl } = item
      const name = repoUrl ?? undefined
      return id === undefined || id === '' ? [] : [{ id, name, source: 'listed' as const, item, at }]
    })
    ledger.rememberIds('wikiRuns', rows, at)
    for (const { id, item } of rows) seen.set(id, seenRun(item, at))
    return rows
  }
  const read =
    (client: Caller, { signal, onRetry }: LoadOptions) =>
    async (id: string): Promise<Seen<Run>> => {
      const reply = await client.call('wikiRun', { params: { wikiRunId: id } }, { signal, onRetry })
      const at = organisation.timeOf(reply)
      take([{ ...reply.body, wikiRunId: id }], at)
      return seenRun(reply.body, at)
    }

  /** Where the server lists only the newest run of each repository, older ones that are known follow. */
  const loadRows = async (options: LoadOptions): Promise<Loaded<WikiRunRows>> => {
    const { signal, onRetry } = options
    const kept = () => keptRows({ ledger }, 'wikiRuns', seen)
    if (!client) {
      const rows = kept()
      if (rows.length === 0) throw new AppError('incomplete', NOTHING_KEPT)
      return loaded({ rows, isListed: false, isReadable: false }, oldestAt(rows), 'ledger')
    }
    const { data: offered } = await extensions({ onRetry })
    const isReadable = offered.includes('wikiRun')
    if (!offered.includes('wikiRuns')) {
      const rows = isReadable ? await readRows(kept(), read(client, options)) : kept()
      return loaded({ rows, isListed: false, isReadable }, organisation.now(), 'server')
    }
    const reply = await client.call('wikiRuns', {}, { signal, onRetry })
    const at = organisation.timeOf(reply)
    const added = kept().filter(({ source }) => source !== 'seen')
    const listed = take(await runsOf(reply), at)
    const others = added.filter(({ id }) => listed.every((row) => row.id !== id))
    const rest = isReadable ? await readRows(others, read(client, options)) : others
    return loaded({ rows: [...listed, ...rest], isListed: true, isReadable }, at, 'server', {
      problems: reply.problemCount,
    })
  }

  const loadAll = async (options: LoadOptions = {}): Promise<Loaded<WikiRunRows>> => {
    const { data, ...rest } = await loadRows(options)
    return { ...rest, data: { ...data, rows: await withExports(ledger, data.rows) } }
  }

  /** One run; its item is missing where the server has no single read and no list has shown it. */
  const loadOne = async (id: string, options: LoadOptions = {}): Promise<Loaded<WikiRunRow>> => {
    const known = keptRows({ ledger }, 'wikiRuns', seen).find((row) => row.id === id)
    const row: WikiRunRow = known ?? { id, name: undefined, source: 'added', item: undefined, at: organisation.now() }
    const offered = client ? (await extensions({ onRetry: options.onRetry })).data : []
    if (!client || !offered.includes('wikiRun')) return loaded(row, row.at, 'ledger')
    const answer = await read(client, options)(id)
    return loaded({ ...row, ...answer }, answer.at, 'server')
  }

  /** All runs of a repository. Throws AppError `notFound` where the server does not tell. */
  const loadHistory = async (repoUrl: string, options: LoadOptions = {}): Promise<Loaded<readonly WikiRunRow[]>> => {
    const { signal, onRetry } = options
    if (!client) throw new AppError('incomplete', NOTHING_KEPT)
    const { data: offered } = await extensions({ onRetry })
    if (!offered.includes('wikiHistory'))
      throw new AppError('notFound', 'This server does not list the wiki runs of a repository: add their ids by hand.')
    const reply = await client.call('wikiHistory', { params: { repoUrl } }, { signal, onRetry })
    const at = organisation.timeOf(reply)
    return loaded(take(await runsOf(reply), at), at, 'server', { problems: reply.problemCount })
  }

  return { loadAll, loadOne, loadHistory }
}

const isRun = (value: unknown): value is { wikiRunId: string } =>
  isContainer(value) && 'wikiRunId' in value && typeof value.wikiRunId === 'string'

/** The runs of an answer: as the contract has them, else, of another shape, in a bare list or under any name. */
const runsOf = async ({ body, other }: Reply<z.infer<typeof WikiRuns>>): Promise<Run[]> => {
  if (body.wikiRuns !== undefined) return body.wikiRuns
  if (!isContainer(other)) return []
  const lists: unknown[] = Array.isArray(other) ? [other] : Object.values(other)
  const wikiRuns = lists.flatMap((list) => (Array.isArray(list) ? list.filter(isRun) : []))
  const fail = (why: string): never => {
    throw new TypeError(why)
  }
  const [{ tolerantParse }, { WikiRuns }] = await Promise.all([
    import('../../../client/tolerant-parse.ts'),
    import('../../../contract/wiki.ts'),
  ])
  return tolerantParse(WikiRuns, { wikiRuns }, 'wikiRuns', fail).body.wikiRuns ?? []
}

/** What became of the exports of a run. */
export type RunExports = {
  /** The archive that was made of it last. */
  lastExport?: LastExport
  /** The last try, where it came to nothing. */
  failedExport?: FailedExport
}

/** Rows of runs, each with its exports where they are kept; whether the file is still there, nobody has looked. */
export const withKeptExports = <Row extends { id: string }>(
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

/** The same, and forgets the exports whose files are gone or are other files by now. */
const withExports = async <Row extends { id: string }>(
  ledger: Pick<Ledger, 'lastExports' | 'failedExports' | 'forgetExport'>,
  rows: readonly Row[],
): Promise<(Row & RunExports)[]> => {
  const kept = withKeptExports(ledger, rows)
  const looked = kept.map(async ({ id, lastExport }) => {
    if (lastExport && !(await isThere(lastExport))) ledger.forgetExport(id)
  })
  await Promise.all(looked)
  return withKeptExports(ledger, rows)
}

const isThere = async ({ path, sizeBytes }: LastExport): Promise<boolean> => {
  try {
    const found = await lstat(path)
    return found.isFile() && found.size === sizeBytes
  } catch {
    return false
  }
}
