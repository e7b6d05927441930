import { createHmac, createSecretKey } from 'node:crypto'
import type { SecretHash } from '../../domain/secrets/mask-settings.ts'

/** Hashes secrets of settings with the machine's salt. A secret has the same hash in memory and in the ledger. */
export const createSecretHash = (salt: Uint8Array): SecretHash => {
  // Create the key once: hashing with raw bytes takes five times as long [measured], and settings have thousands of
  // secrets.
  const key = createSecretKey(salt)
  return (secret) =>
    createHmac('sha256', key).update('setting\n').update(Buffer.from(secret, 'utf16le')).digest('base64url')
}
