import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretHash } from '../../../src/cache/ledger/secret-hash.ts'
import { hasMask, maskSettings } from '../../../src/domain/secrets/mask-settings.ts'

/** RFC 2104 by hand, for a salt of 32 bytes. */
const hmac = (salt: Uint8Array, message: Buffer): string => {
  const pad = (sign: number) => Buffer.from(Array.from({ length: 64 }, (_, at) => (salt[at] ?? 0) ^ sign))
  const inner = createHash('sha256').update(pad(0x36)).update(message).digest()
  return createHash('sha256').update(pad(0x5c)).update(inner).digest('base64url')
}

test('a secret is hashed with the salt as ledgers of before hold it, half surrogates apart from each other', () => {
  const salt = Uint8Array.from({ length: 32 }, (_, at) => at * 7)
  const hash = createSecretHash(salt)
  for (const secret of ['', 'sk-1', 'ä€😀', '\ud800', '\udc00', 'x'.repeat(10_000)])
    expect(hash(secret)).toBe(hmac(salt, Buffer.concat([Buffer.from('setting\n'), Buffer.from(secret, 'utf16le')])))
  expect(hash('\ud800')).not.toBe(hash('\udc00'))
  expect(createSecretHash(new Uint8Array(32))('sk-1')).not.toBe(hash('sk-1'))
  expect(hasMask(String(maskSettings({ apiKey: 'x' }, hash).apiKey))).toBe(true)
})
