import { type OutputRow, toJson } from '../../../src/domain/output/output.ts'
import { findingMembers } from '../../../src/domain/risk/finding-text.ts'
import { shownSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import type { Exports } from '../../kit/export/exports.ts'
import { tableFormats } from '../../kit/export/table-formats.ts'
import type { BlameRow } from './blame-rows.ts'

const COLUMNS = [
  'revision',
  'updatedAt',
  'who',
  'email',
  'change',
  'before',
  'after',
  'verdict',
  'rule',
  'what',
  'is_grave',
]

/** Who changed a path, a line each, with what it was and is; secrets are masked. */
export const blameExports = (rows: readonly BlameRow[], path: Path): Exports | undefined => {
  if (rows.length === 0) return undefined
  return {
    name: `controls-blame-${pathText(path)}`,
    formats: tableFormats(() => ({ rows: rows.map(entryOf), columns: COLUMNS, toCells })),
    shown: 'md',
  }
}

/** In cells values are JSON, which tells texts from numbers. */
const toCells = (entry: OutputRow): OutputRow => ({
  ...entry,
  before: jsonOf(entry.before),
  after: jsonOf(entry.after),
})

const jsonOf = (value: unknown): string | null => (value === null ? null : toJson(value))

const entryOf = (row: BlameRow): OutputRow => {
  const { revision, updatedAt, who, email, kind, before, after } = row.entry
  return {
    revision: revision ?? null,
    updatedAt: updatedAt ?? null,
    who: who ?? null,
    email: email ?? null,
    change: row.since === 'history' && kind === 'added' ? 'first seen' : kind,
    before: before === undefined ? null : shownSettings(before),
    after: after === undefined ? null : shownSettings(after),
    ...findingMembers(row.findings()),
  }
}
