import { isObject } from '../base/json.ts'
import { LIVE_STREAM_PATH } from './constants.ts'
import type { ExtensionName } from './extensions.ts'
import { extensionNames, requestLines } from './request-lines.ts'

// Documents use different names for path parameters.
const unnamed = (path: string): string => path.replace(/\{[^{}/]*\}/g, '{}')

export const isExtension = (name: string): name is ExtensionName => extensionNames.some((one) => one === name)

/** Prefix of all paths in a document: the path of its first server URL. */
const prefixOf = ({ servers }: Record<string, unknown>): string => {
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined
  const url = isObject(first) && typeof first.url === 'string' ? first.url : '/'
  const base = 'http://server.invalid'
  return URL.canParse(url, base) ? trimTrailingSlashes(new URL(url, base).pathname) : ''
}

/** The methods of each path in a document, in its order. Empty for a value that is not a document. */
const methodsByPath = (document: unknown): [path: string, methods: string[]][] => {
  if (!isObject(document) || !isObject(document.paths)) return []
  return Object.entries(document.paths).flatMap(([path, item]) => {
    if (!isObject(item)) return []
    const methods = Object.entries(item).filter(([, operation]) => isObject(operation))
    return [[path, methods.map(([method]) => method.toUpperCase())]]
  })
}

/** The methods of each path in a document, with and without its prefix. Path parameters have no names. */
const offeredMethods = (document: unknown): ReadonlyMap<string, ReadonlySet<string>> => {
  const prefix = isObject(document) ? prefixOf(document) : ''
  const methods = new Map<string, Set<string>>()
  for (const [path, own] of methodsByPath(document))
    for (const known of [unnamed(path), unnamed(prefix + path)])
      methods.set(known, new Set([...(methods.get(known) ?? []), ...own]))
  return methods
}

/** Whether a server's OpenAPI document lists the stream of the activity of today. */
export const isLiveStreamOffered = (document: unknown): boolean =>
  offeredMethods(document).get(LIVE_STREAM_PATH)?.has('GET') ?? false

/** The extensions that a server's OpenAPI document lists, by path and method. Empty for any other value. */
export const offeredExtensions = (document: unknown): ExtensionName[] => {
  const methods = offeredMethods(document)
  return extensionNames.filter((name) => {
    const { path, method } = requestLines[name]
    return methods.get(unnamed(path))?.has(method) || offeredPath(document, name) !== undefined
  })
}

/** Steps of a path that can be requested as they are. `.` and `..` would lead elsewhere. */
const PLAIN_PATH = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/

/**
 * The path of an extension on this server, if it differs from the one in the contract. Some servers have an endpoint at
 * a place of their own: the contract has only the last steps of its path.
 */
export const offeredPath = (document: unknown, name: ExtensionName): string | undefined => {
  const { path: own, method, pathEnds } = requestLines[name]
  if (pathEnds === undefined || !isObject(document)) return undefined
  const prefix = prefixOf(document)
  const paths = methodsByPath(document)
    .filter(([, methods]) => methods.includes(method))
    .map(([path]) => (path.startsWith(`${prefix}/`) ? path : prefix + path))
    .filter((path) => PLAIN_PATH.test(path) && pathEnds.some((end) => path.endsWith(`/${end}`)))
  return paths.includes(own) ? undefined : paths[0]
}

const trimTrailingSlashes = (path: string): string => {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
