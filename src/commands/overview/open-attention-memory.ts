import { ownerOf } from '../../cache/ledger/partition.ts'
import { type AttentionMemory, createAttentionMemory } from '../../config/attention-memory.ts'
import { foldersOf } from '../../config/folders.ts'
import type { Deps } from '../kit/command.ts'

/** What is remembered on this machine of what needs attention in the organisation, as it is now. */
export const openAttentionMemory = async ({
  env,
  now,
  salt: saltText,
  credentials,
}: Deps): Promise<AttentionMemory> => {
  const salt = Buffer.from(await saltText(), 'hex')
  return createAttentionMemory({
    path: foldersOf(env).attentionFile,
    owner: ownerOf(salt, await credentials()),
    salt,
    now,
  })
}
