import type { Env } from '../base/env.ts'
import { keyHashOf } from '../cache/ledger/partition.ts'
import type { Credentials } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import { createLooks } from '../config/last-looks.ts'
import type { MachineSalt } from '../config/machine-salt.ts'
import { type Looks, noLooks } from '../domain/revisions/last-look.ts'

type OwnLooksOptions = {
  env: Env
  /** Unix ms. */
  now: () => number
  machine: MachineSalt
}

/** What this user saw of the controls under a key; nothing is remembered where the machine's salt cannot be kept. */
export const openOwnLooks = (credentials: Credentials, { env, now, machine }: OwnLooksOptions): Looks => {
  if (machine.notice !== undefined) return noLooks
  const owner = Buffer.from(keyHashOf(machine.salt, credentials)).toString('hex')
  return createLooks({ path: foldersOf(env).looksFile, owner, now })
}
