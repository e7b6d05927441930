import { AppError } from '../../../base/errors.ts'
import type { ExtensionName } from '../../../contract/extensions.ts'
import { isExtension, isLiveStreamOffered, offeredExtensions } from '../../../contract/offered-extensions.ts'
import { extensionNames, requestLines } from '../../../contract/request-lines.ts'
import type { Offer } from '../../ledger/ledger.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { extensionsFreshMs, type Loaded, loaded } from '../kit/loaded.ts'
import type { LoadDeps } from '../kit/organisation.ts'

type OfferOptions = LoadOptions & {
  /** Whether the caller needs the extensions of the team's server. @default those of the vendor */
  isHistory?: boolean | undefined
}

/**
 * Loads the extensions of the server. Requests its OpenAPI document at most once a day, unless forced. If a team's
 * server answers the history endpoints, its own document says which of their extensions it has.
 *
 * @throws AppError if the request to the needed server fails and no earlier result is cached.
 */
export type LoadExtensions = (options?: OfferOptions) => Promise<Loaded<readonly ExtensionName[]>>

const HISTORY_EXTENSIONS: readonly ExtensionName[] = extensionNames.filter((name) => requestLines[name].isHistory)

/** Stands for the stream of the activity of today, which is not an endpoint, among the stored extensions. */
export const LIVE_STREAM = 'liveStream'

/** The extensions of the servers, and why those of a server are unknown. */
type Offers = { offer: Offer; errors: readonly { isHistory: boolean; error: AppError }[] }

/**
 * Concurrent calls share one request. No caller can cancel it for the others.
 *
 * @param historyNames - The extensions that a team's server answers. @default those of the contract
 */
export const createLoadExtensions = (
  { client, ledger, organisation }: LoadDeps,
  historyNames: readonly ExtensionName[] = HISTORY_EXTENSIONS,
): LoadExtensions => {
  let pending: Promise<Offers> | undefined

  /** The extensions in the document of a server, or the error because of which they are unknown. */
  const requestNames = async (
    isHistory: boolean,
    onRetry: LoadOptions['onRetry'],
  ): Promise<readonly string[] | AppError> => {
    if (!client) throw new TypeError('no requests offline')
    try {
      const { raw, serverDate } = await client.call('openApi', {}, { onRetry, tries: 1, isHistory })
      organisation.timeOf({ serverDate })
      return [...offeredExtensions(raw), ...(isLiveStreamOffered(raw) ? [LIVE_STREAM] : [])]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const isTemporary = error.kind === 'unreachable' || error.kind === 'interrupted' || (error.status ?? 0) >= 500
      if (isTemporary || error.status === 401 || error.status === 429) return error
      // The server has no OpenAPI document, or an unreadable one: assume that it has no extensions.
      return []
    }
  }
  const requestOffers = async (onRetry: LoadOptions['onRetry']): Promise<Offers> => {
    const isSplit = client?.isSplit === true && historyNames.length > 0
    const isAnsweredBy = (isHistory: boolean) => (name: string) =>
      !isSplit || (name === LIVE_STREAM || historyNames.some((one) => one === name)) === isHistory
    const servers = isSplit ? [false, true] : [false]
    const answers = await Promise.all(
      servers.map(async (isHistory) => ({ isHistory, names: await requestNames(isHistory, onRetry) })),
    )
    // Read it after the requests: a rejected key deletes it.
    const before = ledger.offer()
    const names = answers.flatMap(({ isHistory, names }) => {
      // After a temporary error the earlier result is still valid.
      const known = names instanceof AppError ? (before?.extensions ?? []) : names
      return known.filter(isAnsweredBy(isHistory))
    })
    const errors = answers.flatMap(({ isHistory, names }) =>
      names instanceof AppError ? { isHistory, error: names } : [],
    )
    if (errors.length > 0)
      return {
        offer: { extensions: names, askedAt: before?.askedAt ?? organisation.now() },
        errors: before ? [] : errors,
      }
    const offer = { extensions: names, askedAt: organisation.now() }
    ledger.writeOffer(offer)
    return { offer, errors: [] }
  }
  const toLoaded = ({ extensions: names, askedAt }: Offer, from: 'ledger' | 'server') =>
    loaded(names.filter(isExtension), askedAt, from, { freshMs: extensionsFreshMs(askedAt, organisation.now()) })

  return async ({ isForced = false, onRetry, isHistory = false } = {}) => {
    const cached = ledger.offer()
    if (!client) return toLoaded(cached ?? { extensions: [], askedAt: organisation.now() }, 'ledger')
    if (cached && !isForced && extensionsFreshMs(cached.askedAt, organisation.now()) > 0)
      return toLoaded(cached, 'ledger')
    pending ??= requestOffers(onRetry).finally(() => {
      pending = undefined
    })
    const { offer, errors } = await pending
    const failed = errors.find((one) => one.isHistory === (isHistory && client.isSplit === true))
    if (failed) throw failed.error
    // Ask again soon if the other server did not answer.
    return errors.length > 0 ? { ...toLoaded(offer, 'server'), freshMs: 0 } : toLoaded(offer, 'server')
  }
}
