import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'

export const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** The contents of all files of a folder, and the unpacked values of ledgers. */
export const textsIn = (path: string): string[] =>
  filesIn(path).flatMap((file) => [readFileSync(file, 'latin1'), ...(/\.db$/.test(file) ? unpackedOf(file) : [])])

const unpackedOf = (file: string): string[] => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    return tables.flatMap(({ name }) =>
      database
        .prepare(`SELECT * FROM ${name}`)
        .all()
        .flatMap((row) => Object.values(row).map(textOf)),
    )
  } finally {
    database.close()
  }
}

const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** The unpacked texts of bytes from a ledger. */
export const unpackedText = (bytes: Uint8Array): string => {
  if (ZSTD.equals(bytes.subarray(0, 4))) return zstdDecompressSync(bytes).toString()
  return Buffer.from(bytes).toString('utf8')
}

const textOf = (value: unknown): string => (value instanceof Uint8Array ? unpackedText(value) : String(value))
