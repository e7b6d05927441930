import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import {
  type Entered,
  type EnteredId,
  type EnteredStore,
  NOTHING_ENTERED,
  type SavedExport,
} from '../domain/entered/entered.ts'
import { changeEntry, membersOf, type Owner, type OwnersFile, readEntries } from './owners-file.ts'

type Entry = Entered & { at: number }

/**
 * Stores ids that users entered and paths of exports, in a file that only its owner can read, with an entry per key.
 * Reads the file at each call, because another program may have changed it.
 */
export const createEnteredStore = ({ path, owner, now }: Owner): EnteredStore => {
  let notice: string | undefined
  const file = enteredIn(path, (movedTo) => {
    notice = `Added ids are missing: ${path} was corrupt and moved to ${basename(movedTo)}. Add them again.`
  })
  return {
    get notice() {
      return notice
    },
    read() {
      try {
        const { entries, isBroken } = readEntries(file)
        if (isBroken) notice ??= `Added ids are missing: ${path} is corrupt. Repair it or add them again.`
        return entries.get(owner) ?? NOTHING_ENTERED
      } catch (error) {
        notice = `Added ids are missing, because ${path} can't be read: ${reasonOf(error)}.`
        return NOTHING_ENTERED
      }
    },
    change(edit) {
      try {
        changeEntry(file, owner, (before = { ...NOTHING_ENTERED, at: 0 }) => ({ ...edit(before), at: now() }))
        return true
      } catch (error) {
        notice = `Added ids and paths of exports cannot be saved in ${path}: ${reasonOf(error)}.`
        return false
      }
    },
  }
}

/** The number of ids and of exports in the file, for all keys. Never throws: an unreadable file counts as empty. */
export const countEntered = (path: string): { ids: number; exports: number } => {
  const counts = { ids: 0, exports: 0 }
  try {
    for (const { ids, exports } of readEntries(enteredIn(path)).entries.values()) {
      counts.ids += ids.length
      counts.exports += exports.length
    }
  } catch {
    // The commands that use the ids print the reason.
  }
  return counts
}

/** Deletes the entry of one key, and a corrupt file that was moved aside. @throws if the file cannot be changed. */
export const deleteEntered = (path: string, owner: string): void => {
  const file = enteredIn(path)
  const { entries, isBroken } = readEntries(file)
  if (isBroken || entries.has(owner)) changeEntry(file, owner, () => undefined)
  rmSync(brokenPathOf(path), { force: true })
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const brokenPathOf = (path: string): string => `${path}.broken`

const enteredIn = (path: string, onBroken?: (movedTo: string) => void): OwnersFile<Entry> => ({
  path,
  member: 'entered',
  largestBytes: 32_000_000,
  brokenPath: brokenPathOf(path),
  onBroken,
  lockWaitMs: 3_000,
  parse: ({ org, ids, exports }) =>
    isText(org) ? { org, ids: rowsOf(ids, isEnteredId), exports: rowsOf(exports, isSavedExport) } : undefined,
})

const rowsOf = <Row>(rows: unknown, isRow: (row: unknown) => row is Row): Row[] =>
  Array.isArray(rows) ? rows.filter(isRow) : []

const isEnteredId = (row: unknown): row is EnteredId => {
  const { org, kind, id, source, at } = membersOf(row)
  return [org, kind, id].every(isText) && (source === 'added' || source === 'imported') && isNumber(at)
}

const isSavedExport = (row: unknown): row is SavedExport => {
  const { org, run, path, at, sizeBytes, files } = membersOf(row)
  return [org, run, path].every(isText) && [at, sizeBytes, files].every(isNumber)
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => Number.isFinite(value)
