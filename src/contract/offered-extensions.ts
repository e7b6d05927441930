import { isObject } from '../base/json.ts'
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

/** The extensions that a server's OpenAPI document lists, by path and method. Empty for any other value. */
export const offeredExtensions = (document: unknown): ExtensionName[] => {
  if (!isObject(document) || !isObject(document.paths)) return []
  const prefix = prefixOf(document)
  const methods = new Map<string, Set<string>>()
  for (const [path, item] of Object.entries(document.paths)) {
    if (!isObject(item)) continue
    for (const known of [unnamed(path), unnamed(prefix + path)]) {
      const own = methods.get(known) ?? new Set<string>()
      for (const [method, operation] of Object.entries(item)) if (isObject(operation)) own.add(method.toUpperCase())
      methods.set(known, own)
    }
  }
  return extensionNames.filter((name) => {
    const { path, method } = requestLines[name]
    return methods.get(unnamed(path))?.has(method)
  })
}

const trimTrailingSlashes = (path: string): string => {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
