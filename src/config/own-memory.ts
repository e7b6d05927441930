import type { Env } from '../base/env.ts'
import { MAX_LINES, type TypedLines, withLine } from '../domain/history/typed-lines.ts'
import type { LastLook, Looks } from '../domain/revisions/day-revisions.ts'
import { attentionIn } from './attention-memory.ts'
import { foldersOf } from './folders.ts'
import { visitsFile } from './own-visits.ts'
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

const looksFile = (path: string): OwnersFile<LastLook> => ({
  path,
  member: 'looks',
  parse: (entry) => {
    const { revision, at } = membersOf(entry)
    return isCount(revision) && isCount(at) ? { revision, at } : undefined
  },
  at: ({ at }) => at,
})

const isCount = (value: unknown): value is number => Number.isSafeInteger(value)

export type TypedLinesOptions = {
  /** The file, which all profiles share. */
  path: string
  /** Names the entry of the file: a hash that tells nobody which key or organisation it is for. */
  owner: string
  /** Texts that are never written. */
  secrets: readonly string[]
  /** Unix ms. */
  now: () => number
}

type Entry = { lines: readonly string[]; at: number }

/**
 * What was typed into the palette, in a file that its owner alone can read, an entry for each organisation. Never throws: where the
 * file cannot be read or written, lines are remembered until the program ends.
 */
export const createOwnTypedLines = ({ path, owner, secrets, now }: TypedLinesOptions): TypedLines => {
  const file = typedLinesIn(path)
  let known: readonly string[] | undefined
  const list = () => {
    known ??= readEntry(file, owner)?.lines ?? []
    return known
  }
  return {
    list,
    add(line) {
      const next = withLine(list(), line, secrets)
      if (next === known) return
      known = next
      try {
        // Another explorer may have added lines of its own meanwhile.
        changeEntry(file, owner, (before) => ({ lines: withLine(before?.lines ?? [], line, secrets), at: now() }))
      } catch {
        // Then the next run does not know it.
      }
    },
  }
}

/** What was typed, in a file, by owner. */
const typedLinesIn = (path: string): OwnersFile<Entry> => ({
  path,
  member: 'histories',
  parse: (entry) => {
    const { lines, at } = membersOf(entry)
    if (!Array.isArray(lines) || typeof at !== 'number' || !Number.isSafeInteger(at)) return undefined
    return { lines: lines.filter((line) => typeof line === 'string').slice(0, MAX_LINES), at }
  },
  at: ({ at }) => at,
  largestBytes: 5_000_000,
})

/**
 * Deletes what is remembered of the explorer for one organisation.
 *
 * @param owner See {@link createVisits}.
 */
export const forgetMemory = (env: Env, owner: string): void => {
  const folders = foldersOf(env)
  forgetEntry(looksFile(folders.looksFile), owner)
  forgetEntry(typedLinesIn(folders.typedFile), owner)
  forgetEntry(attentionIn(folders.attentionFile), owner)
  forgetEntry(visitsFile(folders.visitsFile), owner)
}

/** An entry of a file that cannot be changed stays, where no other key finds it. */
const forgetEntry = <Entry>(file: OwnersFile<Entry>, owner: string): void => {
  try {
    if (readEntry(file, owner) !== undefined) changeEntry(file, owner, () => undefined)
  } catch {
    // What it is called is a hash of the key.
  }
}
