import { type OutputRow, toJson } from '../../../src/domain/output/output.ts'
import { findingWords } from '../../../src/domain/risk/finding-text.ts'
import { countVerdicts } from '../../../src/domain/risk/risk-verdict.ts'
import { shownSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { daysOld } from '../../../src/domain/text/format.ts'
import type { Exports } from '../../kit/export/exports.ts'
import { tableFormats } from '../../kit/export/table-formats.ts'
import type { HistoryRow } from './history-rows.ts'
import type { OpenByRevision } from './use-open-widenings.ts'

const COLUMNS = ['revision', 'updatedAt', 'who', 'email', 'widened', 'grave', 'narrowed', 'risk', 'changed']

const OPEN_COLUMNS = ['path', 'what', 'is_grave', 'rule', 'revision', 'updatedAt', 'who', 'email', 'age_days', 'today']

/** What is still open, a line each with what it is today, by the members of `qd controls open`. Secrets are masked. */
export const openExports = (rows: readonly HistoryRow[], open: OpenByRevision, now: number): Exports | undefined => {
  const widenings = rows.flatMap((row) =>
    (open.get(row.revision) ?? []).map(({ finding, today }): OutputRow => {
      const { revision, updatedAt, who, email } = row
      const { isGrave, path, rule } = finding
      return {
        revision: revision ?? null,
        updatedAt: updatedAt ?? null,
        who: who ?? null,
        email: email ?? null,
        age_days: daysOld(updatedAt === undefined ? undefined : Date.parse(updatedAt), now),
        is_grave: isGrave,
        path: pathText(path),
        what: findingWords(finding),
        rule,
        today: today === undefined ? null : toJson(shownSettings(today)),
      }
    }),
  )
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (widenings.length === 0) return undefined
  return {
    name: `controls-open-${oldest?.revision ?? 'first'}-${newest?.revision ?? 'latest'}`,
    formats: tableFormats(() => ({ rows: widenings, columns: OPEN_COLUMNS })),
    shown: 'md',
  }
}

/** Revisions in a line each, as `qd controls history` writes them: no settings, and so no secrets. */
export const historyExports = (rows: readonly HistoryRow[]): Exports | undefined => {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (!newest || !oldest) return undefined
  const name = `controls-history-${oldest.revision ?? 'first'}-${newest.revision ?? 'latest'}`
  return {
    name,
    formats: tableFormats(() => ({ rows: rows.map(briefOf), columns: COLUMNS })),
    shown: 'md',
  }
}

const briefOf = (row: HistoryRow): OutputRow => {
  const { revision, updatedAt, who, email } = row
  const summary = row.summary()
  const counts = summary && countVerdicts(summary.findings)
  return {
    revision: revision ?? null,
    updatedAt: updatedAt ?? null,
    who: who ?? null,
    email: email ?? null,
    widened: counts?.widened ?? null,
    grave: counts?.grave ?? null,
    narrowed: counts?.narrowed ?? null,
    risk: row.risk() ?? null,
    changed: summary ? summary.names.toSorted().join(', ') : null,
  }
}
