/** What stands before a packed file. */
export type LocalHeader = {
  packedBytes: number
  /** Unpacked, as it says. */
  sizeBytes: number
  isDeflated: boolean
}

const FIXED_BYTES = 30
const SIGNATURE = 0x04034b50
const ENCRYPTED = 0x0001
/** Sums and sizes follow the file instead of standing before it. */
const SIZES_FOLLOW = 0x0008
/** Stands for a size in another field. */
const ELSEWHERE = 0xffffffff

/** How long a header is as far as its beginning tells. */
export const localHeaderBytes = (beginning: Buffer): number =>
  beginning.length < FIXED_BYTES ? FIXED_BYTES : FIXED_BYTES + beginning.readUInt16LE(26) + beginning.readUInt16LE(28)

/** Reads a whole header: undefined where it is none, or does not tell how long its file is. */
export const readLocalHeader = (bytes: Buffer): LocalHeader | undefined => {
  if (bytes.readUInt32LE(0) !== SIGNATURE) return undefined
  const method = bytes.readUInt16LE(8)
  const [packedBytes, sizeBytes] = [bytes.readUInt32LE(18), bytes.readUInt32LE(22)]
  if (bytes.readUInt16LE(6) & (ENCRYPTED | SIZES_FOLLOW)) return undefined
  if ((method !== 0 && method !== 8) || packedBytes === ELSEWHERE || sizeBytes === ELSEWHERE) return undefined
  return { packedBytes, sizeBytes, isDeflated: method === 8 }
}
