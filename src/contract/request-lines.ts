import type { Endpoint } from './endpoint.ts'
import { type EndpointName, endpoints } from './endpoints.ts'
import { type ExtensionName, extensions } from './extensions.ts'

// The build inlines the values of this module without the tables and zod, so that a request can be sent before they are
// loaded.

/** An endpoint without its schemas: method, host and paths. */
export type RequestLine = Pick<Endpoint, 'method' | 'host' | 'isHistory' | 'path' | 'newerPath' | 'pathEnds'>

const lineOf = ({ method, host, isHistory, path, newerPath, pathEnds }: Endpoint): RequestLine => ({
  method,
  host,
  ...(isHistory && { isHistory }),
  path,
  ...(newerPath !== undefined && { newerPath }),
  ...(pathEnds !== undefined && { pathEnds }),
})

export const requestLines = Object.fromEntries(
  Object.entries<Endpoint>(endpoints).map(([name, row]) => [name, lineOf(row)]),
) as Record<EndpointName, RequestLine>

/** The endpoints that only some servers have. */
export const extensionNames = Object.keys(extensions) as ExtensionName[]
