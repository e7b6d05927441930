import { isNewSince, type LastShownRevision } from '../../../src/domain/revisions/day-revisions.ts'
import { authorOf } from '../../../src/domain/revisions/revision-brief.ts'
import type { FilterableRevision } from '../../../src/domain/revisions/revision-filter.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { riskText } from '../../../src/domain/risk/finding-text.ts'
import { settingsRisks } from '../../../src/domain/risk/revision-risk.ts'
import {
  countVerdicts,
  levelOf,
  type RiskLevel,
  VERDICTS,
  worstFirst,
  worstOf,
} from '../../../src/domain/risk/risk-verdict.ts'
import { shownSetting } from '../../../src/domain/secrets/mask-settings.ts'
import { countChanges } from '../../../src/domain/settings-diff/change-counts.ts'
import type { Change } from '../../../src/domain/settings-diff/diff-settings.ts'
import { ALL_SETTINGS, type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { briefJson } from '../../kit/tree/value-text.ts'
import type { Revision } from '../shared/use-revisions.ts'

export type RevisionSummary = ReturnType<typeof summaryOf>

export type HistoryRow = ReturnType<typeof historyRows>[number]

/** @param revisions - Newest first. */
export const historyRows = (revisions: readonly Revision[], lastVisit: LastShownRevision | undefined) =>
  revisions.map((after, at) => {
    const { revision, updatedAt } = after
    // Everything in the first revision of all is an addition.
    const isFirst = revision === 1 && at === revisions.length - 1
    const before = revisions[at + 1] ?? (isFirst ? { settings: {} } : undefined)
    let known: RevisionSummary | undefined
    return {
      id: String(revision ?? `#${at}`),
      revision,
      /** From the API, RFC 3339. */
      updatedAt,
      ...authorOf(after),
      /** Whether it is newer than the last revision the user saw before this run. */
      isNew: isNewSince(lastVisit, revision),
      /** Its changes; undefined if the previous revision is not loaded. Computed on first use. */
      summary: (): RevisionSummary | undefined => {
        if (before) known ??= summaryOf(before, after, isFirst)
        return known
      },
      /** Whether `summary` is already computed, or cannot be. */
      isKnown: () => known !== undefined || before === undefined,
      /** Its worst loosening in words; undefined if the previous revision is not loaded. */
      risk: () => before && (isFirst ? '' : riskText(settingsRisks(before.settings, after.settings))),
    }
  })

const summaryOf = (before: Revision, after: Revision, isFirst: boolean) => {
  const { changes, findings } = compareSettings(before.settings, after.settings)
  // The first revision of all has nothing to loosen.
  const found = worstFirst(isFirst ? [] : findings)
  const names = new Set<string>(found.filter(({ verdict }) => verdict === 'loosened').map(({ path }) => nameOf(path)))
  const others = new Set<string>()
  for (const { path } of changes) if (!names.has(nameOf(path))) others.add(nameOf(path))
  return {
    counts: countChanges(changes),
    /** Changed top-level members, the most severely loosened first. Untrusted text, without secrets. */
    names: [...names, ...[...others].sort()],
    /** The changed paths, safe to show. */
    paths: changes.map(({ path }) => pathText(path)),
    /** Most severe first. */
    findings: found,
    /** Searched by filters: paths, old values and new values. Lower case, without secrets. */
    searchText: searchTextOf(changes),
  }
}

/** The top-level member of a path. */
const nameOf = ([first]: Path): string => (first?.is === 'member' ? shownSetting(first.name) : ALL_SETTINGS)

/** Maximum number of characters that filters search: of a revision, and of one value. */
const MAX_SEARCH_CHARS = 10_000
const MAX_SEARCH_VALUE_CHARS = 1_000

const searchTextOf = (changes: readonly Change[]): string => {
  let text = ''
  for (const change of changes) {
    if (text.length > MAX_SEARCH_CHARS) break
    text += ` ${pathText(change.path)}`
    if (change.kind === 'reordered') continue
    if (change.kind !== 'added') text += ` ${briefJson(change.before, MAX_SEARCH_VALUE_CHARS)}`
    if (change.kind !== 'removed') text += ` ${briefJson(change.after, MAX_SEARCH_VALUE_CHARS)}`
  }
  return text.toLowerCase()
}

/** Level of the most severe finding; undefined without findings or if the previous revision is not loaded. */
export const levelOfRow = (row: HistoryRow): RiskLevel | undefined => {
  const worst = worstOf(row.summary()?.findings ?? [])
  return worst && levelOf(worst)
}

export const loosenedAnything = (row: HistoryRow): boolean =>
  row.summary()?.findings.some(({ verdict }) => verdict === 'loosened') ?? false

/** The fields that filters search. A revision that is not compared yet has no changes here. */
export const filterableRow = (row: HistoryRow): FilterableRevision => {
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
      summary?.searchText ?? '',
    ],
  }
}
