import type { Client } from '../../../client/client.ts'
import type { Ledger } from '../../ledger/open-ledger.ts'

/** The organisation and the time of the server, according to its responses. */
type Organisation = ReturnType<typeof createOrganisation>

/** The id for a server that never names its organisation. */
const UNNAMED = ''

/**
 * Tracks the organisation and the clock of the server.
 *
 * @param ownNow This machine's clock, Unix ms.
 * @param serverNow The server's last Date plus the time measured by a monotonic clock since, which stops while the
 * computer sleeps.
 */
export const createOrganisation = (ledger: Ledger, ownNow: () => number, serverNow: () => number | undefined) => {
  let skewMs: number | undefined
  /** Lists that were written since a response last named an organisation. */
  const unnamed = new Set<'reports' | 'revisions'>()
  /** Unix ms by the server's clock once it has responded, else by this machine's clock. */
  const now = (): number => {
    const own = ownNow() + (skewMs ?? 0)
    const steady = serverNow()
    return steady === undefined || (skewMs !== undefined && own > steady) ? own : steady
  }
  return {
    now,
    /** Stores the Date header of a response, Unix ms. @returns That date, else the current time. */
    timeOf: ({ serverDate }: { serverDate: number | undefined }): number => {
      if (serverDate !== undefined) skewMs = serverDate - ownNow()
      return serverDate ?? now()
    },
    /** Stores the organisation that a response names; undefined if it names none. */
    observeOrgId: (orgId: string | undefined): void => {
      const before = ledger.orgId()
      const named = orgId ?? before ?? UNNAMED
      if (before !== named) {
        if (before !== undefined) for (const list of unnamed) ledger.purge(list)
        ledger.setOrg(named)
      }
      unnamed.clear()
    },
    /**
     * Writes a list. Responses with lists name no organisation, so the list counts as data of the last named
     * organisation or, before any was named, of the first. If the next response that names one names another
     * organisation, the list is deleted.
     */
    keepList: (list: 'reports' | 'revisions', write: () => void): void => {
      unnamed.add(list)
      write()
    },
  }
}

/** The dependencies of all loading functions. */
export type LoadDeps = {
  /** Undefined if offline. */
  client: (Pick<Client, 'call'> & Partial<Pick<Client, 'isSplit'>>) | undefined
  ledger: Ledger
  organisation: Organisation
}
