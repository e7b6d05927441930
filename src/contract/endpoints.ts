import type { z } from 'zod'
import { apiEndpoints } from './api-endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { extensions } from './extensions.ts'

export type { Endpoint } from './endpoint.ts'

/** All endpoints: those of every server, and those of some servers. */
export const endpoints = { ...apiEndpoints, ...extensions }

export type EndpointName = keyof typeof endpoints
/** Endpoints with a JSON response. */
export type JsonEndpointName = {
  [N in EndpointName]: (typeof endpoints)[N]['response'] extends z.ZodType ? N : never
}[EndpointName]
/** Endpoints with an archive as response. */
export type ArchiveEndpointName = Exclude<EndpointName, JsonEndpointName>

type Part<N extends EndpointName, Key extends 'params' | 'query' | 'body'> = (typeof endpoints)[N] extends {
  [K in Key]: infer Schema extends z.ZodType
}
  ? { [K in Key]: z.infer<Schema> }
  : { [K in Key]?: undefined }

// A query is optional if all its parameters are. Path parameters and bodies are required.
type OptionalQuery<T> = T extends { query: infer Q } ? (Partial<Q> extends Q ? Omit<T, 'query'> & { query?: Q } : T) : T

/** Arguments for a call of endpoint N: those of `{params, query, body}` that the endpoint has. */
export type RequestOf<N extends EndpointName> = Part<N, 'params'> & OptionalQuery<Part<N, 'query'>> & Part<N, 'body'>

type GroupedRow<N extends EndpointName, By> = (typeof endpoints)[N] extends { grouped: infer G }
  ? By extends keyof G
    ? G[By] extends z.ZodType
      ? z.infer<G[By]>
      : never
    : never
  : never

/** Response of endpoint N to request R: the grouped shape if R contains `group_by`. */
export type ResponseOf<N extends JsonEndpointName, R = unknown> = R extends {
  query: { group_by: infer By extends string }
}
  ? GroupedRow<N, By>
  : (typeof endpoints)[N]['response'] extends infer Schema extends z.ZodType
    ? z.infer<Schema>
    : never

/** Endpoints that return a list. */
export type ListEndpointName = {
  [N in EndpointName]: (typeof endpoints)[N] extends { rows: string; response: z.ZodObject } ? N : never
}[EndpointName]

/** A row of the list that endpoint N returns. */
export type RowOf<N extends ListEndpointName> = (typeof endpoints)[N] extends {
  rows: infer Rows extends string
  response: infer Schema extends z.ZodType
}
  ? z.infer<Schema> extends { [K in Rows]: (infer Row)[] }
    ? Row
    : never
  : never

/**
 * Schema of a successful response, depending on `group_by`.
 *
 * @throws TypeError for an endpoint with an archive.
 */
export const responseSchema = (row: Endpoint, groupBy: string | undefined): z.ZodType => {
  const grouped = groupBy === undefined ? undefined : row.grouped?.[groupBy]
  if (grouped) return grouped
  if (row.response === 'archive') throw new TypeError('an archive has no schema')
  return row.response
}
