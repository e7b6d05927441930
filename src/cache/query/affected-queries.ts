import type { ChangeName } from '../load/management/change.ts'
import type { QueryName } from '../load/queries.ts'

/** The queries that may show something else after a change. */
export const affectedQueries: Record<ChangeName, readonly [QueryName, ...QueryName[]]> = {
  updateComputer: ['computers', 'computer'],
  installDependencies: ['computers', 'computer'],
  createComputer: ['computers'],
  deleteComputer: ['computers', 'computer'],
  restartComputer: ['computers', 'computer'],
  refreshComputer: ['computers', 'computer'],
  createKey: ['serviceAccounts', 'serviceAccount'],
  revokeKey: ['serviceAccounts', 'serviceAccount'],
  deleteWiki: ['wikiRuns', 'wikiRun', 'wikiHistory'],
}
