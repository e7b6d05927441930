import type { OutputRow } from '../../../src/domain/output/output.ts'
import { countVerdicts } from '../../../src/domain/risk/verdict-counts.ts'
import type { Exports } from '../../kit/exports.ts'
import { tableFormats } from '../../kit/table-formats.ts'
import type { HistoryRow } from './history-rows.ts'

const COLUMNS = ['revision', 'updatedAt', 'who', 'email', 'widened', 'narrowed', 'risk', 'changed']

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
    narrowed: counts?.narrowed ?? null,
    risk: row.risk() ?? null,
    changed: summary ? summary.names.join(', ') : null,
  }
}
