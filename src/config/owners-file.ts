import { createHmac } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { writeAtomicallySync } from '../base/atomic-file.ts'
import { withFileLock } from '../base/file-lock.ts'
import { isContainer } from '../base/json.ts'
import { readOwnFile } from '../base/own-file.ts'

/** Whose entry a file of ours is opened for. */
export type Owner = {
  /** The file, which all profiles share. */
  path: string
  /** Names the entry of the file: a hash that tells nobody which key or organisation it is for. */
  owner: string
  /** Unix ms. */
  now: () => number
}

/** When an entry was written last, Unix ms. */
type Dated = { at: number }

/** How the entry of one organisation is read. */
export type OwnersFile<Entry extends Dated> = {
  /** The file, which all profiles share and its owner alone can read. */
  path: string
  /** The member of the file that the entries stand in. */
  member: string
  /** Reads its members but `at`. Undefined: broken, and as if it were not there. */
  parse: (members: Record<string, unknown>) => Omit<Entry, 'at'> | undefined
  /** @default 100_000 */
  largestBytes?: number
  /** Where a broken file is moved before a change. @default it is replaced */
  brokenPath?: string
  /** Called with that path when the file was moved. */
  onBroken?: ((brokenPath: string) => void) | undefined
  /** How long a change waits for another program's, ms. @default 100 */
  lockWaitMs?: number
}

const VERSION = 1
/** Entries that are kept; those that were written longest ago are dropped first. */
const MAX_OWNERS = 100

/** The entry of an owner; undefined where there is none, or the file cannot be read, is broken or of a newer version. */
export const readEntry = <Entry extends Dated>(file: OwnersFile<Entry>, owner: string): Entry | undefined => {
  try {
    return readEntries(file).entries.get(owner)
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

/** {@link changeEntry} where a failure is no reason to stop. Answers whether it was changed. */
export const tryChangeEntry = <Entry extends Dated>(...args: Parameters<typeof changeEntry<Entry>>): boolean => {
  try {
    changeEntry(...args)
    return true
  } catch {
    return false
  }
}

/**
 * What the file holds: nothing where there is none, or a broken one.
 *
 * @throws where the file cannot be read, or is of another version.
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
  if (typeof version === 'number' && version !== VERSION) throw new Error(`version ${version} of another program`)
  const parsed = Object.entries(membersOf(entries)).flatMap(([owner, value]): [string, Entry][] => {
    const members = membersOf(value)
    const entry = parse(members)
    return entry === undefined || !Number.isFinite(members.at) ? [] : [[owner, { ...entry, at: members.at } as Entry]]
  })
  return { entries: new Map(parsed), isBroken: !isContainer(entries) }
}

export const membersOf = (value: unknown): Record<string, unknown> =>
  isContainer(value) ? (value as Record<string, unknown>) : {}

/** The texts of a list; undefined where it is none. */
export const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined

/** The members of an object that are as they should be. */
export const entriesOf = <Value>(
  value: unknown,
  isWanted: (name: string, value: unknown) => value is Value,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(membersOf(value)).filter((entry): entry is [string, Value] => isWanted(...entry)))

/**
 * A mark of what needs attention as files keep it: marks hold names of repositories, keys and computers.
 *
 * @param salt - The machine's.
 * @returns 16 characters.
 */
export const hashMark = (salt: Uint8Array, mark: string): string =>
  createHmac('sha256', salt).update(mark.toWellFormed()).digest('base64url').slice(0, 16)
