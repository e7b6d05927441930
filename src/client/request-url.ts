import type { Env } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import { idFault, isLoopbackHost } from '../base/requests.ts'
import { type RequestLine, requestLines } from '../contract/request-lines.ts'

/** The two addresses that a key is bound to, without a trailing slash. */
export type Addresses = { baseUrl: string; appUrl: string }

/**
 * One id as a segment of a path; throws AppError('usage') for one that cannot be: see {@link idFault}. `encodeURIComponent` alone
 * leaves `.` and `..` as they are.
 */
export const pathSegment = (id: string, name: string): string => {
  const fault = idFault(id)
  if (fault !== undefined) throw new AppError('usage', `The ${name} ${fault}: give the id as the service shows it.`)
  return encodeURIComponent(id)
}

/** The path of an endpoint with its ids in place; `newer` picks the newer name where there is one. */
export const endpointPath = (row: RequestLine, params: Record<string, string> | undefined, newer: boolean): string =>
  (newer && row.newerPath !== undefined ? row.newerPath : row.path).replace(/\{(\w+)\}/g, (_, name: string) =>
    pathSegment(params?.[name] ?? '', name),
  )

/** `?a=1&b=2`, in the order given; members that are undefined are left out. Empty when nothing is left. */
export const queryText = (query: Iterable<readonly [string, unknown]>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of query) if (value !== undefined) search.append(name, String(value))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

// Only the readiness reports live on the application host; a bare path is sent where the contract has it.
const appPaths = Object.values(requestLines)
  .filter((row) => row.host === 'app')
  .flatMap((row) => [row.path, ...(row.newerPath === undefined ? [] : [row.newerPath])])

/**
 * The address that a path, or a whole address, typed by a person means. A path goes to the API host, unless the contract
 * has it on the application host. Throws AppError('usage') for any other origin: the key would go with it.
 */
export const typedUrl = (typed: string, query: readonly [string, string][], addresses: Addresses): URL => {
  const bad = (why: string): never => {
    throw new AppError('usage', `The path ${why}: write it like /api/v0/automations/ci/jobs.`)
  }
  if (/\p{Cc}/u.test(typed) || !typed.isWellFormed()) return bad('holds a control character or half a character')
  const isPath = typed.startsWith('/') && !typed.startsWith('//')
  const barePath = typed.replace(/[?#].*$/, '')
  const host = appPaths.includes(barePath) ? addresses.appUrl : addresses.baseUrl
  const text = isPath ? host + typed : typed
  if (!URL.canParse(text)) return bad('is neither a path that starts with / nor an address')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return bad('holds a user name or password')
  if (!boundOrigins(addresses).includes(url.origin)) {
    return bad(`leads to ${url.origin}, and the key is only for ${boundOrigins(addresses).join(' and ')}`)
  }
  for (const [name, value] of query) url.searchParams.append(name, value)
  url.hash = ''
  return url
}

/** The origins that may see the key: one or two. */
export const boundOrigins = (addresses: Addresses): string[] => [
  ...new Set([new URL(addresses.baseUrl).origin, new URL(addresses.appUrl).origin]),
]

/**
 * Judges an address before anything is sent to it: https, or http on this machine; and while certificates are not
 * checked (`NODE_TLS_REJECT_UNAUTHORIZED=0`) nothing but this machine. Answers why not, or undefined.
 */
export const whyNotSafe = (url: URL, env: Env): string | undefined => {
  if (isLoopbackHost(url.hostname)) {
    return url.protocol === 'http:' || url.protocol === 'https:' ? undefined : 'is not an http address'
  }
  if (url.protocol !== 'https:') return 'is not https'
  if (url.username !== '' || url.password !== '') return 'holds a user name or password'
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    return 'could be anyone while NODE_TLS_REJECT_UNAUTHORIZED=0 turns certificate checks off: unset it'
  }
  return undefined
}
