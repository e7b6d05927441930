import type { z } from 'zod'
import { apiEndpoints } from './api-endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { extensions } from './extensions.ts'

export type { Endpoint } from './endpoint.ts'

/** Every endpoint that there may be: those of all servers, and those of some. */
export const endpoints = { ...apiEndpoints, ...extensions }

export type EndpointName = keyof typeof endpoints
/** Endpoints that answer JSON. */
export type JsonEndpointName = {
  [N in EndpointName]: (typeof endpoints)[N]['response'] extends z.ZodType ? N : never
}[EndpointName]
/** Endpoints that answer an archive. */
export type ArchiveEndpointName = Exclude<EndpointName, JsonEndpointName>

type Part<N extends EndpointName, Key extends 'params' | 'query' | 'body'> = (typeof endpoints)[N] extends {
  [K in Key]: infer Schema extends z.ZodType
}
  ? { [K in Key]: z.infer<Schema> }
  : { [K in Key]?: undefined }

// A query whose members are all optional may be left out; path members and bodies may not.
type OptionalQuery<T> = T extends { query: infer Q } ? (Partial<Q> extends Q ? Omit<T, 'query'> & { query?: Q } : T) : T

/** What has to be said to call endpoint N: `{params, query, body}`, each only where the endpoint has it. */
export type RequestOf<N extends EndpointName> = Part<N, 'params'> & OptionalQuery<Part<N, 'query'>> & Part<N, 'body'>

type GroupedRow<N extends EndpointName, By> = (typeof endpoints)[N] extends { grouped: infer G }
  ? By extends keyof G
    ? G[By] extends z.ZodType
      ? z.infer<G[By]>
      : never
    : never
  : never

/** What endpoint N answers to request R: the grouped shape when R says `group_by`. */
export type ResponseOf<N extends JsonEndpointName, R = unknown> = R extends {
  query: { group_by: infer By extends string }
}
  ? GroupedRow<N, By>
  : (typeof endpoints)[N]['response'] extends infer Schema extends z.ZodType
    ? z.infer<Schema>
    : never

/** The schema of a success answer, judged by the request's `group_by`. */
export const responseSchema = (row: Endpoint, groupBy: string | undefined): z.ZodType => {
  const grouped = groupBy === undefined ? undefined : row.grouped?.[groupBy]
  if (grouped) return grouped
  if (row.response === 'archive') throw new TypeError('an archive has no schema')
  return row.response
}
