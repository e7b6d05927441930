import type { Env } from '../base/env.ts'
import { MAX_LINES, type TypedLines, withLine } from '../domain/history/typed-lines.ts'
import type { LastShownRevision, ShownRevisions } from '../domain/revisions/day-revisions.ts'
import { attentionIn } from './attention-memory.ts'
import { foldersOf } from './folders.ts'
import { visitsFile } from './own-visits.ts'
import { type Owner, type OwnersFile, readEntry, textsOf, tryChangeEntry } from './owners-file.ts'

/**
 * Stores the last seen revision of the controls, in a file that only its owner can read, with an entry per
 * organisation. Never throws: if the file is unreadable, corrupt or of a newer version, there is no last revision; if
 * it cannot be written, nothing is stored.
 */
export const createShownRevisions = ({ path, owner, now }: Owner): ShownRevisions => {
  const file = shownRevisionsFile(path)
  let before: { previous: LastShownRevision | undefined } | undefined
  let newest = Number.NEGATIVE_INFINITY
  const last = () => {
    before ??= { previous: readEntry(file, owner) }
    return before.previous
  }
  return {
    last,
    recordShown(revision) {
      // Read it first, because it is overwritten below.
      last()
      if (revision <= newest || !Number.isSafeInteger(revision)) return
      newest = revision
      // If this fails, the next run marks the same revisions as new again.
      tryChangeEntry(file, owner, (old) => ({ revision: Math.max(revision, old?.revision ?? revision), at: now() }))
    },
  }
}

const shownRevisionsFile = (path: string): OwnersFile<LastShownRevision> => ({
  path,
  member: 'looks',
  parse: ({ revision }) => (typeof revision === 'number' && Number.isSafeInteger(revision) ? { revision } : undefined),
})

type Entry = { lines: readonly string[]; at: number }

/**
 * Stores the palette's history, in a file that only its owner can read, with an entry per organisation. Never throws:
 * if the file cannot be read or written, lines are kept in memory.
 *
 * @param secrets - Texts that are never written.
 */
export const createPaletteHistory = ({
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
      // Another explorer may have added lines in the meantime. If this fails, the line is missing in the next run.
      tryChangeEntry(file, owner, (before) => ({ lines: withLine(before?.lines ?? [], line, secrets), at: now() }))
    },
  }
}

/** The file of the palette's history, by owner. */
const typedLinesIn = (path: string): OwnersFile<Entry> => ({
  path,
  member: 'histories',
  parse: ({ lines }) => (Array.isArray(lines) ? { lines: textsOf(lines)?.slice(0, MAX_LINES) ?? [] } : undefined),
  largestBytes: 5_000_000,
})

/**
 * Deletes the explorer's stored state of one organisation.
 *
 * @param owner - Name of its entries, see {@link Owner}.
 */
export const deleteExplorerState = (env: Env, owner: string): void => {
  const folders = foldersOf(env)
  forgetEntry(shownRevisionsFile(folders.shownRevisionsFile), owner)
  forgetEntry(typedLinesIn(folders.typedFile), owner)
  forgetEntry(attentionIn(folders.attentionFile), owner)
  forgetEntry(visitsFile(folders.visitsFile), owner)
}

/** Deletes an entry. If that fails, no other key can find the entry, because its name is a hash of the key. */
const forgetEntry = <Entry extends { at: number }>(file: OwnersFile<Entry>, owner: string): void => {
  if (readEntry(file, owner) !== undefined) tryChangeEntry(file, owner, () => undefined)
}
