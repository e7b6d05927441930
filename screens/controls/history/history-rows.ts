import { isNewSince, type LastLook } from '../../../src/domain/revisions/day-revisions.ts'
import { authorOf } from '../../../src/domain/revisions/revision-brief.ts'
import type { FiledRevision } from '../../../src/domain/revisions/revision-filter.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { riskText } from '../../../src/domain/risk/finding-text.ts'
import { settingsRisks } from '../../../src/domain/risk/revision-risk.ts'
import {
  countVerdicts,
  gravestFirst,
  gravestOf,
  levelOf,
  type RiskLevel,
  VERDICTS,
} from '../../../src/domain/risk/risk-verdict.ts'
import { shownSetting } from '../../../src/domain/secrets/mask-settings.ts'
import { countChanges } from '../../../src/domain/settings-diff/change-counts.ts'
import type { Change } from '../../../src/domain/settings-diff/diff-settings.ts'
import { ALL_SETTINGS, type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { briefJson } from '../../kit/tree/value-text.ts'
import type { Revision } from '../shared/use-revisions.ts'

/** What a revision changed. */
export type RevisionSummary = ReturnType<typeof summaryOf>

/** A revision as the history lists it. */
export type HistoryRow = ReturnType<typeof historyRows>[number]

/** Rows of revisions that come newest first. */
export const historyRows = (revisions: readonly Revision[], look: LastLook | undefined) =>
  revisions.map((after, at) => {
    const { revision, updatedAt } = after
    // The very first revision made everything that it holds.
    const isFirst = revision === 1 && at === revisions.length - 1
    const before = revisions[at + 1] ?? (isFirst ? { settings: {} } : undefined)
    let known: RevisionSummary | undefined
    return {
      id: String(revision ?? `#${at}`),
      revision,
      /** As the API gave it, RFC 3339. */
      updatedAt,
      ...authorOf(after),
      /** Whether it is newer than the last that was seen before this run. */
      isNew: isNewSince(look, revision),
      /** What it changed; undefined where the revision before is not loaded. Worked out when it is asked for first. */
      summary: (): RevisionSummary | undefined => {
        if (before) known ??= summaryOf(before, after, isFirst)
        return known
      },
      /** Whether the summary is worked out already. */
      isKnown: () => known !== undefined || before === undefined,
      /** The worst of what it widened, in words; undefined where the revision before is not loaded. */
      risk: () => before && (isFirst ? '' : riskText(settingsRisks(before.settings, after.settings))),
    }
  })

const summaryOf = (before: Revision, after: Revision, isFirst: boolean) => {
  const { changes, findings } = compareSettings(before.settings, after.settings)
  // The first revision of all has nothing to widen.
  const found = gravestFirst(isFirst ? [] : findings)
  const names = new Set<string>(found.filter(({ verdict }) => verdict === 'widened').map(({ path }) => nameOf(path)))
  const others = new Set<string>()
  for (const { path } of changes) if (!names.has(nameOf(path))) others.add(nameOf(path))
  return {
    counts: countChanges(changes),
    /** Of the top-level members that changed, the gravest that widened first. Untrusted text, without secrets. */
    names: [...names, ...[...others].sort()],
    /** The paths that changed, safe to show. */
    paths: changes.map(({ path }) => pathText(path)),
    /** The gravest first. */
    findings: found,
    /** What a filter looks into: paths, and what they were and are. Lower case, without secrets. */
    sought: soughtText(changes),
  }
}

/** The member of the settings that a path is in. */
const nameOf = ([first]: Path): string => (first?.is === 'member' ? shownSetting(first.name) : ALL_SETTINGS)

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

/** The level a row is known by; undefined where no rule says anything, or the revision before is not known. */
export const levelOfRow = (row: HistoryRow): RiskLevel | undefined => {
  const gravest = gravestOf(row.summary()?.findings ?? [])
  return gravest && levelOf(gravest)
}

export const widenedAnything = (row: HistoryRow): boolean =>
  row.summary()?.findings.some(({ verdict }) => verdict === 'widened') ?? false

/** What filters know of a revision; of one that nobody has compared yet, not what it changed. */
export const filedRow = (row: HistoryRow): FiledRevision => {
  const summary = row.isKnown() ? row.summary() : undefined
  const verdicts = summary && countVerdicts(summary.findings)
  return {
    ...row,
    members: summary?.names,
    paths: summary?.paths,
    verdicts,
    texts: [
      [row.revision, row.updatedAt, row.who, row.email, row.isNew && 'new'].join(' '),
      ...(summary?.names ?? []),
      ...VERDICTS.filter((verdict) => (verdicts?.[verdict] ?? 0) > 0),
      summary?.sought ?? '',
    ],
  }
}
