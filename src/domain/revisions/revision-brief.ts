import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { shownSetting } from '../secrets/mask-settings.ts'
import { changedMembers } from '../settings-diff/diff-settings.ts'
import { moment, UNKNOWN } from '../text/format.ts'
import { safeText } from '../text/safe-text.ts'

/** A one-line summary of a revision of the controls. */
export type RevisionBrief = RevisionAuthor & {
  revision: number | undefined
  /** From the API, RFC 3339. */
  updatedAt: string | undefined
  /**
   * Names of the top-level settings that differ from the next older revision, in alphabetical order, with secrets in
   * names masked. Contains no values, which may be secrets. Undefined for the oldest revision, whose changes are
   * unknown.
   */
  changed: string[] | undefined
}

/** Summaries of revisions, newest first, each compared with the next older one. Duplicates count once. */
export const revisionBriefs = (revisions: readonly Lenient<ControlRevision>[]): RevisionBrief[] => {
  const byNumber = new Map(revisions.map((each) => [each.revision ?? each, each]))
  const newestFirst = [...byNumber.values()].sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
  return newestFirst.map(({ revision, updatedAt, user, settings }, index) => {
    const before = newestFirst[index + 1]
    const { added, removed, changed } = changedMembers(before?.settings, settings)
    // The very first revision added everything it contains.
    const isKnown = before !== undefined || revision === 1
    const names = isKnown ? [...added, ...removed, ...changed].map(shownSetting).sort() : undefined
    return { revision, updatedAt, ...authorOf({ user }), changed: names }
  })
}

export type RevisionAuthor = {
  /** Author: the name, or the e-mail, or the id. Untrusted text. */
  who: string | undefined
  email: string | undefined
  /** Source of the pseudonym. Never shown itself. */
  userId?: string | undefined
}

/** The author of a revision of the controls, with undefined for missing fields. */
export const authorOf = ({ user }: Pick<Lenient<ControlRevision>, 'user'>): RevisionAuthor => ({
  who: user?.name || user?.email || user?.id || undefined,
  email: user?.email,
  userId: user?.id,
})

/** A revision as one line of safe text: `418  2026-11-19 14:39 UTC  m.ito`. An unknown time is left out. */
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
