import { riskText } from '../../src/domain/attention-text.ts'
import { age, moment, UNKNOWN } from '../../src/domain/format.ts'
import { shownSetting } from '../../src/domain/mask-settings.ts'
import { type RevisionBrief, revisionBriefs } from '../../src/domain/revision-brief.ts'
import { isGrave, type SettingsRisk, settingsRisks } from '../../src/domain/revision-risk.ts'
import { safeText } from '../../src/domain/safe-text.ts'
import type { Column } from '../../src/ui/data-table.ts'
import type { Theme } from '../../src/ui/theme.ts'
import type { Revision } from './use-revisions.ts'

/** A revision as the history lists it. */
export type HistoryRow = RevisionBrief & {
  id: string
  /** What it widened; undefined where the revision before is not loaded. */
  risks: () => readonly SettingsRisk[] | undefined
}

/** Rows of revisions that come newest first; what one widened is worked out when it is asked for. */
export const historyRows = (revisions: readonly Revision[]): HistoryRow[] =>
  revisionBriefs(revisions).map((brief, at) => {
    const before = revisions[at + 1]
    let risks: SettingsRisk[] | undefined
    return {
      ...brief,
      id: String(brief.revision ?? `#${at}`),
      risks: () => {
        if (before) risks ??= settingsRisks(before.settings, revisions[at]?.settings)
        return risks
      },
    }
  })

/** Columns of the history. @param now Unix ms. */
export const historyColumns = (now: number): Column<HistoryRow>[] => [
  {
    id: 'revision',
    title: 'REV',
    align: 'right',
    width: 5,
    priority: 0,
    text: ({ revision }) => String(revision ?? '?'),
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
    priority: 1,
    text: ({ updatedAt }) => (updatedAt === undefined ? UNKNOWN : age(now - Date.parse(updatedAt))),
    role: () => 'muted',
  },
  { id: 'who', title: 'BY', align: 'left', width: 16, priority: 2, text: ({ who }) => safeText(who ?? '?') },
  {
    id: 'risk',
    title: 'RISK',
    align: 'left',
    width: 9,
    priority: 0,
    text: ({ risks }) => ((risks()?.length ?? 0) > 0 ? '! widened' : ''),
    role: ({ risks }) => (risks()?.some(isGrave) ? 'bad' : 'warn'),
  },
  { id: 'changed', title: 'CHANGED', align: 'left', width: { grow: true, min: 24 }, priority: 0, text: changedText },
]

/** The names of the members that changed, in one line; says so where that is not known. */
export const changedText = ({ changed }: Pick<HistoryRow, 'changed'>): string => {
  if (changed === undefined) return 'the one before is not known'
  return changed.length === 0 ? 'nothing' : safeText(changed.map(shownSetting).join(', '))
}

/** What a filter is looked for in, lower case. */
export const haystackOf = (row: HistoryRow): string =>
  [row.revision, row.updatedAt, row.who, row.email, row.changed?.join(' '), riskText(row.risks() ?? []) && 'widened']
    .join(' ')
    .toLowerCase()

/** A revision in a few rows: who made it and when, what changed, and each way in which it widened something. */
export const previewLines = (row: HistoryRow, theme: Theme): string[] => {
  const when = row.updatedAt === undefined ? UNKNOWN : moment(Date.parse(row.updatedAt))
  const risks = row.risks()
  return [
    ` ${theme.strong(`revision ${row.revision ?? UNKNOWN}`)}  ${theme.muted(when)}  ${safeText(row.who ?? UNKNOWN)}${
      row.email === undefined || row.email === row.who ? '' : `  ${theme.muted(safeText(row.email))}`
    }`,
    ` ${theme.muted('changed')}  ${changedText(row)}`,
    ...(risks === undefined || risks.length > 0 ? [] : [` ${theme.muted('widened')}  ${theme.muted('nothing')}`]),
    ...(risks ?? []).map((risk) => ` ${(isGrave(risk) ? theme.bad : theme.warn)('!')} ${riskText([risk])}`),
  ]
}
