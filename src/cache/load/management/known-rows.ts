import { AppError } from '../../../base/errors.ts'
import type { Reply } from '../../../client/client.ts'
import type { ExtensionName } from '../../../contract/extensions.ts'
import type { KnownId, KnownKind } from '../../ledger/ledger.ts'
import { type Failure, isRefusal, toFailure } from '../kit/load-errors.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { CHANGING_FRESH_MS, type Loaded, loaded } from '../kit/loaded.ts'
import { NOT_CACHED } from '../kit/offline.ts'
import type { LoadDeps } from '../kit/organisation.ts'
import type { LoadExtensions } from './load-extensions.ts'

/** A resource with an id, and its last known state. */
export type KnownRow<Item> = {
  id: string
  /** Its last seen name; undefined if no response had one. Untrusted text. */
  name: string | undefined
  /** Where the id came from: `listed` by the server, or stored from another source. */
  source: KnownId['source'] | 'listed'
  /** The server's last response for it; undefined if there was none or it cannot be requested. */
  item: Item | undefined
  /** When the server responded or, without an item, when the id was added or seen, Unix ms by the server's clock. */
  at: number
  /** Why there is no item, or no current one. */
  failure?: Failure
}

export type KnownRows<Item> = {
  rows: readonly KnownRow<Item>[]
  /** Whether the server has a list. Otherwise the rows are the ids known on this machine. */
  isListed: boolean
  /** Whether each row can be requested by its id. */
  isReadable: boolean
}

/** Maximum number of parallel requests for rows that are read one by one. */
const MAX_PARALLEL = 4

/** When the oldest of the cached rows was seen, Unix ms. */
export const oldestAt = (rows: readonly Pick<KnownRow<unknown>, 'at'>[]): number =>
  Math.min(...rows.map(({ at }) => at))

export type Caller = NonNullable<LoadDeps['client']>

/** The dependencies of all loading functions for administrators. */
export type ManagementDeps = LoadDeps & { extensions: LoadExtensions }

type Answer = Pick<Reply<unknown>, 'serverDate' | 'problemCount'>
type Named<Item> = { id: string | undefined; item: Item }

/** How to load rows of a kind. */
type Known<Item> = {
  kind: KnownKind
  /** The endpoint that lists rows; absent if no server has one. `isAll`: its list is complete. */
  list?: {
    extension: ExtensionName
    load: (client: Caller, options: LoadOptions) => Promise<Answer & { items: readonly Named<Item>[] }>
    isAll: boolean
  }
  /** The extension with the endpoint that reads one row; absent if every server has it. */
  single?: ExtensionName
  read: (client: Caller, id: string, options: LoadOptions) => Promise<Answer & { item: Item }>
  nameOf: (item: Item) => string | undefined
  /** Whether to keep responses in memory. */
  isKept: boolean
  freshMs?: (rows: readonly KnownRow<Item>[]) => number
}

/**
 * Reads rows one by one, a few in parallel. The error of a row is stored in the row; a 401 or 403 fails the whole load.
 */
const readEach = async <Item>(
  rows: readonly KnownRow<Item>[],
  read: (row: KnownRow<Item>) => Promise<{ row: KnownRow<Item>; problems: number }>,
) => {
  const results = [...rows]
  const queue = [...rows.entries()]
  let problems = 0
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, row] = next
      try {
        const one = await read(row)
        results[at] = one.row
        problems += one.problems
      } catch (error) {
        if (!(error instanceof AppError) || error.kind === 'interrupted' || isRefusal(error)) throw error
        results[at] = { ...row, failure: toFailure(error) }
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL }, work))
  return { rows: results, problems }
}

