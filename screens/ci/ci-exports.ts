import { CI_JOB_MEMBERS, type CiJobRow, ciJobCells, furtherMembers } from '../../src/domain/ci/ci-jobs.ts'
import { type OutputRow, toJson } from '../../src/domain/output/output.ts'
import type { Exports } from '../kit/export/exports.ts'
import { tableFormats } from '../kit/export/table-formats.ts'

/** The jobs that are shown, in their order. */
export const ciListExports = (rows: readonly CiJobRow[]): Exports => ({
  name: 'ci-jobs',
  formats: tableFormats(() => ({
    rows: rows.map(({ job }) => job as OutputRow),
    columns: [...CI_JOB_MEMBERS, ...furtherMembers(rows.map(({ job }) => job))],
    toCells: ciJobCells,
    readable: ['repoFullName', 'filePath', 'action', 'status', 'prUrl', 'error'],
  })),
  shown: 'md',
})

/** One value as it came. */
export const valueExports = (name: string, value: unknown): Exports => ({
  name,
  formats: [{ id: 'json', title: 'JSON', extension: 'json', text: () => `${toJson(value, { indent: 2 })}\n` }],
})
