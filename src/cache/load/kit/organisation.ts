import type { Ledger } from '../../ledger/ledger.ts'

/** Whose answers these are, and when, as the answers themselves say. */
export type Organisation = {
  /** Takes the moment that an answer says it was made, Unix ms. */
  hearClock(serverDate: number | undefined): void
  /** Takes the organisation that an answer says its rows are of. */
  hearOrg(orgId: string | undefined): void
  /** By the server's clock where one has answered, else by this machine's, Unix ms. */
  now(): number
  /**
   * Keeps a list, whose answers do not say whose rows they hold: it counts as the organisation's that the key answered for last,
   * or, before any has been named, as that which will be named first. Where the next answer that names one names another, the
   * list is forgotten.
   */
  keepList(list: 'reports' | 'revisions', write: () => void): void
}

/** Stands for the organisation of a server that does not name it. */
const UNNAMED = ''

/**
 * @param ownNow This machine's clock, Unix ms.
 * @param serverNow The server's clock, moved on from its last answer by one that never jumps but stands still while a
 *   computer sleeps.
 */
export const createOrganisation = (
  ledger: Ledger,
  ownNow: () => number,
  serverNow: () => number | undefined,
): Organisation => {
  let skewMs: number | undefined
  /** Lists that were kept since an answer last named an organisation. */
  const unnamed = new Set<'reports' | 'revisions'>()
  return {
    hearClock(serverDate) {
      if (serverDate !== undefined) skewMs = serverDate - ownNow()
    },
    hearOrg(orgId) {
      const before = ledger.orgId()
      const named = orgId ?? before ?? UNNAMED
      if (before !== named) {
        if (before !== undefined) for (const list of unnamed) ledger.purge(list)
        ledger.setOrg(named)
      }
      unnamed.clear()
    },
    now() {
      const own = ownNow() + (skewMs ?? 0)
      const steady = serverNow()
      return steady === undefined || (skewMs !== undefined && own > steady) ? own : steady
    },
    keepList(list, write) {
      unnamed.add(list)
      write()
    },
  }
}
