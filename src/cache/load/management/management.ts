import type { KnownKind, KnownSource } from '../../ledger/ledger.ts'
import type { LoadDeps } from '../kit/load-deps.ts'
import { type CarryOutDeps, createCarryOut } from './carry-out.ts'
import { createComputerMemory } from './computer-memory.ts'
import { createWork, type WorkDeps } from './create-work.ts'
import { createLoadCiJobs } from './load-ci-jobs.ts'
import { createLoadComputers } from './load-computers.ts'
import { createLoadExtensions, type LoadExtensions } from './load-extensions.ts'
import { createLoadServiceAccounts } from './load-service-accounts.ts'
import { createLoadWikiRuns } from './load-wiki-runs.ts'
import type { Work } from './work.ts'

/** What is done for people beyond loading. */
export type Actions = ReturnType<typeof createActions>

/** What administrators look at and change: computers, keys, wiki runs and jobs. */
export type Management = Actions & {
  extensions: LoadExtensions
  computers: ReturnType<typeof createLoadComputers>
  serviceAccounts: ReturnType<typeof createLoadServiceAccounts>
  wikiRuns: Pick<ReturnType<typeof createLoadWikiRuns>, 'loadAll' | 'loadOne' | 'loadHistory'>
  ciJobs: ReturnType<typeof createLoadCiJobs>
}

/** @param isReadOnly Whether every change is refused. */
export const createManagement = (deps: LoadDeps & WorkDeps, isReadOnly: boolean): Management => {
  const extensions = createLoadExtensions(deps)
  const computers = createComputerMemory(deps)
  const own = { ...deps, extensions, computers }
  const wikiRuns = createLoadWikiRuns(own)
  return {
    extensions,
    computers: createLoadComputers(own),
    serviceAccounts: createLoadServiceAccounts(own),
    wikiRuns,
    ciJobs: createLoadCiJobs(deps),
    ...createActions({ ...own, isReadOnly, forgetWikiRun: wikiRuns.forget }, createWork(deps)),
  }
}

const createActions = (deps: CarryOutDeps, work: Work) => {
  const { ledger, organisation, computers, forgetWikiRun } = deps
  return {
    /** Changes something on the server, once. */
    change: createCarryOut(deps),
    /** Does what takes its time and writes to the disk. */
    work,
    /** Keeps ids that people entered, so that they can be loaded where the server has no list. */
    async addIds(kind: KnownKind, ids: readonly string[], source: Exclude<KnownSource, 'seen'>): Promise<void> {
      const known = ids.map((id) => ({ id, name: undefined }))
      ledger.rememberIds(kind, known, source, organisation.now())
    },
    /** Removes an id, and what was seen under it. One that the server lists comes back with its list. */
    async forgetId(kind: KnownKind, id: string): Promise<void> {
      if (kind === 'computers') computers.forget(id)
      else if (kind === 'wikiRuns') forgetWikiRun(id)
      else ledger.forgetId(kind, id)
    },
  }
}
