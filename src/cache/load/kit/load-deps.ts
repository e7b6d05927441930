import type { Client } from '../../../client/client.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Organisation } from './organisation.ts'

/** What everything that loads works with. */
export type LoadDeps = {
  /** Undefined: offline. */
  client: Pick<Client, 'call'> | undefined
  ledger: Ledger
  organisation: Organisation
}
