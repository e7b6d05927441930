import { createHmac, createSecretKey } from 'node:crypto'
import type { SecretHash } from '../../domain/secrets/mask-settings.ts'

/** Hashes secrets of settings with the salt of the mirror's database. */
export const secretHash = (salt: Uint8Array): SecretHash => {
  const key = createSecretKey(salt)
  return (secret) => createHmac('sha256', key).update(Buffer.from(secret, 'utf16le')).digest('base64url')
}
