import { moment } from '../../src/domain/format.ts'
import { type OutputRow, toCsv, toJson, toMarkdownTable } from '../../src/domain/output.ts'
import type { Exports } from '../exports.ts'
import type { HistoryRow } from './history-rows.ts'

const COLUMNS = ['revision', 'updatedAt', 'who', 'email', 'widened', 'narrowed', 'risk', 'changed']

/** Revisions in a line each, as `qd controls history` writes them: no settings, and so no secrets. */
export const historyExports = (rows: readonly HistoryRow[]): Exports | undefined => {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (!newest || !oldest) return undefined
  const name = `controls-history-${oldest.revision ?? 'first'}-${newest.revision ?? 'latest'}`
  const briefs = () => rows.map(briefOf)
  return {
    name,
    formats: [
      { id: 'csv', title: 'CSV', extension: 'csv', text: () => toCsv(briefs(), COLUMNS) },
      { id: 'json', title: 'JSON', extension: 'json', text: () => `${toJson(briefs(), { indent: 2 })}\n` },
      {
        id: 'ndjson',
        title: 'JSON, a line each',
        extension: 'ndjson',
        text: () =>
          briefs()
            .map((brief) => `${toJson(brief)}\n`)
            .join(''),
      },
      {
        id: 'md',
        title: 'Markdown',
        extension: 'md',
        text: () =>
          toMarkdownTable(
            briefs().map(({ updatedAt, ...brief }) => ({
              ...brief,
              time: typeof updatedAt === 'string' ? moment(Date.parse(updatedAt)) : null,
            })),
            COLUMNS.map((column) => (column === 'updatedAt' ? 'time' : column)),
          ),
      },
    ],
    shown: 'md',
  }
}

const briefOf = (row: HistoryRow): OutputRow => {
  const { revision, updatedAt, who, email } = row
  const summary = row.summary()
  const count = (verdict: string): number | null =>
    summary ? summary.findings.filter((finding) => finding.verdict === verdict).length : null
  return {
    revision: revision ?? null,
    updatedAt: updatedAt ?? null,
    who: who ?? null,
    email: email ?? null,
    widened: count('widened'),
    narrowed: count('narrowed'),
    risk: row.risk() ?? null,
    changed: summary ? summary.names.join(', ') : null,
  }
}
