import { riskText } from '../../src/domain/attention-text.ts'
import { findingWords } from '../../src/domain/finding-text.ts'
import { age, fullNumber, moment, UNKNOWN } from '../../src/domain/format.ts'
import { gravestFirst, gravestOf } from '../../src/domain/gravest-findings.ts'
import { isNewSince, type LastLook } from '../../src/domain/last-look.ts'
import { shownSetting } from '../../src/domain/mask-settings.ts'
import { type RiskFinding, settingsRisks } from '../../src/domain/revision-risk.ts'
import { VERDICTS, type VerdictName } from '../../src/domain/risk-verdict.ts'
import { safeText } from '../../src/domain/safe-text.ts'
import { compareSettings } from '../../src/domain/settings-diff/compare-settings.ts'
import type { Change } from '../../src/domain/settings-diff/diff-settings.ts'
import { ALL_SETTINGS, pathText } from '../../src/domain/settings-diff/setting-path.ts'
import type { Column } from '../../src/ui/data-table.ts'
import type { Theme } from '../../src/ui/theme.ts'
import { riskColumn } from './risk-column.ts'
import type { Revision } from './use-revisions.ts'
import { verdictText } from './verdict-text.ts'

/** What a revision changed. */
export type RevisionSummary = {
  counts: Readonly<Record<Change['kind'], number>>
  /** Names of the top-level members in which something changed, in alphabetical order. Untrusted text, without secrets. */
  names: readonly string[]
  /** The gravest first. */
  findings: readonly RiskFinding[]
}

/** A revision as the history lists it. */
export type HistoryRow = {
  id: string
  revision: number | undefined
  /** As the API gave it, RFC 3339. */
  updatedAt: string | undefined
  /** Who made it: the name, else the e-mail, else the id. Untrusted text. */
  who: string | undefined
  email: string | undefined
  /** Whether it is newer than the last that was seen before this run. */
  isNew: boolean
  /** What it changed; undefined where the revision before is not loaded. Worked out when it is asked for first. */
  summary: () => RevisionSummary | undefined
  /** Whether {@link summary} costs nothing any more. */
  isKnown: () => boolean
  /** The worst of what it widened, in words; undefined where the revision before is not loaded. */
  risk: () => string | undefined
}

/** Rows of revisions that come newest first. */
export const historyRows = (revisions: readonly Revision[], look: LastLook | undefined): HistoryRow[] =>
  revisions.map((after, at): HistoryRow => {
    const { revision, updatedAt, user } = after
    // The very first revision made everything that it holds.
    const isFirst = revision === 1 && at === revisions.length - 1
    const before = revisions[at + 1] ?? (isFirst ? { settings: {} } : undefined)
    let known: RevisionSummary | undefined
    return {
      id: String(revision ?? `#${at}`),
      revision,
      updatedAt,
      who: user?.name || user?.email || user?.id,
      email: user?.email,
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
  const counts = { added: 0, removed: 0, changed: 0, reordered: 0 }
  const names = new Set<string>()
  for (const { kind, path } of changes) {
    counts[kind] += 1
    const [first] = path
    names.add(first?.is === 'member' ? shownSetting(first.name) : ALL_SETTINGS)
  }
  // Nobody could widen what the first revision of all made.
  const found = isFirst ? [] : findings
  return {
    counts,
    names: [...names].sort(),
    findings: gravestFirst(found),
  }
}

/** The verdict a row is known by; undefined where no rule says anything, or the revision before is not known. */
export const verdictOf = (row: HistoryRow): VerdictName | undefined => gravestOf(row.summary()?.findings ?? [])?.verdict

/** Columns of the history. @param now Unix ms. */
export const historyColumns = (now: number, theme: Theme): Column<HistoryRow>[] => [
  {
    id: 'revision',
    title: 'REV',
    align: 'right',
    width: 7,
    priority: 0,
    text: ({ revision, isNew }) => `${isNew ? '• ' : ''}${revision ?? UNKNOWN}`,
    role: ({ isNew }) => (isNew ? 'strong' : undefined),
  },
  {
    id: 'time',
    title: 'TIME',
    align: 'left',
    width: 20,
    priority: 3,
    text: ({ updatedAt }) => (updatedAt === undefined ? UNKNOWN : moment(Date.parse(updatedAt))),
    role: () => 'muted',
  },
  {
    id: 'age',
    title: 'AGE',
    align: 'right',
    width: 6,
    priority: 2,
    text: ({ updatedAt }) => (updatedAt === undefined ? UNKNOWN : age(now - Date.parse(updatedAt))),
    role: () => 'muted',
  },
  { id: 'who', title: 'BY', align: 'left', width: 16, priority: 1, text: ({ who }) => safeText(who ?? UNKNOWN) },
  riskColumn(verdictOf, theme),
  { id: 'edits', title: 'EDITS', align: 'left', width: 9, priority: 2, text: editsText },
  { id: 'changed', title: 'CHANGED', align: 'left', width: { grow: true, min: 20 }, priority: 0, text: changedText },
]

/** How much of each kind changed: `~3 +1`; empty where that is nothing, or not known. */
const editsText = (row: HistoryRow): string => {
  const { counts } = row.summary() ?? {}
  return KINDS.flatMap((kind) =>
    counts && counts[kind] > 0 ? [`${kindSigns[kind]}${fullNumber(counts[kind])}`] : [],
  ).join(' ')
}

/** The names of the members that changed, in one line; says so where that is not known. */
export const changedText = (row: HistoryRow): string => {
  const summary = row.summary()
  if (summary === undefined) return 'the one before is not known'
  return summary.names.length === 0 ? 'nothing' : safeText(summary.names.join(', '))
}

const KINDS = ['changed', 'added', 'removed', 'reordered'] as const
const kindSigns: Record<Change['kind'], string> = { changed: '~', added: '+', removed: '-', reordered: '^' }

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
    ...(summary ? [...summary.names, ...verdicts] : []),
  ]
    .join(' ')
    .toLowerCase()
}

/** A revision in a few rows: who made it and when, what changed, and what the rules say about that. */
export const previewLines = (row: HistoryRow, theme: Theme): string[] => {
  const when = row.updatedAt === undefined ? UNKNOWN : moment(Date.parse(row.updatedAt))
  const summary = row.summary()
  return [
    ` ${theme.strong(`revision ${row.revision ?? UNKNOWN}`)}  ${theme.muted(when)}  ${safeText(row.who ?? UNKNOWN)}${
      row.email === undefined || row.email === row.who ? '' : `  ${theme.muted(safeText(row.email))}`
    }${row.isNew ? '  • new' : ''}`,
    ` ${theme.muted('changed')}  ${summary ? countsText(summary, theme) : changedText(row)}`,
    ...(summary?.findings.length === 0 ? [` ${theme.muted('no rule says that this widens or narrows anything')}`] : []),
    ...(summary?.findings ?? []).map(
      (finding) =>
        ` ${verdictText(finding.verdict, theme)}  ${safeText(pathText(finding.path))} ${theme.muted(findingWords(finding))}`,
    ),
  ]
}

/** `3 changed  1 added   sandbox, env`. */
const countsText = ({ counts, names }: RevisionSummary, theme: Theme): string => {
  const parts = KINDS.flatMap((kind) =>
    counts[kind] > 0 ? [`${fullNumber(counts[kind])} ${kind === 'reordered' ? 'in another order' : kind}`] : [],
  )
  return parts.length === 0 ? 'nothing' : `${parts.join('  ')}   ${theme.muted(safeText(names.join(', ')))}`
}
