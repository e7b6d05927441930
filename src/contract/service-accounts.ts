import * as z from 'zod'
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

export const KeyPath = ServiceAccountPath.extend({ keyId: z.string().min(1) })

/** A key that is to be made. */
export const NewKey = z.object({
  /** 1 to 128 characters. */
  name: z.string().min(1).max(128),
  /** Absent: never. */
  expiresAt: UnixMs.optional(),
})

/** `{apiKey}`: a key that was just made, with its value, which is never answered again. */
export const CreatedKey = z.looseObject({
  apiKey: z.looseObject({
    id: z.string(),
    /** The secret itself: shown once, kept nowhere. */
    value: z.string(),
    fingerprint: z.string(),
    name: z.string(),
    /** Absent or null: never. */
    expiresAt: UnixMs.nullish(),
  }),
})

/** `{apiKeys}`: all keys, active and inactive. */
export const ServiceAccountKeys = z.looseObject({ apiKeys: z.array(ServiceAccountKey) })
