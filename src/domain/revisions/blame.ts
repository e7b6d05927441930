import { isSameJson } from '../../base/same-json.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { widenedFirst } from '../risk/compare-settings.ts'
import { type Change, diffSettings } from '../settings-diff/diff-settings.ts'
import type { Path } from '../settings-diff/setting-path.ts'
import { valueAt } from '../settings-diff/value-at.ts'
import { authorOf, type RevisionAuthor } from './revision-brief.ts'

type Revision = Lenient<ControlRevision>

/** A revision that changed what is at a path, or the oldest that is known to have it. */
export type BlameEntry = RevisionAuthor & {
  /**
   * `first seen`: no older revision was looked at, so it may be older still, unless history ends there. `added` and `removed`:
   * it was not there before, or is not there any more.
   */
  kind: 'added' | 'removed' | 'changed' | 'first seen'
  revision: number | undefined
  /** As the API gave it, RFC 3339. */
  updatedAt: string | undefined
  /** What was there before and after, masked as the settings are; undefined for nothing. */
  before: unknown
  after: unknown
  /** What differs within the value, of a list first what widens it. */
  changes: readonly Change[]
}

export type Blame = ReturnType<typeof blamePath>

export type BlameOptions = {
  /** Changes that are enough; all by default. */
  limit?: number
  /** Whether the revisions given reach back to the first. Revision 1 does by itself. */
  isEnd?: boolean
}

/**
 * Every revision that changed what is at a path, over the revisions known so far, in any order; one that came twice counts
 * once. Each is compared with the next older one. Ask again with more pages until it may stop.
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
    // The first revision of all added what it has.
    const kind = older || isWhole ? kindOf(before, after) : 'first seen'
    entries.push(entryOf(revision, kind, { before, after, path }))
  }
  return {
    /** Newest first. */
    entries,
    /** Revisions that were looked at, and the numbers of the newest and the oldest. */
    looked: { count: newestFirst.length, newest: newestFirst[0]?.revision, oldest: oldest?.revision },
    /** Whether history has no older revision, so that nothing is missing. */
    isWhole,
    /** Whether older revisions cannot add a result. */
    mayStop: isWhole || entries.filter(({ kind }) => kind !== 'first seen').length >= limit,
  }
}

const kindOf = (before: unknown, after: unknown): BlameEntry['kind'] => {
  if (before === undefined) return 'added'
  return after === undefined ? 'removed' : 'changed'
}

const entryOf = (
  revision: Revision,
  kind: BlameEntry['kind'],
  { before, after, path }: { before: unknown; after: unknown; path: Path },
): BlameEntry => ({
  kind,
  revision: revision.revision,
  updatedAt: revision.updatedAt,
  ...authorOf(revision),
  before,
  after,
  changes: kind === 'changed' ? widenedFirst(diffSettings(before, after), before, after, path) : [],
})

/** What became of a setting in an entry; what the oldest revision that is known has was seen first there, whenever it came. */
export const blameWord = ({ revision, kind }: BlameEntry, oldest: number | undefined): string =>
  kind === 'added' && revision === oldest && revision !== 1 ? 'first seen' : kind
