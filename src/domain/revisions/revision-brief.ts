import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { shownSetting } from '../secrets/mask-settings.ts'
import { changedMembers } from '../settings-diff/diff-settings.ts'
import { moment, UNKNOWN } from '../text/format.ts'
import { safeText } from '../text/safe-text.ts'

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

export type RevisionAuthor = {
  /** Who made it: the name, else the e-mail, else the id. Untrusted text. */
  who: string | undefined
  email: string | undefined
  /** What a pseudonym is made of. Never shown by itself. */
  userId?: string | undefined
}

/** Who made a revision of the controls; undefined what the API does not tell. */
export const authorOf = ({ user }: Pick<Lenient<ControlRevision>, 'user'>): RevisionAuthor => ({
  who: user?.name || user?.email || user?.id || undefined,
  email: user?.email,
  userId: user?.id,
})

/** A revision of the controls in one line that is safe to show: `418  2026-11-19 14:39 UTC  m.ito`, without a time that is not known. */
export const revisionName = ({
  revision,
  updatedAt,
  user,
}: Pick<Lenient<ControlRevision>, 'revision' | 'updatedAt' | 'user'>): string =>
  [
    safeText(revision ?? UNKNOWN),
    updatedAt === undefined ? undefined : moment(Date.parse(updatedAt)),
    safeText(authorOf({ user }).who ?? UNKNOWN),
  ]
    .filter((part) => part !== undefined)
    .join('  ')
