import { crc32 } from 'node:zlib'
import { expect } from 'vitest'
import yauzl from 'yauzl'

type Entry = { name: string; text: string; mtime: number }

/** All files of an archive, read by an independent library that verifies every checksum. */
export const unzip = (bytes: Buffer): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, zip) => {
      if (error) return reject(error)
      const entries: Entry[] = []
      zip.on('error', reject)
      zip.on('end', () => resolve(entries))
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure)
          const content = Buffer.concat(await stream.toArray())
          expect(crc32(content)).toBe(entry.crc32)
          expect(content.length).toBe(entry.uncompressedSize)
          entries.push({
            name: entry.fileName,
            text: content.toString(),
            mtime: entry.getLastModDate({ timezone: 'UTC' }).getTime(),
          })
          zip.readEntry()
        })
      })
      zip.readEntry()
    })
  })
