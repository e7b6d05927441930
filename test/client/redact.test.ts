import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor, MASK } from '../../src/client/redact.ts'
import { forAll } from '../helpers/for-all.ts'

const secret = 'qd/S+cret"0123456789\\%'

test.each([
  ['as it is', secret],
  ['percent-encoded', encodeURIComponent(secret)],
  ['percent-encoded in lower case', encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase())],
  ['in a form', new URLSearchParams({ '': secret }).toString().slice(1)],
  ['in JSON', JSON.stringify(secret).slice(1, -1)],
  ['in JSON with escaped slashes', JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
  ['in JSON in JSON', JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
])('a secret %s is masked', (_, form) => {
  expect(createRedactor([secret])(`before ${form} after ${form}`)).toBe(`before ${MASK} after ${MASK}`)
})

test('a secret in base64 is masked wherever it starts and whatever follows', () => {
  const redact = createRedactor([secret])
  forAll(fc.uint8Array({ maxLength: 9 }), fc.uint8Array({ maxLength: 9 }), (before, after) => {
    const bytes = Buffer.concat([before, Buffer.from(secret), after])
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = redact(bytes.toString(encoding))
      expect(text).toContain(MASK)
      // Only the neighbours remain, with the few bits that they share with the secret.
      expect(text.replace(MASK, '').length).toBeLessThanOrEqual(Math.ceil(((before.length + after.length) * 8) / 6) + 8)
    }
  })
})

test.each([
  [[secret], 'nothing here', 'nothing here'],
  [['', secret], '', ''],
  [[], 'abc', 'abc'],
  // Of two secrets with the same beginning the longer one is masked completely, and short texts are not secrets.
  [['token', 'token-long'], 'token-long token', `${MASK} ${MASK}`],
  [['k'], 'check the key', 'check the key'],
])('with the secrets %j, "%s" becomes "%s"', (secrets, text, masked) => {
  expect(createRedactor(secrets)(text)).toBe(masked)
})
