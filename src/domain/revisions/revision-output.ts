import { outputOf, ownColumns } from '../output/csv.ts'
import { findingMembers, findingWords } from '../risk/finding-text.ts'
import type { RiskFinding } from '../risk/revision-risk.ts'
import { type countVerdicts, worstFirst, worstOf } from '../risk/risk-verdict.ts'
import { pathText } from '../settings-diff/setting-path.ts'
import { daysOld } from '../text/format.ts'
import { type BlameEntry, blameLabel } from './blame.ts'
import type { OpenLoosening } from './open-loosenings.ts'
import type { RevisionBrief } from './revision-brief.ts'

const REVISION_FIELDS = ['revision', 'updatedAt', 'who', 'email'] as const

type RevisionFields = Partial<Pick<RevisionBrief, (typeof REVISION_FIELDS)[number]>>

const revisionFields = ownColumns(...REVISION_FIELDS)

/** Formats a value of the settings for the output. */
type FormatValue = (value: unknown) => unknown

/** Revisions for scripts. `counts`, `risk` and `changed` are absent if the next older revision is unknown. */
export const { columns: HISTORY_MEMBERS, rowOf: historyOutput } = outputOf<
  [RevisionFields, counts: ReturnType<typeof countVerdicts> | undefined, risk?: string, changed?: readonly string[]]
>({
  ...revisionFields,
  loosened: (_, counts) => counts?.loosened,
  critical: (_, counts) => counts?.critical,
  tightened: (_, counts) => counts?.tightened,
  risk: (_revision, _counts, risk) => risk,
  changed: (_revision, _counts, _risk, changed) => changed?.join(', '),
})

/**
 * What is computed for a revision, from its findings. `verdict` is the most severe one, `neutral` if no rule has a
 * finding; `severity` is critical or normal, null unless it is loosened; `reasons` are worst first. All members are null
 * without findings, because the revision before it is unknown.
 */
export const revisionComputed = (found: readonly RiskFinding[] | undefined, changed: readonly string[] | undefined) => {
  const worst = found && worstOf(found)
  const severity = worst?.isCritical ? 'critical' : 'normal'
  return {
    verdict: found ? (worst?.verdict ?? 'neutral') : null,
    severity: worst?.verdict === 'loosened' ? severity : null,
    reasons:
      found === undefined
        ? null
        : worstFirst(found).map((finding) => ({
            path: pathText(finding.path),
            verdict: finding.verdict,
            isCritical: finding.isCritical,
            rule: finding.rule,
            what: findingWords(finding),
          })),
    changed: changed ?? null,
  }
}

/** Blame entries for scripts. `oldest` is the number of the oldest searched revision. */
export const { columns: BLAME_MEMBERS, rowOf: blameOutput } = outputOf<
  [entry: BlameEntry, oldest: number | undefined, findings: readonly RiskFinding[], shown: FormatValue]
>({
  ...revisionFields,
  change: blameLabel,
  before: ({ before }, _oldest, _findings, shown) => shown(before),
  after: ({ after }, _oldest, _findings, shown) => shown(after),
  verdict: (_entry, _oldest, findings) => findingMembers(findings).verdict,
  rule: (_entry, _oldest, findings) => findingMembers(findings).rule,
  what: (_entry, _oldest, findings) => findingMembers(findings).what,
  isCritical: (_entry, _oldest, findings) => findingMembers(findings).isCritical,
})

/** Open loosened settings for scripts. */
export const { columns: OPEN_MEMBERS, rowOf: openOutput } = outputOf<
  [loosening: OpenLoosening, now: number, shown: FormatValue]
>({
  path: ({ finding }) => pathText(finding.path),
  what: ({ finding }) => findingWords(finding),
  isCritical: ({ finding }) => finding.isCritical,
  rule: ({ finding }) => finding.rule,
  ...revisionFields,
  ageDays: ({ updatedAt }, now) => daysOld(updatedAt === undefined ? undefined : Date.parse(updatedAt), now),
  today: ({ today }, _now, shown) => shown(today),
})
