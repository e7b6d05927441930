import { COMPUTER_COLUMNS, computerOutput } from '../../src/domain/computers/computer-output.ts'
import type { Exports } from '../kit/export/exports.ts'
import { tableFormats } from '../kit/export/table-formats.ts'
import type { ComputerEntry } from './list/computer-entries.ts'

/** Computers as they are listed; a sentence while the data of some is being loaded. */
export const computersExports = (entries: readonly ComputerEntry[]): Exports | string | undefined => {
  if (entries.length === 0) return undefined
  if (entries.some(({ computer, isLoading }) => !computer && isLoading)) return 'The computers are still being loaded.'
  return {
    name: 'computers',
    formats: tableFormats(() => ({
      rows: entries.map(({ row, computer }) => computerOutput(row.id, row.name, computer)),
      columns: COMPUTER_COLUMNS,
    })),
    shown: 'md',
  }
}
