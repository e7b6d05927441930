import { AppError } from '../../../base/errors.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import type { ServiceAccountKey } from '../../../contract/service-accounts.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { type Loaded, loaded } from '../kit/loaded.ts'
import { NOTHING_KEPT } from '../kit/offline.ts'
import {
  type Caller,
  type KnownRow,
  keptRows,
  type ManagementDeps,
  oldestAt,
  readRows,
  type Seen,
} from './known-rows.ts'

/** A service account, with all its keys as its item: active and inactive, in the server's order. */
export type AccountRow = KnownRow<readonly Lenient<ServiceAccountKey>[]>

/** Loads the keys of service accounts, which no server lists. Keys are kept nowhere, only the ids of accounts. */
export const createLoadServiceAccounts = ({ client, ledger, organisation }: ManagementDeps) => {
  /** @param tally - Of one load: others may be under way at the same time. */
  const read =
    (client: Caller, { signal, onRetry }: LoadOptions, tally: { problems: number }) =>
    async (id: string): Promise<Seen<readonly Lenient<ServiceAccountKey>[]>> => {
      const request = { params: { serviceAccountId: id } }
      const reply = await client.call('serviceAccountKeys', request, { signal, onRetry })
      const at = organisation.timeOf(reply)
      ledger.rememberIds('serviceAccounts', [{ id, name: undefined }], at)
      tally.problems += reply.problemCount
      return { item: reply.body.apiKeys ?? [], at }
    }

  const loadAll = async (options: LoadOptions = {}): Promise<Loaded<readonly AccountRow[]>> => {
    const kept: AccountRow[] = keptRows({ ledger }, 'serviceAccounts', new Map())
    const tally = { problems: 0 }
    if (client) return loaded(await readRows(kept, read(client, options, tally)), organisation.now(), 'server', tally)
    if (kept.length === 0) throw new AppError('incomplete', NOTHING_KEPT)
    return loaded(kept, oldestAt(kept), 'ledger')
  }

  const loadOne = async (id: string, options: LoadOptions = {}): Promise<Loaded<AccountRow>> => {
    if (!client) throw new AppError('incomplete', NOTHING_KEPT)
    const known = ledger.knownIds('serviceAccounts').find((account) => account.id === id)
    const tally = { problems: 0 }
    const { item, at } = await read(client, options, tally)(id)
    return loaded({ id, name: known?.name, source: known?.source ?? 'seen', item, at }, at, 'server', tally)
  }

  return { loadAll, loadOne }
}
