import type { Env } from '../base/env.ts'
import { type LedgerOptions, openLedger } from '../cache/ledger/open-ledger.ts'
import { ownerOf } from '../cache/ledger/partition.ts'
import type { OpenedLedger } from '../commands/kit/world.ts'
import { type Credentials, isDemo } from '../config/credentials.ts'
import { createEnteredStore } from '../config/entered-file.ts'
import { foldersOf } from '../config/folders.ts'
import { loadMachineSalt } from '../config/machine-salt.ts'

type OwnLedgerOptions = Required<Pick<LedgerOptions, 'mode'>> &
  Pick<LedgerOptions, 'run'> & {
    env: Env
    /** Unix ms. */
    now: () => number
  }

/** Opens the ledger of a key in this user's folders, or in memory for the demo or if the salt cannot be saved. */
export const openOwnLedger = (credentials: Credentials, { env, now, mode, run }: OwnLedgerOptions): OpenedLedger => {
  const { cacheFile, enteredFile, saltFile } = foldersOf(env)
  const machine = loadMachineSalt(saltFile)
  const { salt, notice } = machine
  const isKept = notice === undefined && !isDemo(credentials)
  const stored = isKept && {
    path: cacheFile,
    entered: createEnteredStore({ path: enteredFile, owner: ownerOf(salt, credentials), now }),
  }
  return { ...machine, ledger: openLedger({ path: ':memory:', salt, tenant: credentials, mode, run, ...stored }) }
}
