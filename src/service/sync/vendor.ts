import { AppError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { type Endpoint, endpoints } from '../../contract/endpoints.ts'
import { rowTexts } from './row-texts.ts'

/** The endpoints that a mirror reads from every vendor. */
export const MIRRORED = [
  'ciJobs',
  'activity',
  'credits',
  'tools',
  'productivity',
  'users',
  'readinessReports',
  'controlsHistory',
] as const
/** The endpoints that it reads too if the vendor offers them to its key. */
export const OPTIONAL = ['organizationUsers', 'userLimits', 'auditEvents'] as const

export type OptionalName = (typeof OPTIONAL)[number]
export type MirroredName = (typeof MIRRORED)[number] | OptionalName

/** A response as received: its text, and the text parsed. */
export type VendorReply = { text: string; json: unknown }

type ReadOptions = {
  signal: AbortSignal
  /** Called before a wait that the vendor requested. */
  onWait: (waitMs: number) => void
}

/** The server of the vendor that a mirror reads. */
export type Vendor = {
  /** For messages. */
  host: string
  /**
   * Sends one request. Waits as long as the vendor requests, and retries.
   * @throws AppError if there is no successful response with JSON.
   */
  read: (
    name: MirroredName | 'openApi',
    query: Record<string, string | number>,
    options: ReadOptions,
  ) => Promise<VendorReply>
  /** The vendor's time, Unix ms; undefined before its first response with a Date. */
  now: () => number | undefined
}

/** A row of a response, parsed and as the text that it was. */
export type Row = { json: Record<string, unknown>; text: string }

/** The body of a response and its rows, without values that are not objects. @throws AppError without a list of rows. */
export const rowsOf = (
  { text, json }: VendorReply,
  name: MirroredName,
  host: string,
): { body: Record<string, unknown>; rows: Row[] } => {
  const endpoint: Endpoint = endpoints[name]
  // A list without an envelope is wrapped.
  const [whole, body] = Array.isArray(json) ? [`{"rows":${text}}`, { rows: json }] : [text, json]
  const member = isObject(body) ? listIn(body, endpoint) : undefined
  if (!isObject(body) || member === undefined)
    throw new AppError(
      'failed',
      `The response of ${host} to GET ${endpoint.path} has no list "${endpoint.rows}": does it serve this API?`,
    )
  const texts = rowTexts(whole, member)
  const list = body[member] as unknown[]
  const rows = list.flatMap((row, at) => (isObject(row) ? [{ json: row, text: texts[at] ?? '' }] : []))
  return { body, rows }
}

/** The member with the rows. Some lists have another name on other servers. */
const listIn = (body: Record<string, unknown>, { rows = '', hasAnyListName }: Endpoint): string | undefined => {
  if (Array.isArray(body[rows])) return rows
  const lists = Object.keys(body).filter((name) => Array.isArray(body[name]))
  return hasAnyListName && lists.length === 1 ? lists[0] : undefined
}
