import { isSameJson } from '../../base/same-json.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { valueAtEitherName } from '../risk/effective-values.ts'
import { COMMAND_LIST_NAMES } from '../risk/list-verdict.ts'
import { isInEffect, isLessSevere, type LooseningFinding, possibleLoosenings } from '../risk/revision-risk.ts'
import { worstFirst } from '../risk/risk-verdict.ts'
import { type Path, pathKey } from '../settings-diff/setting-path.ts'
import { valueAt } from '../settings-diff/value-at.ts'
import { authorOf, type RevisionAuthor } from './revision-brief.ts'

type Revision = Lenient<ControlRevision>

/** A setting that a revision loosened and that no later revision reverted. */
export type OpenLoosening = RevisionAuthor & {
  revision: number | undefined
  /** From the API, RFC 3339. */
  updatedAt: string | undefined
  /** The part of the finding that is still in effect. */
  finding: LooseningFinding
  /** The current value at its path, with secrets masked; undefined if there is none. */
  today: unknown
}

/**
 * Tracks loosened settings over revisions, oldest first, until a revision reverts them. A reverted finding never
 * reopens: if a later revision loosens the same setting again, the finding belongs to that revision. A setting that has
 * no effect while a switch is off is open only while the switch is on, in whatever order they changed.
 */
export const createOpenLoosenings = () => {
  let open: Open[] = []
  let newest: Revision | undefined
  return {
    /** Adds the next newer revision. The first call only sets the baseline. */
    add(revision: Revision): void {
      const before = newest
      newest = revision
      if (!before) return
      open = open.flatMap((each) => remainderOf(each, before.settings, revision.settings))
      for (const finding of possibleLoosenings(before.settings ?? {}, revision.settings ?? {})) {
        open.push({ before, after: revision, finding })
      }
    },
    /** The findings that are open after the newest revision, most severe first, then newest first. */
    all: (): OpenLoosening[] => {
      const inEffect = open.filter(({ finding }) => isInEffect(finding, newest?.settings))
      const newestFirst = inEffect.toReversed().map(({ after, finding }) => ({
        revision: after.revision,
        updatedAt: after.updatedAt,
        ...authorOf(after),
        finding,
        today: valueAtEitherName(newest?.settings, finding.path),
      }))
      const byFinding = new Map(newestFirst.map((each) => [each.finding, each]))
      return worstFirst([...byFinding.keys()]).flatMap((finding) => byFinding.get(finding) ?? [])
    },
  }
}

/** All findings that are open after the newest revision. @param revisions - Newest first. */
export const openLoosenings = (revisions: readonly Revision[]): OpenLoosening[] => {
  const loosenings = createOpenLoosenings()
  for (const revision of revisions.toReversed()) loosenings.add(revision)
  return loosenings.all()
}

type Open = { before: Revision; after: Revision; finding: LooseningFinding }

/** The part of a finding that remains after a newer revision. */
const remainderOf = (each: Open, old: unknown, now: unknown): Open[] => {
  const { before, after, finding } = each
  if (relatedPaths(finding.path).every((path) => isSameJson(valueAt(old, path), valueAt(now, path)))) return [each]
  const key = pathKey(finding.path)
  const left = possibleLoosenings(before.settings ?? {}, after.settings ?? {}, now ?? {}).find(
    ({ path }) => pathKey(path) === key,
  )
  if (!left) return []
  // A part that was reverted no longer belongs to this revision, even if it was loosened again.
  return [{ ...each, finding: isLessSevere(finding, left) ? finding : left }]
}

/** The settings that decide what remains of a finding. */
const relatedPaths = ([first]: Path): Path[] => {
  if (first?.is !== 'member') return [[]]
  const names = COMMAND_LIST_NAMES.includes(first.name) ? COMMAND_LIST_NAMES : [first.name, 'maxAutonomyLevel']
  return names.map((name) => [{ is: 'member', name }])
}
