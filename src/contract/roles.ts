import type { EndpointName } from './endpoints.ts'

/** From the most rights to the fewest. */
export const ROLES = ['owner', 'manager', 'member', 'guest'] as const
export type Role = (typeof ROLES)[number]

const everyone: readonly Role[] = ROLES
const members: readonly Role[] = ['owner', 'manager', 'member']
const managers: readonly Role[] = ['owner', 'manager']

/**
 * Who may call what. The API promises the analytics rows only; of the others, whatever changes something or tells of
 * controls and keys is for managers, and everything else for members.
 */
export const allowedRoles: Record<EndpointName, readonly Role[]> = {
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
  openApi: everyone,
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
