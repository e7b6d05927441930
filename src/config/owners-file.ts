import { writeAtomicallySync } from '../base/atomic-file.ts'
import { withFileLock } from '../base/file-lock.ts'
import { readOwnFile } from '../base/own-file.ts'

/** How the entry of one organisation is read and when it was written last. */
export type OwnersFile<Entry> = {
  /** The file, which all profiles share and its owner alone can read. */
  path: string
  /** The member of the file that the entries stand in. */
  member: string
  /** Undefined: broken, and as if it were not there. */
  parse: (entry: unknown) => Entry | undefined
  /** Unix ms. */
  at: (entry: Entry) => number
  /** @default 100_000 */
  largestBytes?: number
}

const VERSION = 1
/** Entries that are kept; those that were written longest ago are dropped first. */
const MOST_OWNERS = 100

/** The entry of an owner; undefined where there is none, or the file cannot be read, is broken or of a newer version. */
export const readEntry = <Entry>(file: OwnersFile<Entry>, owner: string): Entry | undefined => {
  try {
    return readEntries(file).get(owner)
  } catch {
    return undefined
  }
}

/**
 * Changes the entry of an owner, which is a hash that tells nobody which key or organisation it is for.
 *
 * @param change Answers what it is from now on; undefined: it is deleted.
 * @throws where the file cannot be read or written, or is of another version.
 */
export const changeEntry = <Entry>(
  file: OwnersFile<Entry>,
  owner: string,
  change: (before: Entry | undefined) => Entry | undefined,
): void =>
  withFileLock(file.path, () => {
    const entries = readEntries(file)
    const before = entries.get(owner)
    const next = change(before)
    if (next === undefined && before === undefined) return
    if (next === undefined) entries.delete(owner)
    else entries.set(owner, next)
    const newest = [...entries].sort(([, a], [, b]) => file.at(b) - file.at(a)).slice(0, MOST_OWNERS)
    const text = JSON.stringify({ version: VERSION, [file.member]: Object.fromEntries(newest) })
    writeAtomicallySync(file.path, `${text}\n`, { mayReplace: true })
  })

/** What the file holds: nothing where there is none, or a broken one, which the next change replaces. */
const readEntries = <Entry>({ path, member, parse, largestBytes = 100_000 }: OwnersFile<Entry>): Map<string, Entry> => {
  let file: unknown
  try {
    const bytes = readOwnFile(path, largestBytes)
    if (!bytes) return new Map()
    file = JSON.parse(Buffer.from(bytes).toString())
  } catch (error) {
    if (error instanceof SyntaxError) return new Map()
    throw error
  }
  const { version, [member]: entries } = membersOf(file)
  if (typeof version === 'number' && version !== VERSION) throw new Error(`version ${version} of another program`)
  return new Map(
    Object.entries(membersOf(entries)).flatMap(([owner, entry]): [string, Entry][] => {
      const parsed = parse(entry)
      return parsed === undefined ? [] : [[owner, parsed]]
    }),
  )
}

export const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
