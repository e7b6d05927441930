import type { Env } from '../base/env.ts'
import { ownerOf } from '../cache/ledger/partition.ts'
import { createAttentionMemory } from '../config/attention-memory.ts'
import { type Credentials, keysOf } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import type { MachineSalt } from '../config/machine-salt.ts'
import { createPaletteHistory, createShownRevisions } from '../config/own-memory.ts'
import { createVisits } from '../config/own-visits.ts'
import { DEMO_PROFILE } from '../config/profiles/profile-name.ts'
import { createTypedLines, type TypedLines } from '../domain/history/typed-lines.ts'

type Own<Machine> = {
  env: Env
  /** Unix ms. */
  now: () => number
  machine: Machine
}

/**
 * Opens the user's stored state under a key: last seen controls, mutes, open screens and bookmarks. Undefined if the
 * machine's salt cannot be saved, because the state could not be found again.
 */
export const openOwnMemory = (credentials: Credentials, { env, now, machine }: Own<MachineSalt>) => {
  const { salt, notice } = machine
  if (notice !== undefined) return undefined
  const owner = ownerOf(salt, credentials)
  const { shownRevisionsFile, attentionFile, visitsFile } = foldersOf(env)
  return {
    shownRevisions: createShownRevisions({ path: shownRevisionsFile, owner, now }),
    mutes: createAttentionMemory({ path: attentionFile, owner, salt, now }),
    visits: createVisits({ path: visitsFile, owner, salt, now }),
  }
}

/** Opens the palette's history under a key, or of the demo. It is in memory if the machine's salt cannot be saved. */
export const openOwnTypedLines = (
  credentials: Credentials | undefined,
  { env, now, machine }: Own<MachineSalt | undefined>,
): TypedLines => {
  const path = foldersOf(env).typedFile
  if (!credentials) return createPaletteHistory({ path, owner: DEMO_PROFILE, secrets: [], now })
  if (!machine || machine.notice !== undefined) return createTypedLines()
  const owner = ownerOf(machine.salt, credentials)
  return createPaletteHistory({ path, owner, secrets: keysOf(credentials), now })
}
