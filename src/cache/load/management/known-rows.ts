import { AppError } from '../../../base/errors.ts'
import type { Computer } from '../../../contract/computers.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import type { WikiRun } from '../../../contract/wiki.ts'
import type { KnownId, KnownKind } from '../../ledger/ledger.ts'
import { type Failure, isRefusal, toFailure } from '../kit/load-errors.ts'
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

/** An answer with the moment at which it was given, Unix ms, and what it calls the row, where that is known. */
export type Seen<Item> = { item: Item; at: number; name?: string }

/** Requests under way at once for rows that are read one by one. */
const AT_ONCE = 4

/** The rows of ids that are kept, as far as the ledger and what was seen before can tell. */
export const keptRows = <Item>(
  { ledger }: Pick<LoadDeps, 'ledger'>,
  kind: KnownKind,
  seen: ReadonlyMap<string, Seen<Item>>,
): KnownRow<Item>[] =>
  ledger.knownIds(kind).map((known) => {
    const last = seen.get(known.id)
    return { ...known, name: last?.name ?? known.name, item: last?.item, at: last?.at ?? known.at }
  })

/** When the oldest of some cached rows was seen, Unix ms. */
export const oldestAt = (rows: readonly Pick<KnownRow<unknown>, 'at'>[]): number =>
  Math.min(...rows.map(({ at }) => at))

/**
 * Reads rows one by one, a few at once. One that fails says why and keeps what was seen of it before; a key that is refused fails
 * all of them.
 */
export const readRows = async <Item>(
  rows: readonly KnownRow<Item>[],
  read: (id: string) => Promise<Seen<Item>>,
): Promise<KnownRow<Item>[]> => {
  const results: KnownRow<Item>[] = []
  const queue = [...rows.entries()]
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, row] = next
      results[at] = await readRow(row, read)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

const readRow = async <Item>(
  row: KnownRow<Item>,
  read: (id: string) => Promise<Seen<Item>>,
): Promise<KnownRow<Item>> => {
  try {
    return { ...row, ...(await read(row.id)) }
  } catch (error) {
    const isOfAll: boolean = isRefusal(error)
    if (!(error instanceof AppError) || isOfAll || error.kind === 'interrupted') throw error
    return { ...row, failure: toFailure(error) }
  }
}

export type Caller = NonNullable<LoadDeps['client']>

/** What everything that loads or changes for administrators works with. */
export type ManagementDeps = LoadDeps & {
  extensions: LoadExtensions
  known: ReturnType<typeof createKnown>
}

/** The last answer for each id, in memory; the ids and names are also in the ledger. */
export const createKnown = ({ ledger, organisation }: LoadDeps) => {
  const seen = {
    computers: new Map<string, Seen<Lenient<Computer>>>(),
    wikiRuns: new Map<string, Seen<Lenient<WikiRun>>>(),
  }
  return {
    seen,
    takeComputers(computers: readonly Lenient<Computer>[], at = organisation.now()): void {
      const known = computers.flatMap(({ id, name }) => (id === undefined || id === '' ? [] : [{ id, name }]))
      ledger.rememberIds('computers', known, at)
      for (const item of computers) if (item.id !== undefined) seen.computers.set(item.id, { item, at })
    },
    forget(kind: KnownKind, id: string): void {
      if (kind !== 'serviceAccounts') seen[kind].delete(id)
      ledger.forgetId(kind, id)
    },
  }
}
