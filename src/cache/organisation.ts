import type { Ledger } from './ledger/ledger.ts'

/** Whose answers these are, and when, as the answers themselves say. */
export type Organisation = {
  /** Takes the moment that an answer says it was made, Unix ms. */
  hearClock(serverDate: number | undefined): void
  /** Takes the organisation that an answer says its rows are of. */
  hearOrg(orgId: string | undefined): void
  /** By the server's clock where one has answered, else by this machine's, Unix ms. */
  now(): number
  /** Does something with the ledger now, or, while nobody knows whose rows it holds, as soon as that is known. */
  onceKnown(write: () => void): void
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
  const waiting: (() => void)[] = []
  return {
    hearClock(serverDate) {
      if (serverDate !== undefined) skewMs = serverDate - ownNow()
    },
    hearOrg(orgId) {
      const named = orgId ?? ledger.orgId() ?? UNNAMED
      if (ledger.orgId() !== named) ledger.setOrg(named)
      for (const write of waiting.splice(0)) write()
    },
    now() {
      const own = ownNow() + (skewMs ?? 0)
      const steady = serverNow()
      return steady === undefined || (skewMs !== undefined && own > steady) ? own : steady
    },
    onceKnown(write) {
      if (ledger.orgId() === undefined) waiting.push(write)
      else write()
    },
  }
}
