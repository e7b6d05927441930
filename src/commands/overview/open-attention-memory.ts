import { ownerOf } from '../../cache/ledger/partition.ts'
import { type AttentionMemory, createAttentionMemory } from '../../config/attention-memory.ts'
import { isDemo } from '../../config/credentials.ts'
import { foldersOf } from '../../config/folders.ts'
import type { Deps } from '../kit/command.ts'

const NO_KEY = { baseUrl: '', appUrl: '', apiKey: '' }

/** What is remembered on this machine of what needs attention in the organisation, as it is now. */
export const openAttentionMemory = async ({
  env,
  now,
  salt: saltText,
  credentials,
}: Deps): Promise<AttentionMemory> => {
  const own = await credentials()
  const salt = Buffer.from(await saltText(), 'hex')
  const shared = { path: foldersOf(env).attentionFile, now }
  // Each demo has a key of its own. They share an entry, so that they displace nobody else's, and find nothing of one another.
  return isDemo(own)
    ? createAttentionMemory({ ...shared, owner: ownerOf(salt, NO_KEY), salt: Buffer.from(own.apiKey) })
    : createAttentionMemory({ ...shared, owner: ownerOf(salt, own), salt })
}
