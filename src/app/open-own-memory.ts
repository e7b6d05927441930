import type { Env } from '../base/env.ts'
import { ownerOf } from '../cache/ledger/partition.ts'
import { createAttentionMemory } from '../config/attention-memory.ts'
import type { Credentials } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import { createLooks } from '../config/last-looks.ts'
import type { MachineSalt } from '../config/machine-salt.ts'
import { createMutes, type Mutes } from '../domain/overview/attention/mutes.ts'
import { type Looks, noLooks } from '../domain/revisions/last-look.ts'

type OwnStateOptions = {
  env: Env
  /** Unix ms. */
  now: () => number
  machine: MachineSalt
}

/** What this user saw of the controls under a key; nothing is remembered where the machine's salt cannot be kept. */
export const openOwnLooks = (credentials: Credentials, { env, now, machine }: OwnStateOptions): Looks => {
  if (machine.notice !== undefined) return noLooks
  return createLooks({ path: foldersOf(env).looksFile, owner: ownerOf(machine.salt, credentials), now })
}

/** What this user has muted under a key; for this run only where the machine's salt cannot be kept. */
export const openOwnMutes = (credentials: Credentials, { env, now, machine }: OwnStateOptions): Mutes => {
  const { salt, notice } = machine
  if (notice !== undefined) return createMutes(now)
  return createAttentionMemory({ path: foldersOf(env).attentionFile, owner: ownerOf(salt, credentials), salt, now })
}
