import { DamagedError } from '../file/damaged-error.ts'

/**
 * Foreign text as it stands in a text column: SQLite's UTF-8 has no place for half a surrogate pair, which would make two
 * ids the same, so text is written as the inside of a JSON string.
 */
export const toStoredText = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Throws DamagedError on what {@link toStoredText} did not make. */
export const fromStoredText = (stored: unknown): string => {
  if (typeof stored !== 'string') throw new DamagedError('a text is missing')
  if (!stored.includes('\\')) return stored
  try {
    return JSON.parse(`"${stored}"`)
  } catch (cause) {
    throw new DamagedError('a text cannot be read', { cause })
  }
}
