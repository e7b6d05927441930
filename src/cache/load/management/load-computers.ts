import { AppError } from '../../../base/errors.ts'
import type { Computer } from '../../../contract/computers.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { CHANGING_FRESH_MS, FOLLOWED_FRESH_MS, type Loaded, loaded } from '../kit/loaded.ts'
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

export type ComputerRow = KnownRow<Lenient<Computer>>
export type ComputerRows = KnownRows<Lenient<Computer>>

export const createLoadComputers = ({ client, ledger, organisation, extensions, known }: ManagementDeps) => {
  const read =
    (client: Caller, { signal, onRetry }: LoadOptions) =>
    async (id: string): Promise<Seen<Lenient<Computer>>> => {
      const reply = await client.call('computer', { params: { computerId: id } }, { signal, onRetry })
      const at = organisation.timeOf(reply)
      known.takeComputers([{ ...reply.body, id }], at)
      return { item: reply.body, at }
    }

  const loadAll = async (options: LoadOptions = {}): Promise<Loaded<ComputerRows>> => {
    const { signal, onRetry } = options
    const kept = () => keptRows({ ledger }, 'computers', known.seen.computers)
    if (!client) {
      const rows = kept()
      if (rows.length === 0) throw new AppError('incomplete', NOTHING_KEPT)
      return loaded({ rows, isListed: false, isReadable: false }, oldestAt(rows), 'ledger', freshness(rows))
    }
    const { data: offered } = await extensions({ onRetry })
    const isReadable = offered.includes('computer')
    if (!offered.includes('computers')) {
      const rows = isReadable ? await readRows(kept(), read(client, options)) : kept()
      return loaded({ rows, isListed: false, isReadable }, organisation.now(), 'server', freshness(rows))
    }
    const query = { includeProvisioningSteps: 'true' } as const
    const reply = await client.call('computers', { query }, { signal, onRetry })
    const at = organisation.timeOf(reply)
    const listed = reply.body.computers ?? []
    known.takeComputers(listed, at)
    const rows = listed.map((item) => ({ id: item.id ?? '', name: item.name, source: 'listed' as const, item, at }))
    const about = { ...freshness(rows), problems: reply.problemCount }
    return loaded({ rows, isListed: true, isReadable }, at, 'server', about)
  }

  /** One computer; its item is missing where the server has no single read and no answer has shown it. */
  const loadOne = async (id: string, options: LoadOptions = {}): Promise<Loaded<ComputerRow>> => {
    const cached = keptRows({ ledger }, 'computers', known.seen.computers).find((row) => row.id === id)
    const row: ComputerRow = cached ?? { id, name: undefined, source: 'added', item: undefined, at: organisation.now() }
    const offered = client ? (await extensions({ onRetry: options.onRetry })).data : []
    if (client && offered.includes('computer')) {
      const { item, at } = await read(client, options)(id)
      const fresh = { ...row, item, at, name: item.name ?? row.name }
      return loaded(fresh, at, 'server', freshness([fresh]))
    }
    if (client && offered.includes('computers')) {
      const all = await loadAll(options)
      const listed = all.data.rows.find((other) => other.id === id)
      if (listed) return { ...all, data: listed }
      throw new AppError('notFound', `The server's list of computers has none of the id ${id}: see qd computers list.`)
    }
    return loaded(row, row.at, 'ledger', freshness([row]))
  }

  return { loadAll, loadOne }
}

const isOnItsWay = ({ item }: ComputerRow): boolean => item?.status === 'provisioning'

const freshness = (rows: readonly ComputerRow[]): { freshMs: number } => ({
  freshMs: rows.some(isOnItsWay) ? FOLLOWED_FRESH_MS : CHANGING_FRESH_MS,
})
