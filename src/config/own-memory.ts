import type { Env } from '../base/env.ts'
import { MAX_LINES, type TypedLines, withLine } from '../domain/history/typed-lines.ts'
import type { LastLook, Looks } from '../domain/revisions/day-revisions.ts'
import { attentionIn } from './attention-memory.ts'
import { foldersOf } from './folders.ts'
import { visitsFile } from './own-visits.ts'
import { type Owner, type OwnersFile, readEntry, textsOf, tryChangeEntry } from './owners-file.ts'

/**
 * What was last seen of the controls, in a file that its owner alone can read, an entry for each organisation. Never throws: where
 * the file cannot be read, is broken or of a newer version, nothing is remembered; where it cannot be written, nothing new.
 */
export const createLooks = ({ path, owner, now }: Owner): Looks => {
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
      // Where it fails the next run marks the same revisions as new again.
      tryChangeEntry(file, owner, (look) => ({ revision: Math.max(revision, look?.revision ?? revision), at: now() }))
    },
  }
}

const looksFile = (path: string): OwnersFile<LastLook> => ({
  path,
  member: 'looks',
  parse: ({ revision }) => (typeof revision === 'number' && Number.isSafeInteger(revision) ? { revision } : undefined),
})

type Entry = { lines: readonly string[]; at: number }

/**
 * What was typed into the palette, in a file that its owner alone can read, an entry for each organisation. Never throws: where the
 * file cannot be read or written, lines are remembered until the program ends.
 *
 * @param secrets - Texts that are never written.
 */
export const createOwnTypedLines = ({
  path,
  owner,
  secrets,
  now,
}: Owner & { secrets: readonly string[] }): TypedLines => {
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
      // Another explorer may have added lines of its own meanwhile. Where it fails the next run does not know the line.
      tryChangeEntry(file, owner, (before) => ({ lines: withLine(before?.lines ?? [], line, secrets), at: now() }))
    },
  }
}

/** What was typed, in a file, by owner. */
const typedLinesIn = (path: string): OwnersFile<Entry> => ({
  path,
  member: 'histories',
  parse: ({ lines }) => (Array.isArray(lines) ? { lines: textsOf(lines)?.slice(0, MAX_LINES) ?? [] } : undefined),
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

/** An entry of a file that cannot be changed stays, where no other key finds it: its name is a hash of the key. */
const forgetEntry = <Entry extends { at: number }>(file: OwnersFile<Entry>, owner: string): void => {
  if (readEntry(file, owner) !== undefined) tryChangeEntry(file, owner, () => undefined)
}