/** Loads resources that a server may not list. Their ids and names are also in the ledger. */
export const createKnownRows = <Item>(
  { client, ledger, organisation, extensions }: ManagementDeps,
  { kind, list, single, read, nameOf, isKept, freshMs = () => CHANGING_FRESH_MS }: Known<Item>,
) => {
  /** The last response for each id. */
  const seen = new Map<string, KnownRow<Item>>()
  const cached = (): KnownRow<Item>[] =>
    ledger.knownIds(kind).map((known) => {
      const last = seen.get(known.id)
      return { ...known, name: last?.name ?? known.name, item: last?.item, at: last?.at ?? known.at }
    })
  /** Stores the ids of a response's items, for servers without a list. */
  const take = (items: readonly Named<Item>[], at = organisation.now()): KnownRow<Item>[] => {
    const rows = items.map(({ id = '', item }) => ({ id, name: nameOf(item), source: 'listed' as const, item, at }))
    const known = rows.filter(({ id }) => id !== '')
    ledger.rememberIds(kind, known, at)
    if (isKept) for (const row of known) seen.set(row.id, row)
    return rows
  }
  const readRow = async (client: Caller, row: KnownRow<Item>, options: LoadOptions) => {
    const answer = await read(client, row.id, options)
    const [{ name, item, at } = row] = take([{ id: row.id, item: answer.item }], organisation.timeOf(answer))
    return { row: { ...row, name: name ?? row.name, item, at }, problems: answer.problemCount }
  }
  const offered = async ({ onRetry }: LoadOptions): Promise<{ isListed: boolean; isReadable: boolean }> => {
    if (!client || (!list && !single)) return { isListed: false, isReadable: client !== undefined }
    const { data } = await extensions({ onRetry })
    const has = (name: ExtensionName | undefined) => name !== undefined && data.includes(name)
    return { isListed: has(list?.extension), isReadable: has(single) }
  }

  const loadAll = async (options: LoadOptions = {}): Promise<Loaded<KnownRows<Item>>> => {
    if (!client) {
      const rows = cached()
      if (rows.length === 0) throw new AppError('incomplete', NOT_CACHED)
      return loaded({ rows, isListed: false, isReadable: false }, oldestAt(rows), 'ledger', { freshMs: freshMs(rows) })
    }
    const { isListed, isReadable } = await offered(options)
    const readKnown = (rows: KnownRow<Item>[]) =>
      isReadable ? readEach(rows, (row) => readRow(client, row, options)) : { rows, problems: 0 }
    if (!list || !isListed) {
      const { rows, problems } = await readKnown(cached())
      return loaded({ rows, isListed, isReadable }, organisation.now(), 'server', { freshMs: freshMs(rows), problems })
    }
    const { items, ...answer } = await list.load(client, options)
    const at = organisation.timeOf(answer)
    const added = list.isAll ? [] : cached().filter(({ source }) => source !== 'seen')
    const listed = take(items, at)
    const others = await readKnown(added.filter(({ id }) => listed.every((row) => row.id !== id)))
    const rows = [...listed, ...others.rows]
    const problems = answer.problemCount + others.problems
    return loaded({ rows, isListed, isReadable }, at, 'server', { freshMs: freshMs(rows), problems })
  }

  /** Loads one row. Its item is missing if it cannot be requested and no response contained it. */
  const loadOne = async (id: string, options: LoadOptions = {}): Promise<Loaded<KnownRow<Item>>> => {
    const known = cached().find((row) => row.id === id)
    const row = known ?? { id, name: undefined, source: 'added', item: undefined, at: organisation.now() }
    const { isListed, isReadable } = await offered(options)
    if (client && isReadable) {
      const { row: fresh, problems } = await readRow(client, row, options)
      return loaded(fresh, fresh.at, 'server', { freshMs: freshMs([fresh]), problems })
    }
    if (!isListed || !list?.isAll) return loaded(row, row.at, 'ledger', { freshMs: freshMs([row]) })
    const all = await loadAll(options)
    const listed = all.data.rows.find((other) => other.id === id)
    if (listed) return { ...all, data: listed }
    throw new AppError('notFound', `The id ${id} is not in the list of ${kind}. See qd ${kind} list.`)
  }

  return {
    take,
    loadAll,
    loadOne,
    forget: (id: string): void => {
      seen.delete(id)
      ledger.forgetId(kind, id)
    },
  }
}
