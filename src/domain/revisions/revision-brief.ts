import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { shownSetting } from '../secrets/mask-settings.ts'
import { changedMembers } from '../settings-diff/changed-members.ts'
import { authorOf, type RevisionAuthor } from './revision-author.ts'

/** A revision of the enterprise controls in one line. */
export type RevisionBrief = RevisionAuthor & {
  revision: number | undefined
  /** As the API gave it, RFC 3339. */
  updatedAt: string | undefined
  /**
   * Names of the top-level members that differ from the revision before, in alphabetical order, without secrets that stand
   * in them; no values, which may be secrets. Undefined for the oldest one, as the one before it is not known.
   */
  changed: string[] | undefined
}

/** Brief lines of revisions, newest first, each compared with the next older one given; one that came twice counts once. */
export const revisionBriefs = (revisions: readonly Lenient<ControlRevision>[]): RevisionBrief[] => {
  const byNumber = new Map(revisions.map((each) => [each.revision ?? each, each]))
  const newestFirst = [...byNumber.values()].sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
  return newestFirst.map(({ revision, updatedAt, user, settings }, index) => ({
    revision,
    updatedAt,
    ...authorOf({ user }),
    changed: namesOfChanges(newestFirst[index + 1], settings, revision),
  }))
}

const namesOfChanges = (
  before: Lenient<ControlRevision> | undefined,
  settings: Lenient<ControlRevision>['settings'],
  revision: number | undefined,
): string[] | undefined => {
  // The very first revision made everything that it holds.
  if (!before && revision !== 1) return undefined
  const { added, removed, changed } = changedMembers(before?.settings, settings)
  return [...added, ...removed, ...changed].map(shownSetting).sort()
}
