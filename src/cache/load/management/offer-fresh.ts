import { DAY_MS } from '../../../base/time.ts'

// Apart from the table of extensions, so that the ledger can be looked at before zod is loaded.

/** How long what a server offers beyond the contract counts as known, ms. */
const OFFER_FRESH_MS = DAY_MS

/** How far its moment may lie ahead, ms: dates of answers are cut to seconds, and clocks are set. */
const AHEAD_MS = 5 * 60_000

/** How long it still does, ms; 0 when it has to be asked for. */
export const offerFreshMs = (askedAt: number, now: number): number =>
  askedAt > now + AHEAD_MS ? 0 : Math.max(0, askedAt + OFFER_FRESH_MS - now)
