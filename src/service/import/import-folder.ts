import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../base/errors.ts'
import { recordCommand } from '../store/audit-log.ts'
import type { Store } from '../store/store.ts'
import { importFile } from './import-file.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'
import { createRefusals, type ImportRun, UnusableFileError } from './import-run.ts'
import { importWiki } from './import-wiki.ts'

export type ImportReport = {
  /** Number of imported rows by kind; empty if anything was rejected. */
  imported: Record<string, number>
  /** One line for each rejected item: file, position, reason. */
  refused: string[]
}

class Refused extends Error {}

/**
 * Imports a folder of JSON files in the API's own shapes, including envelopes. A file's name determines its content: it
 * begins with an endpoint's name in the contract and may continue after `.`, `-`, `_` or a space.
 *
 *     credits*.json  tools*.json  activity*.json  productivity*.json  users*.json  readinessReports*.json
 *     controlsHistory*.json  ciJobs*.json  computers*.json          {computers: […]} or one computer
 *     organizationUsers*.json  userLimits*.json  auditEvents*.json  serviceAccounts*.json
 *     serviceAccountKeys.ACCOUNT_ID.json
 *     wiki.RUN_ID.json                                              a run's members and pages: [{path, markdown}]
 *     wiki.RUN_ID/                                                  run.json, if there is one, and .md files in folders
 *
 * Ids in names are percent-encoded if a file name cannot contain them. Names that begin with a dot are ignored.
 * Existing rows are replaced. The import is one transaction: if anything is rejected, nothing is stored, and the report
 * lists all errors.
 *
 * @throws AppError if the folder cannot be read.
 */
export const importFolder = async (store: Store, folder: string, now: () => number): Promise<ImportReport> => {
  const names = namesIn(folder)
  const refusals = createRefusals()
  const counts: Record<string, number> = {}
  try {
    await store.write(async (stores) => {
      const run: ImportRun = { store: stores, nowMs: now(), refusals, seen: new Set(), counts, organisation: undefined }
      for (const name of names) await importEntry(run, folder, name)
      if (refusals.count() > 0) throw new Refused()
      if (run.organisation !== undefined) await stores.putOrganisation(run.organisation)
      if (Object.keys(counts).length > 0) await recordCommand(stores, 'serve --import', countsText(counts))
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { imported: {}, refused: refusals.lines() }
  }
  return { imported: counts, refused: [] }
}

/** What was imported, such as `60 readiness reports, 2 computers`. */
export const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([noun, count]) => `${count} ${noun}`)
    .join(', ')

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

const importEntry = async (run: ImportRun, folder: string, name: string): Promise<void> => {
  const path = join(folder, name)
  try {
    const wikiRunId = /^wiki\.(.+)$/.exec(name)?.[1]
    if (wikiRunId !== undefined) {
      await importWiki(run, path, name, decoded(wikiRunId.replace(/\.json$/, '')))
      return
    }
    const kind = kindNames.find((known) => new RegExp(`^${known}([-._ ].*)?\\.json$`).test(name))
    if (kind === undefined) throw new UnusableFileError('has a name that does not match any kind of data')
    await importFile(run, path, name, kind, decoded(name.slice(kind.length + 1, -'.json'.length)))
  } catch (error) {
    if (error instanceof UnusableFileError) run.refusals.add(name, '', error.message)
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
