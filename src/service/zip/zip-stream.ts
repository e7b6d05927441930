import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of an archive. `read` is called when its turn comes. */
export type ZipEntry = { name: string; read: () => string }

/** A regular file, rw-r--r--. */
const FILE_MODE = 0o100644

/**
 * A zip archive, made while it is read: one file after the other is in memory. Where reading one fails, so does the stream.
 *
 * @param nowMs Modification time of all entries, Unix milliseconds.
 */
export const zipStream = (entries: readonly ZipEntry[], nowMs: number): Readable => {
  const zip = new ZipFile()
  const options = { mtime: new Date(nowMs), mode: FILE_MODE }
  for (const { name, read } of entries)
    zip.addReadStreamLazy(name, options, (done) => {
      try {
        done(null, Readable.from([Buffer.from(read())], { objectMode: false }))
      } catch (error) {
        done(error)
      }
    })
  zip.on('error', (error) => zip.outputStream.destroy(error))
  zip.end()
  return zip.outputStream
}
