import * as z from 'zod'
import { UnixMs } from './primitives.ts'

/** A key of a service account. The API never returns its value. */
export const ServiceAccountKey = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** A suffix for display. The key can't be derived from it. */
  fingerprint: z.string(),
  createdAt: UnixMs,
  isRevoked: z.boolean(),
  /** Absent or null: never. */
  expiresAt: UnixMs.nullish(),
  /** Absent or null: not revoked. */
  revokedAt: UnixMs.nullish(),
})
export type ServiceAccountKey = z.infer<typeof ServiceAccountKey>

/** A service account. The API does not document its members. */
export const ServiceAccount = z.looseObject({ id: z.string(), name: z.string().optional() })
export type ServiceAccount = z.infer<typeof ServiceAccount>

/** `{serviceAccounts}`. Some servers send only the list, or name it `data`. */
export const ServiceAccounts = z.looseObject({ serviceAccounts: z.array(ServiceAccount) })

export const ServiceAccountPath = z.object({ serviceAccountId: z.string().min(1) })

export const KeyPath = ServiceAccountPath.extend({ keyId: z.string().min(1) })

/** Request body for a new key. */
export const NewKey = z.object({
  /** 1 to 128 characters. */
  name: z.string().min(1).max(128),
  /** Absent: never. */
  expiresAt: UnixMs.optional(),
})

/** `{apiKey}`: a new key with its value. The API returns the value only in this response. */
export const CreatedKey = z.looseObject({
  apiKey: z.looseObject({
    id: z.string(),
    /** The secret. Shown once and never stored. */
    value: z.string(),
    fingerprint: z.string(),
    name: z.string(),
    /** Absent or null: never. */
    expiresAt: UnixMs.nullish(),
  }),
})

/** `{apiKeys}`: all keys, active and inactive. */
export const ServiceAccountKeys = z.looseObject({ apiKeys: z.array(ServiceAccountKey) })
