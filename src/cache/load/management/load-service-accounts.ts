import { AppError } from '../../../base/errors.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import type { ServiceAccountKey } from '../../../contract/service-accounts.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import type { Loaded } from '../kit/loaded.ts'
import { NOT_CACHED } from '../kit/offline.ts'
import { type Caller, createKnownRows, type KnownRow, type ManagementDeps } from './known-rows.ts'

/** A service account. Its item is the list of all its keys, active and inactive, in the server's order. */
export type AccountRow = KnownRow<readonly Lenient<ServiceAccountKey>[]>

/** Loads the keys of service accounts, which no server lists. Only the ids of accounts are cached, not the keys. */
export const createLoadServiceAccounts = (deps: ManagementDeps) => {
  const read = async (client: Caller, serviceAccountId: string, options: LoadOptions) => {
    const reply = await client.call('serviceAccountKeys', { params: { serviceAccountId } }, options)
    return { ...reply, item: reply.body.apiKeys ?? [] }
  }
  const known = createKnownRows<readonly Lenient<ServiceAccountKey>[]>(deps, {
    kind: 'serviceAccounts',
    isKept: false,
    read,
    nameOf: () => undefined,
  })
  return {
    ...known,
    loadAll: async (options?: LoadOptions): Promise<Loaded<readonly AccountRow[]>> => {
      const { data, ...rest } = await known.loadAll(options)
      return { ...rest, data: data.rows }
    },
    loadOne: async (id: string, options?: LoadOptions): Promise<Loaded<AccountRow>> => {
      if (!deps.client) throw new AppError('incomplete', NOT_CACHED)
      return known.loadOne(id, options)
    },
    /** Loads the keys of an account without storing its id. */
    loadKeys: async (id: string, options: LoadOptions = {}) => {
      if (!deps.client) throw new AppError('incomplete', NOT_CACHED)
      const { item, problemCount } = await read(deps.client, id, options)
      return { keys: item, problems: problemCount }
    },
  }
}
