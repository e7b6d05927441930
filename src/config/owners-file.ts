import { createHmac } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { writeAtomicallySync } from '../base/atomic-file.ts'
import { withFileLock } from '../base/file-lock.ts'
import { isContainer } from '../base/json.ts'
import { readOwnFile } from '../base/own-file.ts'

/** Identifies an entry of a file that stores state per organisation. */
export type Owner = {
  /** Path of the file, which all profiles share. */
  path: string
  /** Name of the entry: a hash that does not reveal the key or the organisation. */
  owner: string
  /** Unix ms. */
  now: () => number
}

/** When an entry was last written, Unix ms. */
type Dated = { at: number }

/** How to read the entries of a file. */
export type OwnersFile<Entry extends Dated> = {
  /** Path of the file, which all profiles share and only its owner can read. */
  path: string
  /** The member of the file that contains the entries. */
  member: string
  /** Parses the members of an entry except `at`. Returns undefined for an invalid entry, which is ignored. */
  parse: (members: Record<string, unknown>) => Omit<Entry, 'at'> | undefined
  /** @default 100_000 */
  largestBytes?: number
  /** Path to which a corrupt file is moved before a change. @default it is replaced */
  brokenPath?: string
  /** Called with that path after the file was moved. */
  onBroken?: ((brokenPath: string) => void) | undefined
  /** Maximum time that a change waits for another program's lock, ms. @default 100 */
  lockWaitMs?: number
}

const VERSION = 1
/** Maximum number of entries. The least recently written ones are removed first. */
const MAX_OWNERS = 100

/** The entry of an owner; undefined if it does not exist or the file is unreadable, corrupt or of a newer version. */
export const readEntry = <Entry extends Dated>(file: OwnersFile<Entry>, owner: string): Entry | undefined => {
  try {
    return readEntries(file).entries.get(owner)
  } catch {
    return undefined
  }
}

/**
 * Changes the entry of an owner.
 *
 * @param change Returns the new entry, or undefined to delete it.
 * @throws if the file cannot be read or written, or is of another version.
 */
export const changeEntry = <Entry extends Dated>(
  file: OwnersFile<Entry>,
  owner: string,
  change: (before: Entry | undefined) => Entry | undefined,
): void => {
  const { path, member, brokenPath, onBroken, lockWaitMs } = file
  const act = (): void => {
    const { entries, isBroken } = readEntries(file)
    if (isBroken && brokenPath !== undefined) {
      renameSync(path, brokenPath)
      onBroken?.(brokenPath)
    }
    const before = entries.get(owner)
    const next = change(before)
    if (next === undefined && before === undefined) return
    if (next === undefined) entries.delete(owner)
    else entries.set(owner, next)
    const newest = [...entries].sort(([, a], [, b]) => b.at - a.at).slice(0, MAX_OWNERS)
    const text = JSON.stringify({ version: VERSION, [member]: Object.fromEntries(newest) })
    writeAtomicallySync(path, `${text}\n`, { mayReplace: true })
  }
  withFileLock(path, act, lockWaitMs)
}

/** {@link changeEntry} that returns whether it succeeded instead of throwing. */
export const tryChangeEntry = <Entry extends Dated>(...args: Parameters<typeof changeEntry<Entry>>): boolean => {
  try {
    changeEntry(...args)
    return true
  } catch {
    return false
  }
}

/**
 * Reads all entries of a file; none if it is missing or corrupt.
 *
 * @throws if the file cannot be read, or is of another version.
 */
export const readEntries = <Entry extends Dated>({
  path,
  member,
  parse,
  largestBytes = 100_000,
}: OwnersFile<Entry>): { entries: Map<string, Entry>; isBroken: boolean } => {
  let file: unknown
  try {
    const bytes = readOwnFile(path, largestBytes)
    if (!bytes) return { entries: new Map(), isBroken: existsSync(path) }
    file = JSON.parse(Buffer.from(bytes).toString())
  } catch (error) {
    if (error instanceof SyntaxError) return { entries: new Map(), isBroken: true }
    throw error
  }
  const { version, [member]: entries } = membersOf(file)
  if (typeof version === 'number' && version !== VERSION) throw new Error(`its version ${version} is unknown`)
  const parsed = Object.entries(membersOf(entries)).flatMap(([owner, value]): [string, Entry][] => {
    const members = membersOf(value)
    const entry = parse(members)
    return entry === undefined || !Number.isFinite(members.at) ? [] : [[owner, { ...entry, at: members.at } as Entry]]
  })
  return { entries: new Map(parsed), isBroken: !isContainer(entries) }
}

export const membersOf = (value: unknown): Record<string, unknown> =>
  isContainer(value) ? (value as Record<string, unknown>) : {}

/** The strings of a list; undefined if it is not a list. */
export const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined

/** The valid members of an object. */
export const entriesOf = <Value>(
  value: unknown,
  isWanted: (name: string, value: unknown) => value is Value,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(membersOf(value)).filter((entry): entry is [string, Value] => isWanted(...entry)))

/**
 * Hashes a mark of an attention item for storing it, because marks contain names of repositories, keys and computers.
 *
 * @param salt - The salt of this machine.
 * @returns 16 characters.
 */
export const hashMark = (salt: Uint8Array, mark: string): string =>
  createHmac('sha256', salt).update(mark.toWellFormed()).digest('base64url').slice(0, 16)
