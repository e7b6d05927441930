import type { Client } from '../../../client/client.ts'
import type { Ledger } from '../../ledger/open-ledger.ts'

/** The organisation and the time of the server, as its answers state them. */
type Organisation = ReturnType<typeof createOrganisation>

/** The organisation of a server that never names one. */
const UNNAMED = ''

/**
 * @param ownNow This machine's clock, Unix ms.
 * @param serverNow The server's clock: its last Date plus what a monotonic clock counted since, which stands still while a
 *   computer sleeps.
 */
export const createOrganisation = (ledger: Ledger, ownNow: () => number, serverNow: () => number | undefined) => {
  let skewMs: number | undefined
  /** Lists that were written since an answer last named an organisation. */
  const unnamed = new Set<'reports' | 'revisions'>()
  /** By the server's clock where one has answered, else by this machine's, Unix ms. */
  const now = (): number => {
    const own = ownNow() + (skewMs ?? 0)
    const steady = serverNow()
    return steady === undefined || (skewMs !== undefined && own > steady) ? own : steady
  }
  return {
    now,
    /** Takes the Date header of an answer, Unix ms. @returns The time of the answer: its Date, or else now. */
    timeOf: ({ serverDate }: { serverDate: number | undefined }): number => {
      if (serverDate !== undefined) skewMs = serverDate - ownNow()
      return serverDate ?? now()
    },
    /** Takes the organisation that an answer names; undefined: it names none. */
    hearOrg: (orgId: string | undefined): void => {
      const before = ledger.orgId()
      const named = orgId ?? before ?? UNNAMED
      if (before !== named) {
        if (before !== undefined) for (const list of unnamed) ledger.purge(list)
        ledger.setOrg(named)
      }
      unnamed.clear()
    },
    /**
     * Writes a list, whose answers name no organisation: it counts as that of the last answer that named one, or, before any has,
     * of the first that will. Where the next answer that names one names another, the list is deleted.
     */
    keepList: (list: 'reports' | 'revisions', write: () => void): void => {
      unnamed.add(list)
      write()
    },
  }
}

/** What everything that loads works with. */
export type LoadDeps = {
  /** Undefined: offline. */
  client: Pick<Client, 'call'> | undefined
  ledger: Ledger
  organisation: Organisation
}
