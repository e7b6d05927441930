import { isObject, memberOf } from '../base/json.ts'
import type { ExtensionName } from './extensions.ts'
import { offeredExtensions, offeredPath } from './offered-extensions.ts'
import { requestLines } from './request-lines.ts'

/** How to request a list on one server, according to its OpenAPI document. */
export type OfferedList = {
  /** Its path, if it differs from the contract's. */
  path: string | undefined
  /** The parameter for the number of rows in a page, and its highest value. Undefined: pages have a fixed size. */
  limit: { name: string; max: number | undefined } | undefined
  /** The parameter for the cursor of a page. Undefined: the list has only one page. */
  cursor: string | undefined
}

const LIMIT_NAMES = ['limit', 'pagesize', 'perpage', 'maxresults', 'count', 'first', 'size', 'take']
const CURSOR_NAMES = ['cursor', 'nextcursor', 'pagetoken', 'nextpagetoken', 'startafter', 'after', 'startingafter']

/** A list as an OpenAPI document describes it; undefined if the document does not have it. */
export const offeredList = (document: unknown, name: ExtensionName): OfferedList | undefined => {
  if (!offeredExtensions(document).includes(name)) return undefined
  const path = offeredPath(document, name)
  const parameters = parametersOf(document, path ?? requestLines[name].path, requestLines[name].method)
  const named = (names: readonly string[]) =>
    names.flatMap((wanted) => parameters.find((one) => plainName(one.name) === wanted) ?? [])[0]
  const limit = named(LIMIT_NAMES)
  const max = memberOf(limit?.schema, 'maximum')
  return {
    path,
    limit: limit && { name: limit.name, max: typeof max === 'number' && max >= 1 ? Math.floor(max) : undefined },
    cursor: named(CURSOR_NAMES)?.name,
  }
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')

type Parameter = { name: string; schema: unknown }

/** The query parameters of an operation, with those of all operations of its path. */
const parametersOf = (document: unknown, path: string, method: string): Parameter[] => {
  const paths = memberOf(document, 'paths')
  if (!isObject(paths)) return []
  // A document may leave out the path of its server.
  const item = paths[path] ?? Object.entries(paths).find(([one]) => path.endsWith(one))?.[1]
  const lists = [memberOf(memberOf(item, method.toLowerCase()), 'parameters'), memberOf(item, 'parameters')]
  return lists
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .map((parameter) => referenced(document, parameter))
    .flatMap((parameter) => {
      if (!isObject(parameter) || parameter.in !== 'query' || typeof parameter.name !== 'string') return []
      return [{ name: parameter.name, schema: referenced(document, parameter.schema) }]
    })
}

/** The value that a `$ref` inside the document refers to; other values unchanged. */
const referenced = (document: unknown, value: unknown): unknown => {
  const ref = memberOf(value, '$ref')
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return value
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, step) => memberOf(part, step.replaceAll('~1', '/').replaceAll('~0', '~')), document)
}
