import { isSameJson } from '../../base/same-json.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { loosenedFirst } from '../risk/compare-settings.ts'
import { type Change, diffSettings } from '../settings-diff/diff-settings.ts'
import type { Path } from '../settings-diff/setting-path.ts'
import { valueAt } from '../settings-diff/value-at.ts'
import { authorOf, type RevisionAuthor } from './revision-brief.ts'

type Revision = Lenient<ControlRevision>

/** A revision that changed the value at a path, or the oldest known revision with a value there. */
export type BlameEntry = RevisionAuthor & {
  /**
   * `first seen`: the oldest known revision already has the value, so it may be older. `added`: there was no value
   * before. `removed`: there is no value any more.
   */
  kind: 'added' | 'removed' | 'changed' | 'first seen'
  revision: number | undefined
  /** From the API, RFC 3339. */
  updatedAt: string | undefined
  /** The value before and after, with secrets masked; undefined if there is none. */
  before: unknown
  after: unknown
  /** Differences within the value. In a list, entries that loosen it come first. */
  changes: readonly Change[]
}

export type Blame = ReturnType<typeof blamePath>

export type BlameOptions = {
  /** Maximum number of changes to find; all by default. */
  limit?: number
  /** Whether the revisions reach back to the first one. Always true if revision 1 is among them. */
  isEnd?: boolean
}

/**
 * All revisions that changed the value at a path, from the known revisions in any order. Duplicates count once. Each
 * revision is compared with the next older one. The caller repeats this with more pages until `mayStop` is true.
 */
export const blamePath = (revisions: readonly Revision[], path: Path, options: BlameOptions = {}) => {
  const { limit = Number.POSITIVE_INFINITY, isEnd = false } = options
  const byNumber = new Map(revisions.map((each) => [each.revision ?? each, each]))
  const newestFirst = [...byNumber.values()].sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
  const oldest = newestFirst.at(-1)
  const isWhole = isEnd || oldest?.revision === 1
  const entries: BlameEntry[] = []
  for (const [index, revision] of newestFirst.entries()) {
    if (entries.length >= limit) break
    const older = newestFirst[index + 1]
    const after = valueAt(revision.settings, path)
    const before = older && valueAt(older.settings, path)
    if (older ? isSameJson(before, after) : after === undefined) continue
    // The very first revision added everything it contains.
    const kind = older || isWhole ? kindOf(before, after) : 'first seen'
    entries.push({
      kind,
      revision: revision.revision,
      updatedAt: revision.updatedAt,
      ...authorOf(revision),
      before,
      after,
      changes: kind === 'changed' ? loosenedFirst(diffSettings(before, after), before, after, path) : [],
    })
  }
  return {
    /** Newest first. */
    entries,
    /** Number of searched revisions, and the numbers of the newest and the oldest. */
    searched: { count: newestFirst.length, newest: newestFirst[0]?.revision, oldest: oldest?.revision },
    /** Whether the history has no older revision. */
    isWhole,
    /** Whether older revisions can't add a result. */
    mayStop: isWhole || entries.filter(({ kind }) => kind !== 'first seen').length >= limit,
  }
}

const kindOf = (before: unknown, after: unknown): BlameEntry['kind'] => {
  if (before === undefined) return 'added'
  return after === undefined ? 'removed' : 'changed'
}

/** The kind of an entry for display. `added` by the oldest known revision is `first seen`: it may be older. */
export const blameLabel = ({ revision, kind }: BlameEntry, oldest: number | undefined): string =>
  kind === 'added' && revision === oldest && revision !== 1 ? 'first seen' : kind
