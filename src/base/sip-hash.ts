/** Compression rounds for each word, and at the end. */
const ROUNDS = 2
const LAST_ROUNDS = 4
const WORD_BYTES = 8

const word = (value: bigint): bigint => BigInt.asUintN(64, value)
const turned = (value: bigint, by: bigint): bigint => word(value << by) | (value >> (64n - by))

/**
 * SipHash-2-4: 64 bits which tell nothing of a text to whoever has no key. For short texts where a millisecond counts: to load
 * node:crypto takes six.
 *
 * @param key - Of which the first 16 bytes count.
 */
export const sipHash = (key: Uint8Array, text: string): bigint => {
  const bytes = Buffer.from(text)
  const padded = Buffer.alloc(bytes.length - (bytes.length % WORD_BYTES) + WORD_BYTES)
  padded.set(bytes)
  padded[padded.length - 1] = bytes.length
  const keys = Buffer.from(key)
  const [first, second] = [keys.readBigUInt64LE(0), keys.readBigUInt64LE(WORD_BYTES)]
  let a = first ^ 0x736f6d6570736575n
  let b = second ^ 0x646f72616e646f6dn
  let c = first ^ 0x6c7967656e657261n
  let d = second ^ 0x7465646279746573n
  const mix = (rounds: number): void => {
    for (let round = 0; round < rounds; round += 1) {
      a = word(a + b)
      c = word(c + d)
      b = turned(b, 13n) ^ a
      d = turned(d, 16n) ^ c
      a = word(turned(a, 32n) + d)
      c = word(c + b)
      b = turned(b, 17n) ^ c
      d = turned(d, 21n) ^ a
      c = turned(c, 32n)
    }
  }
  for (let at = 0; at < padded.length; at += WORD_BYTES) {
    const next = padded.readBigUInt64LE(at)
    d ^= next
    mix(ROUNDS)
    a ^= next
  }
  c ^= 0xffn
  mix(LAST_ROUNDS)
  return a ^ b ^ c ^ d
}
