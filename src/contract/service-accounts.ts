import { z } from 'zod'
import { UnixMs } from './primitives.ts'

/** A key of a service account. The key itself is never returned. */
export const ServiceAccountKey = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** A suffix for display that cannot be turned back into the key. */
  fingerprint: z.string(),
  createdAt: UnixMs,
  isRevoked: z.boolean(),
  /** Absent or null: never. */
  expiresAt: UnixMs.nullish(),
  /** Absent or null: not revoked. */
  revokedAt: UnixMs.nullish(),
})
export type ServiceAccountKey = z.infer<typeof ServiceAccountKey>

export const ServiceAccountPath = z.object({ serviceAccountId: z.string().min(1) })

/** `{apiKeys}`: all keys, active and inactive. */
export const ServiceAccountKeys = z.looseObject({ apiKeys: z.array(ServiceAccountKey) })
