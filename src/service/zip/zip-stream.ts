import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive. */
export type ZipEntry = { name: string; text: string }

const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATED = 8
const STORED = 0
/** A regular file, rw-r--r--, in the upper half as Unix archivers write it. */
const FILE_MODE = (0o100644 << 16) >>> 0
const MADE_ON_UNIX = 3 << 8

/**
 * A zip archive as it grows: one chunk per entry, then the directory. Sizes and checksums stand before each entry, so
 * a reader needs no second pass. At most 65,535 entries of less than 4 GiB: larger archives need another format.
 *
 * @param nowMs The time of all entries, Unix milliseconds.
 */
export const zipStream = (entries: Iterable<ZipEntry>, nowMs: number): ReadableStream<Uint8Array> => {
  const iterator = zipChunks(entries, dosTime(nowMs))
  return new ReadableStream({
    pull(controller) {
      const { value, done } = iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel() {
      iterator.return()
    },
  })
}

/** The same as a whole, for archives that are small. */
export const zipBytes = (entries: Iterable<ZipEntry>, nowMs: number): Uint8Array<ArrayBuffer> =>
  Buffer.concat([...zipChunks(entries, dosTime(nowMs))])

function* zipChunks(entries: Iterable<ZipEntry>, time: number): Generator<Uint8Array, void> {
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text } of entries) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const isSmaller = packed.length < content.length
    const data = isSmaller ? packed : content
    const nameBytes = Buffer.from(name)
    const common = commonHeader({ method: isSmaller ? DEFLATED : STORED, time, content, data, nameBytes })
    const local = Buffer.concat([signature(0x04034b50), common, nameBytes, data])
    directory.push(centralHeader(common, nameBytes, offset))
    offset += local.length
    yield local
  }
  const central = Buffer.concat(directory)
  yield Buffer.concat([central, endOfDirectory(directory.length, central.length, offset)])
}

type Described = { method: number; time: number; content: Buffer; data: Buffer; nameBytes: Buffer }

/** The fields that local and central headers share, from the version needed to the length of the extra field. */
const commonHeader = ({ method, time, content, data, nameBytes }: Described): Buffer => {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(VERSION, 0)
  header.writeUInt16LE(UTF8_NAMES, 2)
  header.writeUInt16LE(method, 4)
  header.writeUInt32LE(time, 6)
  header.writeUInt32LE(crc32(content), 10)
  header.writeUInt32LE(data.length, 14)
  header.writeUInt32LE(content.length, 18)
  header.writeUInt16LE(nameBytes.length, 22)
  return header
}

const centralHeader = (common: Buffer, nameBytes: Buffer, offset: number): Buffer => {
  const madeBy = Buffer.alloc(2)
  madeBy.writeUInt16LE(MADE_ON_UNIX | VERSION)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(FILE_MODE, 6)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([signature(0x02014b50), madeBy, common, rest, nameBytes])
}

const endOfDirectory = (count: number, size: number, offset: number): Buffer => {
  const end = Buffer.alloc(18)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([signature(0x06054b50), end])
}

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Date and time as archives hold them, in UTC: two-second steps from 1980 on. */
const dosTime = (ms: number): number => {
  const at = new Date(ms)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}
