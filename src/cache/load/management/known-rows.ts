import { AppError } from '../../../base/errors.ts'
import type { Reply } from '../../../client/client.ts'
import type { ExtensionName } from '../../../contract/extensions.ts'
import type { KnownId, KnownKind } from '../../ledger/ledger.ts'
import { type Failure, isRefusal, toFailure } from '../kit/load-errors.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { CHANGING_FRESH_MS, type Loaded, loaded } from '../kit/loaded.ts'
import { NOTHING_KEPT } from '../kit/offline.ts'
import type { LoadDeps } from '../kit/organisation.ts'
import type { LoadExtensions } from './load-extensions.ts'

/** Something with an id, and what is known of it. */
export type KnownRow<Item> = {
  id: string
  /** As it was called when it was seen last; undefined: nothing has told it. Untrusted text. */
  name: string | undefined
  /** How the id came to be known: `listed` by the server, or kept from elsewhere. */
  source: KnownId['source'] | 'listed'
  /** As the server answered last; undefined: it has not answered, or cannot be asked for it. */
  item: Item | undefined
  /** When it answered, or, without an item, when the id was added or seen, Unix ms by the server's clock. */
  at: number
  /** Why there is no item, or none that is up to date. */
  failure?: Failure
}

export type KnownRows<Item> = {
  rows: readonly KnownRow<Item>[]
  /** Whether the server has a list: then the rows are all there are, else those whose ids are known here. */
  isListed: boolean
  /** Whether each can be asked for by its id. */
  isReadable: boolean
}

/** Requests under way at once for rows that are read one by one. */
const AT_ONCE = 4

/** When the oldest of some cached rows was seen, Unix ms. */
export const oldestAt = (rows: readonly Pick<KnownRow<unknown>, 'at'>[]): number =>
  Math.min(...rows.map(({ at }) => at))

export type Caller = NonNullable<LoadDeps['client']>

/** What everything that loads for administrators works with. */
export type ManagementDeps = LoadDeps & { extensions: LoadExtensions }

type Answer = Pick<Reply<unknown>, 'serverDate' | 'problemCount'>
type Named<Item> = { id: string | undefined; item: Item }

/** How rows of a kind are loaded. */
type Known<Item> = {
  kind: KnownKind
  /** The endpoint that lists rows; absent: no server has one. `isAll`: there are no others than it lists. */
  list?: {
    extension: ExtensionName
    load: (client: Caller, options: LoadOptions) => Promise<Answer & { items: readonly Named<Item>[] }>
    isAll: boolean
  }
  /** The endpoint that reads one; absent: every server has it. */
  single?: ExtensionName
  read: (client: Caller, id: string, options: LoadOptions) => Promise<Answer & { item: Item }>
  nameOf: (item: Item) => string | undefined
  /** Whether answers stay in memory. */
  isKept: boolean
  freshMs?: (rows: readonly KnownRow<Item>[]) => number
}

/** Reads rows one by one, a few at once. One that fails says why; a key that is refused fails all of them. */
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
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { rows: results, problems }
}

/** Loads what has an id that a server may have no list of. The ids and names are also in the ledger. */
export const createKnownRows = <Item>(
  { client, ledger, organisation, extensions }: ManagementDeps,
  { kind, list, single, read, nameOf, isKept, freshMs = () => CHANGING_FRESH_MS }: Known<Item>,
) => {
  /** The last answer for each id. */
  const seen = new Map<string, KnownRow<Item>>()
  const kept = (): KnownRow<Item>[] =>
    ledger.knownIds(kind).map((known) => {
      const last = seen.get(known.id)
      return { ...known, name: last?.name ?? known.name, item: last?.item, at: last?.at ?? known.at }
    })
  /** Takes items of an answer, so that their ids are known where the server has no list. */
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
      const rows = kept()
      if (rows.length === 0) throw new AppError('incomplete', NOTHING_KEPT)
      return loaded({ rows, isListed: false, isReadable: false }, oldestAt(rows), 'ledger', { freshMs: freshMs(rows) })
    }
    const { isListed, isReadable } = await offered(options)
    const readKnown = (rows: KnownRow<Item>[]) =>
      isReadable ? readEach(rows, (row) => readRow(client, row, options)) : { rows, problems: 0 }
    if (!list || !isListed) {
      const { rows, problems } = await readKnown(kept())
      return loaded({ rows, isListed, isReadable }, organisation.now(), 'server', { freshMs: freshMs(rows), problems })
    }
    const { items, ...answer } = await list.load(client, options)
    const at = organisation.timeOf(answer)
    const added = list.isAll ? [] : kept().filter(({ source }) => source !== 'seen')
    const listed = take(items, at)
    const others = await readKnown(added.filter(({ id }) => listed.every((row) => row.id !== id)))
    const rows = [...listed, ...others.rows]
    const problems = answer.problemCount + others.problems
    return loaded({ rows, isListed, isReadable }, at, 'server', { freshMs: freshMs(rows), problems })
  }

  /** One row; its item is missing where the server cannot be asked for it and no answer has shown it. */
  const loadOne = async (id: string, options: LoadOptions = {}): Promise<Loaded<KnownRow<Item>>> => {
    const known = kept().find((row) => row.id === id)
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
    throw new AppError('notFound', `The server's list of ${kind} has none of the id ${id}: see qd ${kind} list.`)
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
