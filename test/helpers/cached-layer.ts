import type { Ledger } from '../../src/cache/ledger/ledger.ts'
import { openLedger } from '../../src/cache/ledger/open-ledger.ts'
import { createOwnLoader } from '../../src/cache/load/own-loader.ts'
import { createSource, type Source } from '../../src/cache/load/source.ts'
import type { Peek } from '../../src/cache/query/peek.ts'
import { createQueries, type Queries } from '../../src/cache/query/query-client.ts'
import type { Client } from '../../src/client/client.ts'

/** A ledger that nothing is kept of, of a key that nobody has. */
export const memoryLedger = (now: () => number): Ledger =>
  openLedger({
    path: ':memory:',
    salt: new Uint8Array(32),
    tenant: { baseUrl: 'https://api.example', appUrl: 'https://app.example', apiKey: 'key' },
    now,
  })

/** Stands for a keyed hash: long enough for one, and its own secret's alone. */
const hash = (secret: string): string => Buffer.from(secret.padEnd(12, '_')).toString('base64url').slice(-64)

/** A source over a ledger, by default one in memory; without a client it is offline. */
export const sourceFor = (client: Client | undefined, now: () => number, ledger = memoryLedger(now)): Source =>
  createSource({ client, ledger, now, hash })

/** The cached layer of the explorer in this process. */
export const queriesFor = (
  client: Client | undefined,
  now: () => number,
  { ledger = memoryLedger(now), peek }: { ledger?: Ledger; peek?: Peek } = {},
): Queries => {
  const source = sourceFor(client, now, ledger)
  return createQueries(createOwnLoader({ source, client, close: async () => {} }), now, peek)
}
