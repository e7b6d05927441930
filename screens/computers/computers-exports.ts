import { COMPUTER_COLUMNS, computerOutput } from '../../src/domain/computers/computer-output.ts'
import type { Exports } from '../kit/export/exports.ts'
import { tableFormats } from '../kit/export/table-formats.ts'
import type { ComputerEntry } from './list/computer-entries.ts'

/** Computers as they are listed. */
export const computersExports = (entries: readonly ComputerEntry[]): Exports | undefined =>
  entries.length === 0
    ? undefined
    : {
        name: 'computers',
        formats: tableFormats(() => ({
          rows: entries.map(({ row, computer }) => computerOutput(row.id, row.name, computer)),
          columns: COMPUTER_COLUMNS,
        })),
        shown: 'md',
      }
