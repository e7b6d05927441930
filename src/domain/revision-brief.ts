import { isDeepStrictEqual } from 'node:util'
import type { ControlRevision } from '../contract/controls.ts'
import type { Lenient } from '../contract/lenient.ts'

/** A revision of the enterprise controls in one line. Names and texts are foreign. */
export type RevisionBrief = {
  revision: number | undefined
  /** As the API gave it, RFC 3339. */
  updatedAt: string | undefined
  /** Who made it: the name, else the e-mail, else the id. */
  who: string | undefined
  email: string | undefined
  /**
   * Names of the top-level members that differ from the revision before, in alphabetical order; no values, which may
   * be secrets. Undefined for the oldest one, as the one before it is not known.
   */
  changed: string[] | undefined
}

/** Brief lines of revisions, newest first, each compared with the next older one given. */
export const revisionBriefs = (revisions: readonly Lenient<ControlRevision>[]): RevisionBrief[] => {
  const newestFirst = revisions.toSorted((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
  return newestFirst.map(({ revision, updatedAt, user, settings }, index) => {
    const before = newestFirst[index + 1]
    return {
      revision,
      updatedAt,
      who: user?.name || user?.email || user?.id,
      email: user?.email,
      // The very first revision changed everything that it holds.
      changed: before ? changedMembers(before.settings, settings) : revision === 1 ? changedMembers({}, settings) : undefined,
    }
  })
}

type Settings = Readonly<Record<string, unknown>> | undefined

const changedMembers = (before: Settings = {}, after: Settings = {}): string[] => {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name])).toSorted()
}
