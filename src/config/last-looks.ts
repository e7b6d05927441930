import { writeAtomicallySync } from '../base/atomic-file.ts'
import { withFileLock } from '../base/file-lock.ts'
import { readOwnFile } from '../base/own-file.ts'
import type { LastLook, Looks } from '../domain/revisions/last-look.ts'

export type LooksOptions = {
  /** The file, which all profiles share. */
  path: string
  /** Names the entry of the file: a hash that tells nobody which key or organisation it is for. */
  owner: string
  /** Unix ms. */
  now: () => number
}

/**
 * What was last seen of the controls, in a file that its owner alone can read, an entry for each organisation. Never throws: where
 * the file cannot be read, is broken or of a newer version, nothing is remembered; where it cannot be written, nothing new.
 */
export const createLooks = ({ path, owner, now }: LooksOptions): Looks => {
  let before: { look: LastLook | undefined } | undefined
  let told = Number.NEGATIVE_INFINITY
  const last = () => {
    before ??= { look: readOrNothing(path).get(owner) }
    return before.look
  }
  return {
    last,
    saw(revision) {
      // Read it first: below it is overwritten.
      last()
      if (revision <= told || !Number.isSafeInteger(revision)) return
      told = revision
      try {
        withFileLock(path, () => {
          const looks = readLooks(path)
          looks.set(owner, { revision: Math.max(revision, looks.get(owner)?.revision ?? revision), at: now() })
          writeLooks(path, looks)
        })
      } catch {
        // Then the next run marks the same revisions as new again.
      }
    },
  }
}

const VERSION = 1
/** Entries that are kept; those that were seen longest ago are dropped first. */
const MOST_OWNERS = 100
const LARGEST_BYTES = 100_000

const readOrNothing = (path: string): Map<string, LastLook> => {
  try {
    return readLooks(path)
  } catch {
    return new Map()
  }
}

/**
 * What the file holds: nothing where there is none, or a broken one, which the next look replaces.
 *
 * @throws where it cannot be read, or is of another version.
 */
const readLooks = (path: string): Map<string, LastLook> => {
  let file: unknown
  try {
    const bytes = readOwnFile(path, LARGEST_BYTES)
    if (!bytes) return new Map()
    file = JSON.parse(Buffer.from(bytes).toString())
  } catch (error) {
    if (error instanceof SyntaxError) return new Map()
    throw error
  }
  const { version, looks } = membersOf(file)
  if (typeof version === 'number' && version !== VERSION) throw new Error(`version ${version} of another program`)
  return new Map(
    Object.entries(membersOf(looks)).flatMap(([owner, entry]): [string, LastLook][] => {
      const { revision, at } = membersOf(entry)
      return isCount(revision) && isCount(at) ? [[owner, { revision, at }]] : []
    }),
  )
}

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value)

const writeLooks = (path: string, looks: ReadonlyMap<string, LastLook>): void => {
  const newest = [...looks].sort(([, a], [, b]) => b.at - a.at).slice(0, MOST_OWNERS)
  const text = JSON.stringify({ version: VERSION, looks: Object.fromEntries(newest) })
  writeAtomicallySync(path, `${text}\n`, { mayReplace: true })
}
