import { createHmac } from 'node:crypto'
import type { SecretHash } from '../../domain/mask-settings.ts'

/** Hashes secrets of settings with the machine's salt: the same in memory and in the ledger. */
export const createSecretHash =
  (salt: Uint8Array): SecretHash =>
  (secret) =>
    createHmac('sha256', salt).update('setting\n').update(Buffer.from(secret, 'utf16le')).digest('base64url')
