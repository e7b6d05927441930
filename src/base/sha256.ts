// Loading node:crypto takes longer than the rest of `qd status`; its row in the bench fails with it.

/** The first 32 bits of the fractional parts of the roots of the first primes, as FIPS 180-4 defines. */
const fractionsOf = (count: number, root: (prime: number) => number): Int32Array => {
  const primes: number[] = []
  for (let one = 2; primes.length < count; one++) if (primes.every((prime) => one % prime !== 0)) primes.push(one)
  return Int32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32)
}

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The SHA-256 checksum of bytes, in hexadecimal. For more than a few kilobytes, node:crypto is faster. */
export const sha256 = (bytes: Uint8Array): string => {
  const constants = fractionsOf(64, Math.cbrt)
  const state = fractionsOf(8, Math.sqrt)
  const words = new Int32Array(64)
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(padded.length - 4, bytes.length << 3)
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + at * 4)
    extendBlock(words)
    addBlock(state, constants, words)
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

const extendBlock = (words: Int32Array): void => {
  for (let at = 16; at < 64; at++) {
    const early = words[at - 15] as number
    const late = words[at - 2] as number
    const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
    const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
    words[at] = (words[at - 16] as number) + first + (words[at - 7] as number) + second
  }
}

const addBlock = (state: Int32Array, constants: Int32Array, words: Int32Array): void => {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let at = 0; at < 64; at++) {
    const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + mixed + choice + (constants[at] as number) + (words[at] as number)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] as number) + word
}
