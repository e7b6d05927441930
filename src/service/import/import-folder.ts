import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../base/errors.ts'
import type { Store } from '../store/store.ts'
import { importFile } from './import-file.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'
import { createRefusals, type ImportRun, Unreadable } from './import-run.ts'
import { importWiki } from './import-wiki.ts'

export type ImportReport = {
  /** How many rows were taken in, by what they are. Empty when anything was refused. */
  imported: Record<string, number>
  /** One line for each thing that was refused: file, place in it, why. */
  refused: string[]
}

class Refused extends Error {}

/**
 * Loads a folder of JSON files in the API's own shapes, envelopes and all. A file's name says what it holds: it begins
 * with an endpoint's name in the contract and may go on after `.`, `-`, `_` or a space.
 *
 *     credits*.json  tools*.json  activity*.json  productivity*.json  users*.json  readinessReports*.json
 *     controlsHistory*.json  ciJobs*.json  computers*.json          {computers: […]} or one computer
 *     serviceAccountKeys.ACCOUNT_ID.json
 *     wiki.RUN_ID.json                                              a run's members and pages: [{path, markdown}]
 *     wiki.RUN_ID/                                                  run.json, if there is one, and .md files in folders
 *
 * An id in a name is percent-encoded where a file name cannot hold it. Names that begin with a dot are passed over.
 * Rows that the store holds already are replaced. It is one transaction: when anything at all is refused, nothing is
 * kept, and the report says everything that was wrong.
 *
 * @param onFile Called with a file's name after it was gone through.
 * @throws AppError when the folder cannot be read.
 */
export const importFolder = (
  store: Store,
  folder: string,
  now: () => number,
  onFile: (name: string) => void = () => {},
): ImportReport => {
  const names = namesIn(folder)
  const refusals = createRefusals()
  const run: ImportRun = { store, nowMs: now(), refusals, seen: new Set(), counts: {}, organisation: undefined }
  try {
    store.write(() => {
      for (const name of names) {
        takeIn(run, folder, name)
        onFile(name)
      }
      if (refusals.count() > 0) throw new Refused()
      if (run.organisation !== undefined) store.putOrganisation(run.organisation)
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { imported: {}, refused: refusals.lines() }
  }
  return { imported: run.counts, refused: [] }
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort()
  } catch (error) {
    throw new AppError('usage', `The folder ${folder} cannot be read: name one that exists with --import.`, {
      cause: error,
    })
  }
}

const kindNames = Object.keys(importKinds) as ImportKindName[]

const takeIn = (run: ImportRun, folder: string, name: string): void => {
  const path = join(folder, name)
  try {
    const wikiRunId = /^wiki\.(.+)$/.exec(name)?.[1]
    if (wikiRunId !== undefined) {
      importWiki(run, path, name, decoded(wikiRunId.replace(/\.json$/, '')))
      return
    }
    const kind = kindNames.find((known) => new RegExp(`^${known}([-._ ].*)?\\.json$`).test(name))
    if (kind === undefined) throw new Unreadable('has a name that says nothing of what it holds')
    importFile(run, path, name, kind, decoded(name.slice(kind.length + 1, -'.json'.length)))
  } catch (error) {
    if (error instanceof Unreadable) run.refusals.add(name, '', error.message)
    else if (error instanceof RangeError) run.refusals.add(name, '', 'is nested too deeply')
    else throw error
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
