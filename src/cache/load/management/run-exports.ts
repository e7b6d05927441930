import { lstat } from 'node:fs/promises'
import type { FailedExport, LastExport, Ledger } from '../../ledger/ledger.ts'

/** What became of the exports of a run. */
export type RunExports = {
  /** The archive that was made of it last. */
  lastExport?: LastExport
  /** The last try, where it came to nothing. */
  failedExport?: FailedExport
}

/** Rows of runs, each with its exports where they are kept; whether the file is still there, nobody has looked. */
export const withKeptExports = <Row extends { id: string }>(
  ledger: Pick<Ledger, 'lastExports' | 'failedExports'>,
  rows: readonly Row[],
): (Row & RunExports)[] => {
  const exports = ledger.lastExports()
  const failed = ledger.failedExports()
  return rows.map((row) => {
    const lastExport = exports.get(row.id)
    const failedExport = failed.get(row.id)
    return { ...row, ...(lastExport && { lastExport }), ...(failedExport && { failedExport }) }
  })
}

/** The same, and forgets the exports whose files are gone or are other files by now. */
export const withExports = async <Row extends { id: string }>(
  ledger: Pick<Ledger, 'lastExports' | 'failedExports' | 'forgetExport'>,
  rows: readonly Row[],
): Promise<(Row & RunExports)[]> => {
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
