import type { z } from 'zod'
import { MANAGERS, MEMBERS, type Role } from './roles.ts'

/** One row of the table: everything a client, a service or a document has to know of an endpoint. */
export type Endpoint = {
  /** One line for the OpenAPI document and for help. */
  summary: string
  /**
   * Who may call it. The API promises this for the analytics rows only; of the others, whatever changes something or shows controls and
   * keys is for managers, and everything else for members.
   */
  roles: readonly Role[]
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The API host or the application host; both may be one. */
  host: 'api' | 'app'
  /** Path with `{name}` where a member of `params` goes. */
  path: string
  /** A newer name of the same path, to be tried when `path` answers 404. */
  newerPath?: string
  /** Path members. */
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Status of success. */
  status: 200 | 201 | 202 | 204
  /** What success answers: a JSON shape, or the bytes of a zip archive. */
  response: z.ZodType | 'archive'
  /** The shape instead of `response` when `group_by` has this value. */
  grouped?: Record<string, z.ZodType>
  /** The member of the answer that holds the list. A bad row in it is mended, never fatal. */
  rows?: string
  /** A member of each row that is generic JSON: its own members are kept whatever their names are. */
  generic?: string
  /** Whether an answer of any other shape is as good, because none is promised. */
  isOpen?: true
  /** Error statuses, besides those that any server may send. */
  errors: readonly number[]
  /** Whether errors carry a request id. */
  errorsHaveRequestId: boolean
}

type Own = Omit<
  Endpoint,
  'summary' | 'method' | 'host' | 'path' | 'status' | 'roles' | 'errors' | 'errorsHaveRequestId'
> &
  Partial<Pick<Endpoint, 'roles' | 'errors'>>

const v0 = { host: 'api', errorsHaveRequestId: false } as const

/** A row of the v0 API that only reads. Types are kept as exact as they are written. */
export const read = <const Row extends Own>(path: string, summary: string, row: Row) => ({
  ...v0,
  method: 'GET' as const,
  status: 200 as const,
  roles: MEMBERS,
  errors: [401, 403, 404, 500],
  path,
  summary,
  ...row,
})

/** A row of the v0 API that changes something, by its method and path and its status of success. */
export const change = <const Row extends Own & Pick<Endpoint, 'errors'>, const Status extends Endpoint['status']>(
  [method, path]: readonly [method: Exclude<Endpoint['method'], 'GET'>, path: string],
  status: Status,
  summary: string,
  row: Row,
) => ({ ...v0, method, path, status, roles: MANAGERS, summary, ...row })

/** A row of the analytics API. */
export const analytics = <const Row extends Own>(path: string, summary: string, row: Row) => ({
  method: 'GET' as const,
  host: 'api' as const,
  roles: MANAGERS,
  status: 200 as const,
  rows: 'data' as const,
  errors: [400, 401, 403, 500],
  errorsHaveRequestId: true,
  path,
  summary,
  ...row,
})
