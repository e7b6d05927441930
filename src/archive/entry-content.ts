import type { FileHandle } from 'node:fs/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { ArchiveFault } from './archive-error.ts'
import { inflateWhole, WHOLE_BYTES } from './inflate-whole.ts'
import type { PackedEntry } from './read-directory.ts'

/**
 * What a file of an archive holds, in pieces. The last one comes only when its length and its sum are those that the directory
 * says; never more bytes than it says.
 *
 * @throws ArchiveFault where it does not; what the file system says.
 */
export async function* entryContent(file: FileHandle, entry: PackedEntry): AsyncGenerator<Buffer, void> {
  let sizeBytes = 0
  let sum = 0
  let held: Buffer | undefined
  for await (const piece of unpacked(file, entry)) {
    sizeBytes += piece.length
    if (sizeBytes > entry.sizeBytes) throw fault(entry, 'is larger than its directory says')
    sum = crc32(piece, sum)
    if (held) yield held
    held = piece
  }
  if (sizeBytes < entry.sizeBytes) throw fault(entry, 'is smaller than its directory says')
  if (sum !== entry.crc32) throw fault(entry, 'is damaged: its sum is not the one of its directory')
  if (held) yield held
}

const fault = ({ name }: PackedEntry, what: string) => new ArchiveFault(`${JSON.stringify(name)} in it ${what}`)

async function* unpacked(file: FileHandle, entry: PackedEntry): AsyncGenerator<Buffer, void> {
  const { isDeflated, packedBytes, sizeBytes, start } = entry
  if (packedBytes === 0) return
  try {
    if (packedBytes <= WHOLE_BYTES && sizeBytes <= WHOLE_BYTES) {
      const packed = Buffer.allocUnsafe(packedBytes)
      const { bytesRead } = await file.read(packed, 0, packedBytes, start)
      if (bytesRead < packedBytes) throw fault(entry, 'ends too early')
      yield isDeflated ? inflateWhole(packed, sizeBytes) : packed
      return
    }
    const source = file.createReadStream({
      start,
      end: start + packedBytes - 1,
      autoClose: false,
      highWaterMark: 256 * 1024,
    })
    yield* isDeflated ? source.pipe(createInflateRaw({ chunkSize: 256 * 1024 })) : source
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') throw fault(entry, 'is larger than its directory says')
    if (code.startsWith('Z_')) throw fault(entry, 'is damaged: it cannot be unpacked')
    throw error
  }
}
