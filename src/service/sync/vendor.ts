import { AppError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { rowTexts } from './row-texts.ts'

/** The endpoints that a mirror reads. */
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
export type MirroredName = (typeof MIRRORED)[number]

/** Whether a mirror serves an endpoint. It has no keys, wiki archives and computers, and changes nothing. */
export const isServedByMirror = (name: EndpointName): boolean =>
  name === 'openApi' || name === 'topUsers' || MIRRORED.some((mirrored) => mirrored === name)

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
  read: (name: MirroredName, query: Record<string, string | number>, options: ReadOptions) => Promise<VendorReply>
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
  const { rows: member, path } = endpoints[name]
  const list = isObject(json) ? json[member] : undefined
  if (!isObject(json) || !Array.isArray(list))
    throw new AppError(
      'failed',
      `The response of ${host} to GET ${path} has no list "${member}": does it serve this API?`,
    )
  const texts = rowTexts(text, member)
  const rows = list.flatMap((row: unknown, at) => (isObject(row) ? [{ json: row, text: texts[at] ?? '' }] : []))
  return { body: json, rows }
}
