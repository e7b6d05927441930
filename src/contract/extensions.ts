import * as z from 'zod'
import { Computer, ComputerCreation, ComputerPath, Computers, ComputersQuery } from './computers.ts'
import { endpoint, v0, v0Read } from './endpoint.ts'
import { AnyBody } from './primitives.ts'
import { CreatedKey, KeyPath, NewKey, ServiceAccountPath } from './service-accounts.ts'
import { WikiPath, WikiRun, WikiRuns } from './wiki.ts'

const reads = { ...v0Read, errors: [401, 403, 404, 500] } as const

/**
 * Endpoints that only some servers have. A server's own OpenAPI document says which; one that it does not name is never
 * called, not even to try.
 */
export const extensions = {
  computers: endpoint({
    ...reads,
    summary: 'All computers, newest first',
    path: '/api/v0/computers',
    query: ComputersQuery,
    response: Computers,
    rows: 'computers',
    errors: [400, 401, 403, 500],
  }),
  computer: endpoint({
    ...reads,
    summary: 'A computer',
    path: '/api/v0/computers/{computerId}',
    params: ComputerPath,
    response: Computer,
  }),
  computerByName: endpoint({
    ...reads,
    summary: 'A computer by its name',
    path: '/api/v0/computers/name/{name}',
    params: z.object({ name: z.string().min(1) }),
    response: Computer,
  }),
  createComputer: endpoint({
    ...v0,
    summary: 'Create a computer',
    method: 'POST',
    path: '/api/v0/computers',
    body: ComputerCreation,
    status: 201,
    response: Computer,
    errors: [400, 401, 403, 409, 500],
  }),
  deleteComputer: endpoint({
    ...v0,
    summary: 'Delete a computer',
    method: 'DELETE',
    path: '/api/v0/computers/{computerId}',
    params: ComputerPath,
    status: 204,
    response: AnyBody,
    isOpen: true,
    errors: [401, 403, 404, 500],
  }),
  restartComputer: endpoint({
    ...v0,
    summary: 'Resume a computer that is paused; one that runs stays as it is',
    method: 'POST',
    path: '/api/v0/computers/{computerId}/restart',
    params: ComputerPath,
    status: 200,
    response: AnyBody,
    isOpen: true,
    errors: [401, 403, 404, 409, 500],
  }),
  refreshComputer: endpoint({
    ...v0,
    summary: 'Configure a computer anew',
    method: 'POST',
    path: '/api/v0/computers/{computerId}/refresh',
    params: ComputerPath,
    status: 200,
    response: z.looseObject({ configured: z.number() }),
    errors: [401, 403, 404, 500],
  }),
  createKey: endpoint({
    ...v0,
    summary: 'Create a key of a service account; its value is shown this once',
    method: 'POST',
    path: '/api/v0/service-accounts/{serviceAccountId}/api-keys',
    params: ServiceAccountPath,
    body: NewKey,
    status: 201,
    response: CreatedKey,
    errors: [400, 401, 402, 403, 404, 500],
  }),
  revokeKey: endpoint({
    ...v0,
    summary: 'Revoke a key of a service account; doing it again changes nothing',
    method: 'POST',
    path: '/api/v0/service-accounts/{serviceAccountId}/api-keys/{keyId}/revoke',
    params: KeyPath,
    status: 204,
    response: AnyBody,
    isOpen: true,
    errors: [401, 402, 403, 404, 500],
  }),
  wikiRuns: endpoint({
    ...reads,
    summary: 'The newest wiki run of each repository',
    path: '/api/v0/wiki',
    response: WikiRuns,
    rows: 'wikiRuns',
    isOpen: true,
    errors: [401, 403, 500],
  }),
  wikiRun: endpoint({
    ...reads,
    summary: 'A wiki run',
    path: '/api/v0/wiki/{wikiRunId}',
    params: WikiPath,
    response: WikiRun,
  }),
  wikiHistory: endpoint({
    ...reads,
    summary: 'All wiki runs of a repository, newest first',
    path: '/api/v0/wiki/history/{repoUrl}',
    params: z.object({ repoUrl: z.string().min(1) }),
    response: WikiRuns,
    rows: 'wikiRuns',
    isOpen: true,
  }),
  ciRepositories: endpoint({
    ...reads,
    summary: 'Repositories that CI automation knows',
    path: '/api/v0/automations/ci/repositories',
    response: AnyBody,
    isOpen: true,
    errors: [401, 403, 500],
  }),
  ciRepositoryOwners: endpoint({
    ...reads,
    summary: 'Owners of repositories that CI automation knows',
    path: '/api/v0/automations/ci/repository-owners',
    response: AnyBody,
    isOpen: true,
    errors: [401, 403, 500],
  }),
  ciScan: endpoint({
    ...reads,
    summary: 'Workflows that CI automation has found',
    path: '/api/v0/automations/ci/scan',
    response: AnyBody,
    isOpen: true,
    errors: [401, 403, 500],
  }),
}

export type ExtensionName = keyof typeof extensions
