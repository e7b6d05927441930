import { ArchiveError } from './archive-error.ts'

/** Limits of common file systems, in bytes: for one segment of a path and for the whole path. */
const MAX_PART_LENGTH = 255
const MAX_PATH_LENGTH = 1_000

/** Characters that Windows doesn't allow in file names, and its reserved names. */
const WINDOWS_RESERVED = /[<>:"|?*]|[ .](\/|$)|(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\.|\/|$)/i

/** C0, DEL and C1 control characters, and U+FFFD, the replacement for invalid UTF-8. */
const CONTROLS = /[\x00-\x1f\x7f-\x9f\ufffd]/

/**
 * Splits the name of an archive entry into path segments.
 *
 * @param platform As in `process.platform`.
 * @throws ArchiveError if the path leads out of the target folder or isn't a valid file name.
 */
export const entryParts = (name: string, platform: string = process.platform): string[] => {
  const parts = name.replace(/\/$/, '').split('/')
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isPlain || name.includes('\\') || /^[a-z]:/i.test(name))
    throw new ArchiveError(`entry ${JSON.stringify(name)} points outside the folder or has an empty part`)
  if (CONTROLS.test(name)) throw new ArchiveError(`entry ${JSON.stringify(name)} has control characters in its name`)
  if (parts.some((part) => Buffer.byteLength(part) > MAX_PART_LENGTH) || Buffer.byteLength(name) > MAX_PATH_LENGTH)
    throw new ArchiveError(`an entry has a name that is too long: ${JSON.stringify(name.slice(0, 60))}`)
  if (platform === 'win32' && WINDOWS_RESERVED.test(name))
    throw new ArchiveError(`entry ${JSON.stringify(name)} isn't a valid file name on Windows`)
  return parts
}

/**
 * Checks that each entry gets its own path: no two names are equal, ignoring case and Unicode normalization, and no
 * file's path is also a parent folder.
 *
 * @throws ArchiveError that names one of the conflicting entries.
 */
export const assertUniquePaths = (entries: readonly { name: string; isFolder: boolean }[]): void => {
  const seen = new Map<string, { isFolder: boolean }>()
  const keyOf = (name: string) => name.replace(/\/$/, '').normalize('NFC').toLowerCase()
  for (const { name, isFolder } of entries) {
    const key = keyOf(name)
    if (seen.has(key)) throw new ArchiveError(`it contains ${JSON.stringify(name)} more than once`)
    seen.set(key, { isFolder })
  }
  for (const key of seen.keys()) {
    for (let at = key.lastIndexOf('/'); at > 0; at = key.lastIndexOf('/', at - 1)) {
      const above = seen.get(key.slice(0, at))
      if (above && !above.isFolder) throw new ArchiveError(`entry ${JSON.stringify(key)} is inside a file`)
    }
  }
}
