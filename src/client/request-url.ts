import type { Env } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import { idProblem, isLoopbackHost } from '../base/requests.ts'
import type { EndpointName } from '../contract/endpoints.ts'
import { type RequestLine, requestLines } from '../contract/request-lines.ts'

/** The two addresses that may receive the key, without a trailing slash. */
export type Addresses = { baseUrl: string; appUrl: string }

/**
 * Encodes an id as a path segment. Throws AppError('usage') for an invalid id: see {@link idProblem}.
 * `encodeURIComponent` alone does not escape `.` and `..`.
 */
export const pathSegment = (id: string, name: string): string => {
  const fault = idProblem(id)
  if (fault !== undefined) throw new AppError('usage', `The ${name} ${fault}: give the id as the service shows it.`)
  return encodeURIComponent(id)
}

/** The path of an endpoint with its ids inserted; `newer` selects the newer path if there is one. */
export const endpointPath = (row: RequestLine, params: Record<string, string> | undefined, newer: boolean): string =>
  (newer && row.newerPath !== undefined ? row.newerPath : row.path).replace(/\{(\w+)\}/g, (_, name: string) =>
    pathSegment(params?.[name] ?? '', name),
  )

/** `?a=1&b=2`, in the given order, without undefined members; empty if no member is left. */
export const queryText = (query: Iterable<readonly [string, unknown]>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of query) if (value !== undefined) search.append(name, String(value))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

// Only the readiness reports are on the application host. A bare path is sent to its host in the contract.
const appPaths = Object.values(requestLines)
  .filter((row) => row.host === 'app')
  .flatMap((row) => [row.path, ...(row.newerPath === undefined ? [] : [row.newerPath])])

/** The endpoint of a path that the user typed; undefined if the contract has none. */
export const endpointAt = (method: string, typed: string): EndpointName | undefined => {
  const steps = (typed.split(/[?#]/)[0] ?? '').split('/')
  const isAt = (path: string | undefined): boolean => {
    const wanted = path?.split('/') ?? []
    return wanted.length === steps.length && wanted.every((step, at) => step.startsWith('{') || step === steps[at])
  }
  const names = Object.keys(requestLines) as EndpointName[]
  return names.find((name) => {
    const row = requestLines[name]
    return row.method === method.toUpperCase() && (isAt(row.path) || isAt(row.newerPath))
  })
}

/**
 * Whether a typed path or address leads to the team's server: a path by its endpoint, an address by its origin. If both
 * servers have the same origin, the longer base address that it begins with decides.
 */
export const isHistoryUrl = (method: string, typed: string, vendor: Addresses, history: Addresses): boolean => {
  if (!URL.canParse(typed)) {
    const name = endpointAt(method, typed)
    return name !== undefined && (requestLines[name].isHistory ?? false)
  }
  const { origin, href } = new URL(typed)
  if (!boundOrigins(vendor).includes(origin)) return boundOrigins(history).includes(origin)
  const isBelow = (address: string): boolean => href.startsWith(`${address}/`)
  const isShorter = (address: string): boolean => !isBelow(address) || address.length < history.baseUrl.length
  return isBelow(history.baseUrl) && isShorter(vendor.baseUrl) && isShorter(vendor.appUrl)
}

/**
 * Resolves a path or address that the user typed. A path refers to the API host, or to the application host if the
 * contract has it there. Throws AppError('usage') for any other origin, because the request contains the key.
 */
export const typedUrl = (typed: string, query: readonly [string, string][], addresses: Addresses): URL => {
  const bad = (why: string): never => {
    throw new AppError('usage', `The path ${why}: write it like /api/v0/automations/ci/jobs.`)
  }
  if (/\p{Cc}/u.test(typed) || !typed.isWellFormed())
    return bad('contains a control character or an incomplete character')
  const isPath = typed.startsWith('/') && !typed.startsWith('//')
  const barePath = typed.replace(/[?#].*$/, '')
  const host = appPaths.includes(barePath) ? addresses.appUrl : addresses.baseUrl
  const text = isPath ? host + typed : typed
  if (!URL.canParse(text)) return bad('is neither a path that starts with / nor an address')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return bad('contains a user name or password')
  if (!boundOrigins(addresses).includes(url.origin)) {
    return bad(`leads to ${url.origin}, but the key may only be sent to ${boundOrigins(addresses).join(' and ')}`)
  }
  for (const [name, value] of query) url.searchParams.append(name, value)
  url.hash = ''
  return url
}

/** The one or two origins that may receive the key. */
export const boundOrigins = (addresses: Addresses): string[] => [
  ...new Set([new URL(addresses.baseUrl).origin, new URL(addresses.appUrl).origin]),
]

/**
 * Checks an address before anything is sent to it. It must be https, or http on this machine. While certificates are
 * not checked (`NODE_TLS_REJECT_UNAUTHORIZED=0`) it must be on this machine. Returns the reason why it is unsafe, or
 * undefined.
 */
export const unsafeAddressReason = (url: URL, env: Env): string | undefined => {
  if (isLoopbackHost(url.hostname)) {
    return url.protocol === 'http:' || url.protocol === 'https:' ? undefined : 'is not an http address'
  }
  if (url.protocol !== 'https:') return 'is not https'
  if (url.username !== '' || url.password !== '') return 'contains a user name or password'
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    return 'could be anyone while NODE_TLS_REJECT_UNAUTHORIZED=0 turns certificate checks off: unset it'
  }
  return undefined
}
