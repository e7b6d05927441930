/** The part of the canary that no escape changes: wherever it stands, the key stands. */
const CORE = 'Canary7f3a9c51b08eYranac'

/** A key with signs that percent-encoding, JSON and base64 write differently. */
export const CANARY = `qd/"${CORE}\\%+~z`

const base64Pieces = [0, 1, 2].flatMap((offset) => {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(CORE)])
  // Without the characters at both ends, which hold bits of what stands around.
  return [bytes.toString('base64').slice(4, -4), bytes.toString('base64url').slice(4, -4)]
})

/** The canary as a careless server would send it back, plain first. */
export const spellings = {
  plain: CANARY,
  base64: Buffer.from(CANARY).toString('base64'),
  'base64 behind a name': Buffer.from(`user:${CANARY}`).toString('base64'),
  base64url: Buffer.from(CANARY).toString('base64url'),
  'percent-encoded': encodeURIComponent(CANARY),
  'percent-encoded in lower case': encodeURIComponent(CANARY).replace(/%../g, (hex) => hex.toLowerCase()),
  'escaped as JSON': JSON.stringify(CANARY).slice(1, -1),
}

/** How the canary stands in a text: the names of its spellings, or of a piece of one that gives it away. */
export const canariesIn = (text: string): string[] => [
  ...Object.entries(spellings).flatMap(([name, spelling]) => (text.includes(spelling) ? [name] : [])),
  ...[CORE.slice(0, 8), CORE.slice(-8), ...base64Pieces].filter((piece) => text.includes(piece)),
]
