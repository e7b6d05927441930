import type { EndpointName } from '../../src/contract/endpoints.ts'
import { ROLES, type Role } from '../../src/contract/roles.ts'

const managers: readonly Role[] = ['owner', 'manager']
const members: readonly Role[] = ['owner', 'manager', 'member']

/**
 * Who may call what, written down once more beside the service's own table, so that a slip in that one shows. The API
 * promises the five rows of analytics; the others are the service's own choice.
 */
export const mayCall: Record<EndpointName, readonly Role[]> = {
  credits: managers,
  tools: managers,
  activity: managers,
  productivity: managers,
  users: managers,
  readinessReports: members,
  updateComputer: managers,
  installDependencies: managers,
  controlsHistory: managers,
  serviceAccountKeys: managers,
  exportWiki: members,
  deleteWiki: managers,
  ciJobs: members,
  openApi: ROLES,
  computers: members,
  computer: members,
  computerByName: members,
  createComputer: managers,
  deleteComputer: managers,
  restartComputer: managers,
  refreshComputer: managers,
  createKey: managers,
  revokeKey: managers,
  wikiRuns: members,
  wikiRun: members,
  wikiHistory: members,
  ciRepositories: members,
  ciRepositoryOwners: members,
  ciScan: members,
}
