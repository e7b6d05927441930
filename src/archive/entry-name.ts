import { ArchiveFault } from './archive-error.ts'

/** The longest part of a path that file systems take, in bytes, and the longest path. */
const MAX_PART_LENGTH = 255
const MAX_PATH_LENGTH = 1_000

/** What Windows keeps for itself, in names and as names. */
const FOREIGN_TO_WINDOWS = /[<>:"|?*]|[ .](\/|$)|(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\.|\/|$)/i

/** C0, DEL and C1, and bytes that were no UTF-8. */
const CONTROLS = /[\x00-\x1f\x7f-\x9f\ufffd]/

/**
 * The parts of a path in an archive.
 *
 * @param platform As in `process.platform`.
 * @throws ArchiveFault for one that leads elsewhere or that no file can have.
 */
export const entryParts = (name: string, platform: string = process.platform): string[] => {
  const parts = name.replace(/\/$/, '').split('/')
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isPlain || name.includes('\\') || /^[a-z]:/i.test(name))
    throw new ArchiveFault(`${JSON.stringify(name)} in it leads out of its folder, or nowhere`)
  if (CONTROLS.test(name)) throw new ArchiveFault(`${JSON.stringify(name)} in it has control characters in its name`)
  if (parts.some((part) => Buffer.byteLength(part) > MAX_PART_LENGTH) || Buffer.byteLength(name) > MAX_PATH_LENGTH)
    throw new ArchiveFault(`the name of a file in it is too long: ${JSON.stringify(name.slice(0, 60))}`)
  if (platform === 'win32' && FOREIGN_TO_WINDOWS.test(name))
    throw new ArchiveFault(`${JSON.stringify(name)} in it is no name of a file on Windows`)
  return parts
}

/**
 * Looks whether each path can be a file of its own: no two alike, not even where letter case or the way an accent is written does not
 * count, and none that is the folder of another.
 *
 * @throws ArchiveFault that names one of them.
 */
export const assertNoClash = (entries: readonly { name: string; isFolder: boolean }[]): void => {
  const seen = new Map<string, { isFolder: boolean }>()
  const keyOf = (name: string) => name.replace(/\/$/, '').normalize('NFC').toLowerCase()
  for (const { name, isFolder } of entries) {
    const key = keyOf(name)
    if (seen.has(key)) throw new ArchiveFault(`it holds ${JSON.stringify(name)} more than once`)
    seen.set(key, { isFolder })
  }
  for (const key of seen.keys()) {
    for (let at = key.lastIndexOf('/'); at > 0; at = key.lastIndexOf('/', at - 1)) {
      const above = seen.get(key.slice(0, at))
      if (above && !above.isFolder) throw new ArchiveFault(`${JSON.stringify(key)} in it lies in a file`)
    }
  }
}
