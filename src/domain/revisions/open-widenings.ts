import { isSameJson } from '../../base/same-json.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { gravestFirst } from '../risk/gravest-findings.ts'
import { namedValueAt } from '../risk/renamed-settings.ts'
import { type RiskFinding, riskFindings } from '../risk/revision-risk.ts'
import { pathKey } from '../settings-diff/setting-path.ts'
import { valueAt } from '../settings-diff/value-at.ts'
import { authorOf, type RevisionAuthor } from './revision-author.ts'

type Revision = Lenient<ControlRevision>

/** What a revision widened and no later one took back. */
export type OpenWidening = RevisionAuthor & {
  revision: number | undefined
  /** As the API gave it, RFC 3339. */
  updatedAt: string | undefined
  /** What is left of it. */
  finding: RiskFinding
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
 * later revision widens the same again: that one has it then.
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
      for (const finding of riskFindings(before.settings ?? {}, revision.settings ?? {})) {
        if (finding.verdict === 'widened') open.push({ before, after: revision, finding })
      }
    },
    all: () => {
      const newestFirst = open.toReversed().map(({ after, finding }) => ({
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

type Open = { before: Revision; after: Revision; finding: RiskFinding }

/** What a newer revision leaves of it. */
const leftOf = (each: Open, old: unknown, now: unknown): Open[] => {
  const { before, after, finding } = each
  const key = pathKey(finding.path)
  if (isSameJson(valueAt(old, finding.path), valueAt(now, finding.path))) return [each]
  const left = riskFindings(before.settings ?? {}, after.settings ?? {}, now ?? {}).find(
    ({ verdict, path }) => verdict === 'widened' && pathKey(path) === key,
  )
  if (!left) return []
  // Entries that were taken back before are not this revision's any more, though they may be there again.
  const count = finding.what === left.what ? Math.min(finding.count, left.count) : left.count
  return [{ ...each, finding: { ...left, count } as RiskFinding }]
}
