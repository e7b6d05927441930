import type { z } from 'zod'
import { MANAGERS, MEMBERS, type Role } from './roles.ts'

/** One row of the endpoint table: the information that the client, the service and the OpenAPI document use. */
export type Endpoint = {
  /** One line for the OpenAPI document and for help. */
  summary: string
  /**
   * Roles that may call the endpoint. The API documents them for the analytics rows only. For the other rows we
   * assume managers for changes, controls and keys, and members for everything else.
   */
  roles: readonly Role[]
  /** Whether only keys of the role `ingest` may call it, instead of those of `roles`. */
  isIngest?: true
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The API host or the application host. They may be the same host. */
  host: 'api' | 'app'
  /** Whether a team's server mirrors it. If a profile names one (`historyUrl`), that server answers it. */
  isHistory?: true
  /** Path with `{name}` placeholders for `params`. */
  path: string
  /** Newer name of `path`. The client tries it after a 404. */
  newerPath?: string
  /**
   * Last steps of the path on servers that have it at another place. Their OpenAPI document says where: see
   * `offeredPath`.
   */
  pathEnds?: readonly string[]
  /** Values of the placeholders in `path`. */
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Status code of a successful response. */
  status: 200 | 201 | 202 | 204
  /** Body of a successful response: JSON, or the bytes of a zip archive. */
  response: z.ZodType | 'archive'
  /** By value of `group_by`: the schema that replaces `response`. */
  grouped?: Record<string, z.ZodType>
  /** The field of the response that holds the list. An invalid row is repaired instead of failing the response. */
  rows?: string
  /** Whether the list may have another name than `rows`: it is then the only list of objects in the response. */
  hasAnyListName?: true
  /** Whether the response is the list itself, without an object around it. The client returns it as `rows`. */
  isBareList?: true
  /** A field of each row with generic JSON. All its properties are kept. */
  generic?: string
  /** Whether the client accepts any other shape too, because the API documents none. */
  isOpen?: true
  /** Error statuses, in addition to those that any server may send. */
  errors: readonly number[]
  /** Whether errors carry a request id. */
  errorsHaveRequestId: boolean
}

type RowOptions = Omit<
  Endpoint,
  'summary' | 'method' | 'host' | 'path' | 'status' | 'roles' | 'errors' | 'errorsHaveRequestId'
> &
  Partial<Pick<Endpoint, 'host' | 'roles' | 'errors'>>

const v0 = { host: 'api' as Endpoint['host'], errorsHaveRequestId: false }

/** A read-only row of the v0 API. Keeps the literal types. */
export const read = <const Row extends RowOptions>(path: string, summary: string, row: Row) => ({
  ...v0,
  method: 'GET' as const,
  status: 200 as const,
  roles: MEMBERS,
  errors: [401, 403, 404, 500],
  path,
  summary,
  ...row,
})

/** A row of the v0 API that changes data, from its method, path and success status. */
export const change = <
  const Row extends RowOptions & Pick<Endpoint, 'errors'>,
  const Status extends Endpoint['status'],
>(
  [method, path]: readonly [method: Exclude<Endpoint['method'], 'GET'>, path: string],
  status: Status,
  summary: string,
  row: Row,
) => ({ ...v0, method, path, status, roles: MANAGERS, summary, ...row })

/** A row of the analytics API. */
export const analytics = <const Row extends RowOptions>(path: string, summary: string, row: Row) => ({
  method: 'GET' as const,
  host: 'api' as const,
  isHistory: true as const,
  roles: MANAGERS,
  status: 200 as const,
  rows: 'data' as const,
  errors: [400, 401, 403, 500],
  errorsHaveRequestId: true,
  path,
  summary,
  ...row,
})
