import { setTimeout as sleepFor } from 'node:timers/promises'
import { AppError } from '../../base/errors.ts'
import type { Client } from '../../client/client.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Live } from '../../contract/live.ts'
import { FOLLOWED_FRESH_MS, type Loaded, loaded } from './kit/loaded.ts'
import { NOT_CACHED } from './kit/offline.ts'
import type { LoadDeps } from './kit/organisation.ts'
import { LIVE_STREAM, type LoadExtensions } from './management/load-extensions.ts'
import { unsupportedOperation } from './management/management.ts'

/** Minimum interval between two events, ms. A server sends one a second; a faster one has to wait. */
const MIN_INTERVAL_MS = 250

type FollowOptions = {
  signal: AbortSignal
  /** Called with each event. The next event is read once the returned promise has resolved. */
  onLive: (live: Loaded<Lenient<Live>>) => void | Promise<void>
}

/**
 * Receives the activity of today at once and with each change, until the server ends the stream or the signal is
 * aborted.
 *
 * @throws AppError if the server does not offer the stream, rejects it, breaks it off or is silent.
 */
export type FollowLive = (options: FollowOptions) => Promise<void>

type Deps = Pick<LoadDeps, 'ledger' | 'organisation'> & {
  client: Partial<Pick<Client, 'liveStream'>> | undefined
  extensions: LoadExtensions
}

export const createFollowLive =
  ({ client, ledger, organisation, extensions }: Deps): FollowLive =>
  async ({ signal, onLive }) => {
    if (!client?.liveStream) throw new AppError('incomplete', NOT_CACHED)
    await extensions()
    if (!ledger.offer()?.extensions.includes(LIVE_STREAM)) throw unsupportedOperation()
    for await (const { body, problemCount } of client.liveStream({ signal })) {
      await onLive(loaded(body, organisation.now(), 'server', { freshMs: FOLLOWED_FRESH_MS, problems: problemCount }))
      // Aborting makes the stream throw.
      await sleepFor(MIN_INTERVAL_MS, undefined, { signal }).catch(() => {})
    }
  }
