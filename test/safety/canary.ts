/** The middle of the canary. It has only letters and digits, so every encoding that escapes characters contains it. */
const CORE = 'Canary7f3a9c51b08eYranac'

/** A fake API key. Percent-encoding, JSON and base64 each write it differently. */
export const CANARY = `qd/"${CORE}\\%+~z`

const base64Pieces = [0, 1, 2].flatMap((offset) => {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(CORE)])
  // Cut the characters at both ends: they also depend on the bytes before and after the core.
  return [bytes.toString('base64').slice(4, -4), bytes.toString('base64url').slice(4, -4)]
})

/** Encodings in which a careless server could send the canary back, the plain one first. */
export const spellings = {
  plain: CANARY,
  base64: Buffer.from(CANARY).toString('base64'),
  'base64 after a user name': Buffer.from(`user:${CANARY}`).toString('base64'),
  base64url: Buffer.from(CANARY).toString('base64url'),
  'percent-encoded': encodeURIComponent(CANARY),
  'percent-encoded in lower case': encodeURIComponent(CANARY).replace(/%../g, (hex) => hex.toLowerCase()),
  'escaped as JSON': JSON.stringify(CANARY).slice(1, -1),
}

/** The names of the encodings in which a text contains the canary, and the pieces of it that would reveal it; empty if there are none. */
export const canariesIn = (text: string): string[] => [
  ...Object.entries(spellings).flatMap(([name, spelling]) => (text.includes(spelling) ? [name] : [])),
  ...[CORE.slice(0, 8), CORE.slice(-8), ...base64Pieces].filter((piece) => text.includes(piece)),
]
