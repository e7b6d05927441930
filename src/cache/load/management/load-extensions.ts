import { AppError } from '../../../base/errors.ts'
import type { ExtensionName } from '../../../contract/extensions.ts'
import { isExtension, offeredExtensions } from '../../../contract/offered-extensions.ts'
import type { Offer } from '../../ledger/ledger.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { extensionsFreshMs, type Loaded, loaded } from '../kit/loaded.ts'
import type { LoadDeps } from '../kit/organisation.ts'

/**
 * Loads the extensions of the server. Requests its OpenAPI document at most once a day, unless forced.
 *
 * @throws AppError if the request fails and no earlier result is cached.
 */
export type LoadExtensions = (options?: LoadOptions) => Promise<Loaded<readonly ExtensionName[]>>

/** Concurrent calls share one request. No caller can cancel it for the others. */
export const createLoadExtensions = ({ client, ledger, organisation }: LoadDeps): LoadExtensions => {
  let pending: Promise<Offer> | undefined

  const requestOffer = async (onRetry: LoadOptions['onRetry']): Promise<Offer> => {
    if (!client) throw new TypeError('no requests offline')
    try {
      const { raw, serverDate } = await client.call('openApi', {}, { onRetry, tries: 1 })
      organisation.timeOf({ serverDate })
      return keep(offeredExtensions(raw))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // A temporary error: the earlier result is still valid. Without one, the extensions are unknown.
      const isTemporary = error.kind === 'unreachable' || error.kind === 'interrupted' || (error.status ?? 0) >= 500
      if (isTemporary || error.status === 401 || error.status === 429) {
        const before = ledger.offer()
        if (before) return before
        throw error
      }
      // The server has no OpenAPI document, or an unreadable one: assume that it has no extensions.
      return keep([])
    }
  }
  const keep = (names: readonly ExtensionName[]): Offer => {
    const offer = { extensions: names, askedAt: organisation.now() }
    ledger.writeOffer(offer)
    return offer
  }
  const toLoaded = ({ extensions: names, askedAt }: Offer, from: 'ledger' | 'server') =>
    loaded(names.filter(isExtension), askedAt, from, { freshMs: extensionsFreshMs(askedAt, organisation.now()) })

  return async ({ isForced = false, onRetry } = {}) => {
    const cached = ledger.offer()
    if (!client) return toLoaded(cached ?? { extensions: [], askedAt: organisation.now() }, 'ledger')
    if (cached && !isForced && extensionsFreshMs(cached.askedAt, organisation.now()) > 0)
      return toLoaded(cached, 'ledger')
    pending ??= requestOffer(onRetry).finally(() => {
      pending = undefined
    })
    return toLoaded(await pending, 'server')
  }
}
