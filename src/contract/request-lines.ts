import type { Endpoint } from './endpoint.ts'
import { type EndpointName, endpoints } from './endpoints.ts'
import { type ExtensionName, extensions } from './extensions.ts'

// The build keeps what comes of this file, and neither the tables nor zod: a request leaves before they are loaded.

/** What an endpoint's request begins with: its row without what it takes and answers. */
export type RequestLine = Pick<Endpoint, 'method' | 'host' | 'path' | 'newerPath'>

const lineOf = ({ method, host, path, newerPath }: Endpoint): RequestLine => ({
  method,
  host,
  path,
  ...(newerPath !== undefined && { newerPath }),
})

export const requestLines = Object.fromEntries(
  Object.entries<Endpoint>(endpoints).map(([name, row]) => [name, lineOf(row)]),
) as Record<EndpointName, RequestLine>

/** The endpoints that only some servers have. */
export const extensionNames = Object.keys(extensions) as ExtensionName[]
