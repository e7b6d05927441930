import { crc32, createInflateRaw } from 'node:zlib'
import { freeNow } from '../base/free-now.ts'
import { inflateBeside, inflateWhole, WHOLE_BYTES } from './inflate-whole.ts'
import type { ArchiveLimits } from './limits.ts'
import { type LocalHeader, localHeaderBytes, readLocalHeader } from './local-header.ts'
import type { PackedEntry } from './read-directory.ts'

/** Handing less to another thread takes as long as unpacking it. Bytes, unpacked. */
const BESIDE_BYTES = 256 * 1024
/** Files that other threads unpack at once; the one that writes the archive needs one of theirs too. */
const MOST_BESIDE = 3

/** What a file was found to be as it passed: where it is packed, how, and what it unpacks to. */
export type PassedEntry = Pick<PackedEntry, 'start' | 'packedBytes' | 'isDeflated' | 'sizeBytes' | 'crc32'>

/**
 * Follows an archive as it comes and unpacks each file in it, so that little is left to verify at its end. What it finds is true of the
 * bytes that passed; whether the archive is to be trusted is for its directory to say, which comes last. From the first header on
 * that does not tell how long its file is, or tells what no honest archive would, it follows no more.
 */
export const createPassingCheck = ({ ratio, totalBytes }: Pick<ArchiveLimits, 'ratio' | 'totalBytes'>) => {
  const passed = new Map<number, PassedEntry>()
  /** Files that other threads unpack. */
  const underWay = new Set<Promise<void>>()
  let head = Buffer.alloc(0)
  /** Where in the archive the next byte belongs, and all that was unpacked. */
  let at = 0
  let unpackedBytes = 0
  let entry: { header: LocalHeader; start: number; leftBytes: number; sink: Sink } | undefined
  let isFollowing = true

  const begin = (header: LocalHeader): void => {
    const { packedBytes, sizeBytes, isDeflated } = header
    unpackedBytes += sizeBytes
    isFollowing = sizeBytes <= packedBytes * ratio && unpackedBytes <= totalBytes
    if (!isFollowing || packedBytes === 0) return
    const isWhole = packedBytes <= WHOLE_BYTES && sizeBytes <= WHOLE_BYTES
    const sink = !isDeflated ? storedSink() : isWhole ? wholeSink(header) : piecesSink(header)
    entry = { header, start: at, leftBytes: packedBytes, sink }
  }
  /** Takes what belongs to a header from the beginning of a piece; answers how much that was. */
  const takeHead = (piece: Uint8Array): number => {
    const part = piece.subarray(0, localHeaderBytes(head) - head.length)
    head = Buffer.concat([head, part])
    // Its beginning tells how long all of it is.
    if (head.length < localHeaderBytes(head)) return part.length
    const header = readLocalHeader(head)
    at += head.length
    head = Buffer.alloc(0)
    if (header) begin(header)
    else isFollowing = false
    return part.length
  }

  const beside = async (work: Promise<void>): Promise<void> => {
    const ended = work.then(() => void underWay.delete(ended))
    underWay.add(ended)
    if (underWay.size >= MOST_BESIDE) await Promise.race(underWay)
  }

  return {
    /** Resolves when the memory of the piece may be used again. Never rejects. */
    async take(piece: Uint8Array): Promise<void> {
      for (let from = 0; from < piece.length && isFollowing; ) {
        if (!entry) {
          from += takeHead(piece.subarray(from))
          continue
        }
        const { header, start, sink } = entry
        const part = piece.subarray(from, from + entry.leftBytes)
        from += part.length
        at += part.length
        entry.leftBytes -= part.length
        const isLast = entry.leftBytes === 0
        if (isLast) entry = undefined
        const note = (found: Found | undefined): void => {
          const { packedBytes, isDeflated } = header
          if (isLast && found) passed.set(start, { start, packedBytes, isDeflated, ...found })
        }
        const taken = sink.take(part, isLast)
        // Most are done at once, and waiting for each would cost more than the work.
        if (!(taken instanceof Promise)) note(taken)
        else if (sink.isBeside) await beside(taken.then(note))
        else note(await taken)
      }
    },
    /** What was found, by where it begins in the archive. */
    async end(): Promise<ReadonlyMap<number, PassedEntry>> {
      entry?.sink.stop?.()
      await Promise.all(underWay)
      return passed
    },
  }
}

type Found = Pick<PassedEntry, 'sizeBytes' | 'crc32'>

type Sink = {
  /** Takes of what a file is packed into; with the last, answers what it unpacked to, or nothing where it could not. Never rejects. */
  take(part: Uint8Array, isLast: boolean): Promise<Found | undefined> | Found | undefined
  stop?(): void
  /** Whether the memory of a part may be used again while it is unpacked. */
  isBeside?: boolean
}

const storedSink = (): Sink => {
  const found: Found = { sizeBytes: 0, crc32: 0 }
  return {
    take(part) {
      found.sizeBytes += part.length
      found.crc32 = crc32(part, found.crc32)
      return found
    },
  }
}

const wholeSink = ({ packedBytes, sizeBytes }: LocalHeader): Sink => {
  // What unpacks to little more than itself was never packed: copying it takes no longer than handing it to another thread.
  const isBeside = sizeBytes >= BESIDE_BYTES && packedBytes < sizeBytes * 0.9
  let packed: Buffer | undefined
  let length = 0
  return {
    isBeside,
    take(part, isLast) {
      // Most come in one piece and need not be copied.
      if (isBeside || length > 0 || !isLast) {
        packed ??= Buffer.allocUnsafeSlow(packedBytes)
        packed.set(part, length)
        length += part.length
      }
      if (!isLast) return undefined
      const free = () => packed && freeNow(packed)
      if (isBeside)
        return inflateBeside(packed ?? part, sizeBytes)
          .then(foundIn, () => undefined)
          .finally(free)
      try {
        return foundIn(inflateWhole(packed ?? part, sizeBytes))
      } catch {
        return undefined
      } finally {
        free()
      }
    },
  }
}

const foundIn = (content: Buffer): Found => {
  const found = { sizeBytes: content.length, crc32: crc32(content) }
  freeNow(content)
  return found
}

/** Unpacked piece by piece, for what is too large to be held. */
const piecesSink = ({ sizeBytes }: LocalHeader): Sink => {
  const inflater = createInflateRaw({ chunkSize: 256 * 1024 })
  const found: Found = { sizeBytes: 0, crc32: 0 }
  let isBroken = false
  const closed = new Promise<void>((resolve) => inflater.once('close', resolve))
  inflater.on('error', () => {
    isBroken = true
  })
  inflater.on('data', (content: Buffer) => {
    found.sizeBytes += content.length
    found.crc32 = crc32(content, found.crc32)
    // Nothing is written behind its end any more.
    if (content.byteOffset + content.length === content.buffer.byteLength) freeNow(content)
    if (found.sizeBytes > sizeBytes) inflater.destroy(new Error('larger than its header says'))
  })
  return {
    async take(part, isLast) {
      if (isBroken) return undefined
      await Promise.race([new Promise<void>((resolve) => inflater.write(part, () => resolve())), closed])
      if (!isLast) return undefined
      inflater.end()
      await closed
      return isBroken ? undefined : found
    },
    stop: () => void inflater.destroy(),
  }
}
