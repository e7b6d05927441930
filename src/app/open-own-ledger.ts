import type { Env } from '../base/env.ts'
import { type LedgerOptions, openLedger } from '../cache/ledger/open-ledger.ts'
import type { OpenedLedger } from '../commands/kit/world.ts'
import { type Credentials, isDemo } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import { loadMachineSalt } from '../config/machine-salt.ts'

type OwnLedgerOptions = {
  env: Env
  /** Unix ms. */
  now: () => number
  mode: NonNullable<LedgerOptions['mode']>
  run?: LedgerOptions['run']
}

/** The ledger of a key in this user's folders; one in memory for the demo, and where the machine's salt cannot be kept. */
export const openOwnLedger = (credentials: Credentials, { env, now, mode, run }: OwnLedgerOptions): OpenedLedger => {
  const { cacheFile, saltFile } = foldersOf(env)
  const machine = loadMachineSalt(saltFile)
  const path = machine.notice === undefined && !isDemo(credentials) ? cacheFile : ':memory:'
  return { ...machine, ledger: openLedger({ path, salt: machine.salt, tenant: credentials, now, mode, run }) }
}
