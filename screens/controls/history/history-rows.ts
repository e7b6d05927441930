import { isNewSince, type LastLook } from '../../../src/domain/revisions/last-look.ts'
import { authorOf, type RevisionAuthor } from '../../../src/domain/revisions/revision-author.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { riskText } from '../../../src/domain/risk/finding-text.ts'
import { gravestFirst, gravestOf } from '../../../src/domain/risk/gravest-findings.ts'
import { type RiskFinding, settingsRisks } from '../../../src/domain/risk/revision-risk.ts'
import { VERDICTS, type VerdictName } from '../../../src/domain/risk/risk-verdict.ts'
import { shownSetting } from '../../../src/domain/secrets/mask-settings.ts'
import { type ChangeCounts, countChanges } from '../../../src/domain/settings-diff/change-counts.ts'
import type { Change } from '../../../src/domain/settings-diff/diff-settings.ts'
import { ALL_SETTINGS, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import type { Revision } from '../shared/use-revisions.ts'
import { briefJson } from '../shared/value-text.ts'

/** What a revision changed. */
export type RevisionSummary = {
  counts: ChangeCounts
  /** Names of the top-level members in which something changed, in alphabetical order. Untrusted text, without secrets. */
  names: readonly string[]
  /** The gravest first. */
  findings: readonly RiskFinding[]
  /** The paths that changed, what they were and what they are, as far as a filter looks into them. Lower case, without secrets. */
  sought: string
}

/** A revision as the history lists it. */
export type HistoryRow = RevisionAuthor & {
  id: string
  revision: number | undefined
  /** As the API gave it, RFC 3339. */
  updatedAt: string | undefined
  /** Whether it is newer than the last that was seen before this run. */
  isNew: boolean
  /** What it changed; undefined where the revision before is not loaded. Worked out when it is asked for first. */
  summary: () => RevisionSummary | undefined
  /** Whether {@link summary} is worked out already. */
  isKnown: () => boolean
  /** The worst of what it widened, in words; undefined where the revision before is not loaded. */
  risk: () => string | undefined
}

/** Rows of revisions that come newest first. */
export const historyRows = (revisions: readonly Revision[], look: LastLook | undefined): HistoryRow[] =>
  revisions.map((after, at): HistoryRow => {
    const { revision, updatedAt } = after
    // The very first revision made everything that it holds.
    const isFirst = revision === 1 && at === revisions.length - 1
    const before = revisions[at + 1] ?? (isFirst ? { settings: {} } : undefined)
    let known: RevisionSummary | undefined
    return {
      id: String(revision ?? `#${at}`),
      revision,
      updatedAt,
      ...authorOf(after),
      isNew: isNewSince(look, revision),
      summary: () => {
        if (before) known ??= summaryOf(before, after, isFirst)
        return known
      },
      isKnown: () => known !== undefined || before === undefined,
      risk: () => before && (isFirst ? '' : riskText(settingsRisks(before.settings, after.settings))),
    }
  })

const summaryOf = (before: Revision, after: Revision, isFirst: boolean): RevisionSummary => {
  const { changes, findings } = compareSettings(before.settings, after.settings)
  const names = new Set<string>()
  for (const { path } of changes) {
    const [first] = path
    names.add(first?.is === 'member' ? shownSetting(first.name) : ALL_SETTINGS)
  }
  // The first revision of all has nothing to widen.
  const found = isFirst ? [] : findings
  return {
    counts: countChanges(changes),
    names: [...names].sort(),
    findings: gravestFirst(found),
    sought: soughtText(changes),
  }
}

/** Characters of a revision, and of one value in it, that a filter looks into; there may be more. */
const SOUGHT = 10_000
const SOUGHT_VALUE = 1_000

const soughtText = (changes: readonly Change[]): string => {
  let text = ''
  for (const change of changes) {
    if (text.length > SOUGHT) break
    text += ` ${pathText(change.path)}`
    if (change.kind === 'reordered') continue
    if (change.kind !== 'added') text += ` ${briefJson(change.before, SOUGHT_VALUE)}`
    if (change.kind !== 'removed') text += ` ${briefJson(change.after, SOUGHT_VALUE)}`
  }
  return text.toLowerCase()
}

/** The verdict a row is known by; undefined where no rule says anything, or the revision before is not known. */
export const verdictOf = (row: HistoryRow): VerdictName | undefined => gravestOf(row.summary()?.findings ?? [])?.verdict

/** What a filter is looked for in, lower case; of a revision that nobody has compared yet, without what it changed. */
export const haystackOf = (row: HistoryRow): string => {
  const summary = row.isKnown() ? row.summary() : undefined
  const verdicts = VERDICTS.filter((verdict) => summary?.findings.some((finding) => finding.verdict === verdict))
  return [
    row.revision,
    row.updatedAt,
    row.who,
    row.email,
    row.isNew && 'new',
    ...(summary ? [...summary.names, ...verdicts, summary.sought] : []),
  ]
    .join(' ')
    .toLowerCase()
}
