import { isSameJson } from '../../base/same-json.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { namedValueAt } from '../risk/effective-values.ts'
import { COMMAND_LIST_NAMES } from '../risk/list-verdict.ts'
import { isInEffect, isLess, possibleWidenings, type WideningFinding } from '../risk/revision-risk.ts'
import { gravestFirst } from '../risk/risk-verdict.ts'
import { type Path, pathKey } from '../settings-diff/setting-path.ts'
import { valueAt } from '../settings-diff/value-at.ts'
import { authorOf, type RevisionAuthor } from './revision-brief.ts'

type Revision = Lenient<ControlRevision>

/** What a revision widened and no later one took back. */
export type OpenWidening = RevisionAuthor & {
  revision: number | undefined
  /** As the API gave it, RFC 3339. */
  updatedAt: string | undefined
  /** What is left of it. */
  finding: WideningFinding
  /** What is at its path today, masked as the settings are; undefined for nothing. */
  today: unknown
}

export type OpenWidenings = {
  /** Takes the next newer revision. The oldest of all has nothing to be compared with. */
  add: (revision: Revision) => void
  /** Those that are open after the newest revision taken, the gravest first and of these the newest. */
  all: () => OpenWidening[]
}

/**
 * Follows what revisions widen, the oldest first, for as long as none takes it back. What was taken back stays so, even where a
 * later revision widens the same again: that one has it then. What has no effect while a switch is off is open only while it is on,
 * whichever came first.
 */
export const createOpenWidenings = (): OpenWidenings => {
  let open: Open[] = []
  let newest: Revision | undefined
  return {
    add(revision) {
      const before = newest
      newest = revision
      if (!before) return
      open = open.flatMap((each) => leftOf(each, before.settings, revision.settings))
      for (const finding of possibleWidenings(before.settings ?? {}, revision.settings ?? {})) {
        open.push({ before, after: revision, finding })
      }
    },
    all: () => {
      const inEffect = open.filter(({ finding }) => isInEffect(finding, newest?.settings))
      const newestFirst = inEffect.toReversed().map(({ after, finding }) => ({
        revision: after.revision,
        updatedAt: after.updatedAt,
        ...authorOf(after),
        finding,
        today: namedValueAt(newest?.settings, finding.path),
      }))
      const byFinding = new Map(newestFirst.map((each) => [each.finding, each]))
      return gravestFirst([...byFinding.keys()]).flatMap((finding) => byFinding.get(finding) ?? [])
    },
  }
}

/** All that is open after the newest of these revisions, which come newest first. */
export const openWidenings = (revisions: readonly Revision[]): OpenWidening[] => {
  const widenings = createOpenWidenings()
  for (const revision of revisions.toReversed()) widenings.add(revision)
  return widenings.all()
}

type Open = { before: Revision; after: Revision; finding: WideningFinding }

/** What a newer revision leaves of it. */
const leftOf = (each: Open, old: unknown, now: unknown): Open[] => {
  const { before, after, finding } = each
  if (relatedPaths(finding.path).every((path) => isSameJson(valueAt(old, path), valueAt(now, path)))) return [each]
  const key = pathKey(finding.path)
  const left = possibleWidenings(before.settings ?? {}, after.settings ?? {}, now ?? {}).find(
    ({ path }) => pathKey(path) === key,
  )
  if (!left) return []
  // What was taken back before is not this revision's any more, though it may be there again.
  return [{ ...each, finding: isLess(finding, left) ? finding : left }]
}

/** The members of the settings that decide what is left of a finding. */
const relatedPaths = ([first]: Path): Path[] => {
  if (first?.is !== 'member') return [[]]
  const names = COMMAND_LIST_NAMES.includes(first.name) ? COMMAND_LIST_NAMES : [first.name, 'maxAutonomyLevel']
  return names.map((name) => [{ is: 'member', name }])
}
