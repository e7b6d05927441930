import type { KnownKind } from '../../ledger/ledger.ts'
import type { LoadDeps } from '../kit/load-deps.ts'
import { createCarryOut } from './carry-out.ts'
import type { Change } from './change.ts'
import { createComputerMemory } from './computer-memory.ts'
import { createWork, type WorkDeps } from './create-work.ts'
import { createLoadCiJobs } from './load-ci-jobs.ts'
import { createLoadComputers } from './load-computers.ts'
import { createLoadExtensions, type LoadExtensions } from './load-extensions.ts'
import { createLoadServiceAccounts } from './load-service-accounts.ts'
import { createLoadWikiRuns } from './load-wiki-runs.ts'
import type { Work } from './work.ts'

/** What administrators look at and change: computers, keys, wiki runs and jobs. */
export type Management = {
  extensions: LoadExtensions
  computers: ReturnType<typeof createLoadComputers>
  serviceAccounts: ReturnType<typeof createLoadServiceAccounts>
  wikiRuns: Pick<ReturnType<typeof createLoadWikiRuns>, 'loadAll' | 'loadOne' | 'loadHistory'>
  ciJobs: ReturnType<typeof createLoadCiJobs>
  /** Changes something: see {@link Change}. */
  change: Change
  /** Does what takes its time: see {@link Work}. */
  work: Work
  /** Forgets an id, and what was seen under it. */
  forgetId(kind: KnownKind, id: string): void
  /** Whether it knows answers that can be had from nowhere else, as the server has no reads. */
  holdsAnswers(): boolean
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
    change: createCarryOut({ ...own, isReadOnly, forgetWikiRun: wikiRuns.forget }),
    work: createWork(deps),
    forgetId: (kind, id) => {
      if (kind === 'computers') computers.forget(id)
      else if (kind === 'wikiRuns') wikiRuns.forget(id)
      else deps.ledger.forgetId(kind, id)
    },
    holdsAnswers: () => computers.seen.size > 0 && deps.ledger.offer()?.extensions.includes('computer') !== true,
  }
}
