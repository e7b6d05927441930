import type { Env } from '../base/env.ts'
import { keyHashOf } from '../cache/ledger/partition.ts'
import type { Credentials } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import type { MachineSalt } from '../config/machine-salt.ts'
import { createOwnTypedLines } from '../config/own-typed-lines.ts'
import { DEMO_PROFILE } from '../config/profiles/profile-name.ts'
import { createTypedLines, type TypedLines } from '../domain/history/typed-lines.ts'

type OwnTypedLinesOptions = {
  env: Env
  /** Unix ms. */
  now: () => number
  machine: MachineSalt | undefined
}

/** What was typed into the palette under a key, or in the demo; of one run alone where the machine's salt cannot be kept. */
export const openOwnTypedLines = (
  credentials: Credentials | undefined,
  { env, now, machine }: OwnTypedLinesOptions,
): TypedLines => {
  const path = foldersOf(env).typedFile
  if (!credentials) return createOwnTypedLines({ path, owner: DEMO_PROFILE, secrets: [], now })
  if (!machine || machine.notice !== undefined) return createTypedLines()
  const owner = Buffer.from(keyHashOf(machine.salt, credentials)).toString('hex')
  return createOwnTypedLines({ path, owner, secrets: [credentials.apiKey], now })
}
