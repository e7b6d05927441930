import { lstatSync, readFileSync } from 'node:fs'
import { isObject } from '../../base/json.ts'
import type { Criterion } from '../../contract/readiness.ts'
import { EARLIEST_DAY, yesterdayOf } from '../../domain/calendar/calendar.ts'
import type { Stores } from '../store/store.ts'

/** The state of an import. */
export type ImportRun = {
  store: Stores
  nowMs: number
  refusals: Refusals
  /** Keys of imported rows, for detecting duplicates. */
  seen: Set<string>
  counts: Record<string, number>
  /** The organisation named in the files. */
  organisation: string | undefined
}

/** Maximum number of lines. Further errors are only counted. */
const MAX_LINES = 1_000

/** Collects the errors of an import, one line each. */
export const createRefusals = () => {
  const lines: string[] = []
  let count = 0
  return {
    /**
     * @param file Path of the file, relative to the imported folder.
     * @param place Position in the file, such as `data[3].tool_calls`; empty for the file as a whole.
     */
    add: (file: string, place: string, why: string): void => {
      count++
      // Names and values are untrusted: keep each error on one line.
      const line = [file, place, why].filter((part) => part !== '').join(': ')
      if (lines.length < MAX_LINES) lines.push(line.replace(/\p{Cc}/gu, ' '))
    },
    count: (): number => count,
    lines: (): string[] => (count > lines.length ? [...lines, `and ${count - lines.length} more`] : lines),
  }
}
type Refusals = ReturnType<typeof createRefusals>

/** Why a day cannot have data; undefined if it can. */
export const checkDay = (day: string, nowMs: number): string | undefined => {
  const latest = yesterdayOf(nowMs)
  if (day >= EARLIEST_DAY && day <= latest) return undefined
  return `date is ${day}, but data exists only from ${EARLIEST_DAY} to ${latest}`
}

/** PostgreSQL stores keys of at most 2,704 bytes, which may consist of several columns. */
const MAX_ID_BYTES = 1_024

/** Why `id` cannot be an id: ids are put into URL paths and cursors. Undefined if it is valid or absent. */
export const checkId = (name: string, id: string | undefined): string | undefined => {
  if (id === undefined) return undefined
  if (id === '' || id === '.' || id === '..') return `${name} is ${JSON.stringify(id)}, which cannot be part of a path`
  if (!id.isWellFormed() || /\p{Cc}/u.test(id)) return `${name} contains control characters or an incomplete character`
  if (Buffer.byteLength(id) > MAX_ID_BYTES) return `${name} is longer than ${MAX_ID_BYTES} bytes`
  return undefined
}

/** Why numbers of a report's criteria are out of range; undefined if they are valid. Their types have been checked. */
export const checkCriteria = (report: Record<string, Criterion>): string | undefined => {
  for (const [id, { numerator, denominator }] of Object.entries(report)) {
    if (denominator < 1) return `report.${id}.denominator must be 1 or more, but is ${denominator}`
    if (numerator !== null && (numerator < 0 || numerator > denominator))
      return `report.${id}.numerator must be from 0 to ${denominator} (the denominator), but is ${numerator}`
  }
  return undefined
}

/** Maximum size of a file, bytes. */
const MAX_FILE_BYTES = 256 * 1024 * 1024

/** Why a file cannot be imported, as text that follows its name. */
export class UnusableFileError extends Error {
  override name = 'UnusableFileError'
}

/** Reads a file as text. Throws {@link UnusableFileError} for links, devices, files that are too large, and invalid UTF-8. */
export const readText = (path: string): string => {
  const about = lstatSync(path)
  if (about.isSymbolicLink()) throw new UnusableFileError('is a symbolic link: put the file itself there')
  if (!about.isFile()) throw new UnusableFileError('is not a regular file')
  if (about.size > MAX_FILE_BYTES)
    throw new UnusableFileError(`is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB: split it into several`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    if (error instanceof TypeError) throw new UnusableFileError('is not UTF-8')
    throw error
  }
}

/** Reads a JSON object. Throws {@link UnusableFileError} as {@link readText} does, and for any other content. */
export const readObject = (path: string): Record<string, unknown> => {
  let value: unknown
  try {
    value = JSON.parse(readText(path))
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnusableFileError('is not JSON')
    throw error
  }
  if (!isObject(value)) throw new UnusableFileError('is not a JSON object. Use the whole response of the API')
  return value
}
