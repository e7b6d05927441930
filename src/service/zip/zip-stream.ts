import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { safeEntryName } from '../../domain/text/safe-file-name.ts'

/** A file of an archive. `read` is called when the file is written. */
export type ZipEntry = { name: string; read: () => Promise<string> }

/** A regular file, rw-r--r--. */
const FILE_MODE = 0o100644

/**
 * Creates a zip archive while it is read, with one file in memory at a time. If reading a file fails, the stream fails.
 *
 * @param nowMs Modification time of all entries, Unix milliseconds.
 */
export const zipStream = (entries: readonly ZipEntry[], nowMs: number): Readable => {
  const zip = new ZipFile()
  const options = { mtime: new Date(nowMs), mode: FILE_MODE }
  for (const { name, read } of entries)
    zip.addReadStreamLazy(name, options, (done) => {
      read().then((text) => done(null, Readable.from([Buffer.from(text)], { objectMode: false })), done)
    })
  zip.on('error', (error) => zip.outputStream.destroy(error))
  zip.end()
  return zip.outputStream
}

/** The names of pages in an archive, in order: safe, ending in `.md`, and unique even if letter case is ignored. */
export const entryNames = (paths: readonly string[]): string[] => {
  const taken = new Set<string>()
  return paths.map((path) => {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..')
    const stem = parts.map((part) => safeEntryName(part.replace(/\.md$/i, ''))).join('/') || 'untitled'
    let name = `${stem}.md`
    for (let again = 2; taken.has(name.toLowerCase()); again++) name = `${stem}-${again}.md`
    taken.add(name.toLowerCase())
    return name
  })
}
