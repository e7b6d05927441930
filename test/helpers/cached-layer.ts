import type { Ledger } from '../../src/cache/ledger/open-ledger.ts'
import { openLedger } from '../../src/cache/ledger/open-ledger.ts'
import { createInProcessLoader } from '../../src/cache/load/own-loader.ts'
import { createSource, type Source } from '../../src/cache/load/source.ts'
import type { Peek } from '../../src/cache/query/peek.ts'
import { createQueries, type Queries } from '../../src/cache/query/query-client.ts'
import type { Client } from '../../src/client/client.ts'

const salt = new Uint8Array(32)

/** A ledger in memory, for a made-up key. */
export const memoryLedger = (): Ledger =>
  openLedger({
    path: ':memory:',
    salt,
    tenant: { baseUrl: 'https://api.example', appUrl: 'https://app.example', apiKey: 'key' },
  })

/** A source over a ledger (by default in memory); without a client it is offline. */
export const sourceFor = (client: Client | undefined, now: () => number, ledger = memoryLedger()): Source =>
  createSource({ client, ledger, now, salt })

/** The cached layer of the explorer in this process. */
export const queriesFor = (
  client: Client | undefined,
  now: () => number,
  { ledger = memoryLedger(), peek }: { ledger?: Ledger; peek?: Peek } = {},
): Queries => {
  const source = sourceFor(client, now, ledger)
  return createQueries(createInProcessLoader(source, client), now, peek)
}
