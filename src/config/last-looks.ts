import type { LastLook, Looks } from '../domain/revisions/day-revisions.ts'
import { changeEntry, membersOf, type OwnersFile, readEntry } from './owners-file.ts'

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
  const file = looksFile(path)
  let before: { look: LastLook | undefined } | undefined
  let told = Number.NEGATIVE_INFINITY
  const last = () => {
    before ??= { look: readEntry(file, owner) }
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
        changeEntry(file, owner, (look) => ({ revision: Math.max(revision, look?.revision ?? revision), at: now() }))
      } catch {
        // Then the next run marks the same revisions as new again.
      }
    },
  }
}

export const looksFile = (path: string): OwnersFile<LastLook> => ({
  path,
  member: 'looks',
  parse: (entry) => {
    const { revision, at } = membersOf(entry)
    return isCount(revision) && isCount(at) ? { revision, at } : undefined
  },
  at: ({ at }) => at,
})

const isCount = (value: unknown): value is number => Number.isSafeInteger(value)
