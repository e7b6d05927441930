import type { Env } from '../base/env.ts'
import { keyHashOf } from '../cache/ledger/partition.ts'
import type { Credentials } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import { createLooks } from '../config/last-looks.ts'
import type { MachineSalt } from '../config/machine-salt.ts'
import { createVisits } from '../config/own-visits.ts'
import type { Looks } from '../domain/revisions/last-look.ts'
import type { Visits } from '../domain/visits/visits.ts'

type OwnMemoryOptions = {
  env: Env
  /** Unix ms. */
  now: () => number
  machine: MachineSalt
}

/**
 * What this user saw of the controls under a key, and what they had open and marked in the explorer; undefined where the machine's salt
 * cannot be kept, as nothing would be found again.
 */
export const openOwnMemory = (
  credentials: Credentials,
  { env, now, machine }: OwnMemoryOptions,
): { looks: Looks; visits: Visits } | undefined => {
  if (machine.notice !== undefined) return undefined
  const owner = Buffer.from(keyHashOf(machine.salt, credentials)).toString('hex')
  const { looksFile, visitsFile } = foldersOf(env)
  return {
    looks: createLooks({ path: looksFile, owner, now }),
    visits: createVisits({ path: visitsFile, owner, now }),
  }
}
