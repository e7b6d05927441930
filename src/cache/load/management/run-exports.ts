import { lstat } from 'node:fs/promises'
import type { LastExport, Ledger } from '../../ledger/ledger.ts'

/** Rows of runs, each with its last export where one is kept; whether its file is still there, nobody has looked. */
export const withKeptExports = <Row extends { id: string }>(
  ledger: Pick<Ledger, 'lastExports'>,
  rows: readonly Row[],
): (Row & { lastExport?: LastExport })[] => {
  const exports = ledger.lastExports()
  return rows.map((row) => {
    const lastExport = exports.get(row.id)
    return lastExport ? { ...row, lastExport } : row
  })
}

/** The same, and forgets the exports whose files are gone or are other files by now. */
export const withExports = async <Row extends { id: string }>(
  ledger: Pick<Ledger, 'lastExports' | 'forgetExport'>,
  rows: readonly Row[],
): Promise<(Row & { lastExport?: LastExport })[]> => {
  const kept = withKeptExports(ledger, rows)
  const looked = kept.map(async ({ id, lastExport }) => {
    if (lastExport && !(await isThere(lastExport))) ledger.forgetExport(id)
  })
  await Promise.all(looked)
  return withKeptExports(ledger, rows)
}

const isThere = async ({ path, sizeBytes }: LastExport): Promise<boolean> => {
  try {
    const found = await lstat(path)
    return found.isFile() && found.size === sizeBytes
  } catch {
    return false
  }
}
