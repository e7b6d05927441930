import { networkInterfaces } from 'node:os'
import type { Endpoint } from '../../contract/endpoints.ts'
import { Problem, quoted } from '../http/problem.ts'
import type { Caller } from '../http/route.ts'
import type { Store } from '../store/store.ts'

/** @throws Problem 403 unless the request's host is an address of this service. */
export const checkHost = (host: string, hosts: ReadonlySet<string>): void => {
  if (!hosts.has(host.toLowerCase()))
    throw new Problem(403, `Host ${quoted(host)} is not an address of this service. Use the address it printed.`)
}

/**
 * @param publicUrl Address of a proxy in front of this service.
 * @throws Problem 403 if a web page of another origin sent the request.
 */
export const checkOrigin = (origin: string | undefined, host: string, publicUrl?: URL): void => {
  if (origin === undefined || origin.toLowerCase() === publicUrl?.origin) return
  if (origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    throw new Problem(403, `Requests from ${quoted(origin)} are not allowed: web pages have no access.`)
}

/**
 * Returns who sent a request.
 *
 * @throws Problem 401 without a valid key, 403 if the key's role may not call the endpoint.
 */
export const checkRole = async (
  { roles, isIngest }: Pick<Endpoint, 'roles' | 'isIngest'>,
  authorization: string | undefined,
  store: Pick<Store, 'keys'>,
): Promise<Caller> => {
  const found = await store.keys.find(bearerKey(authorization))
  if (found === undefined) throw unauthorized('Invalid key. Use a key of this service.')
  const { name, role, state } = found
  if (state !== 'active') throw unauthorized(`The key ${name} ${ended[state]}. Ask an administrator for a new one.`)
  if (role === 'ingest' && isIngest) return { name, role }
  if (role === 'ingest')
    throw new Problem(403, "The key's role is ingest, which may only send telemetry and hook events.", {
      metadata: { role, allowedRoles: roles },
    })
  if (isIngest)
    throw new Problem(403, `The key's role is ${role}, but this requires ingest.`, {
      metadata: { role, allowedRoles: ['ingest'] },
    })
  if (roles.includes(role)) return { name, role }
  throw new Problem(403, `The key's role is ${role}, but this requires ${roles.join(' or ')}.`, {
    metadata: { role, allowedRoles: roles },
  })
}

/** The key in an Authorization header. @throws Problem 401 */
export const bearerKey = (authorization: string | undefined): string => {
  if (authorization === undefined)
    throw unauthorized('The Authorization header is missing. Send "Authorization: Bearer KEY".')
  const key = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1]
  if (key === undefined) throw unauthorized('The Authorization header is invalid. Send "Authorization: Bearer KEY".')
  return key
}

const unauthorized = (detail: string): Problem =>
  new Problem(401, detail, { headers: { 'www-authenticate': 'Bearer' } })

const ended = { expired: 'has expired', revoked: 'was revoked' }

const everyAddress = new Set(['0.0.0.0', '::'])
const loopback = ['127.0.0.1', '::1', 'localhost']

/** Formats a host for a URL or a Host header: IPv6 in brackets. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/**
 * The Host headers that this service accepts. In a DNS rebinding attack, a page of another site sends that site's name,
 * which is rejected.
 *
 * @param publicUrl Address of a proxy in front of this service.
 */
export const allowedHosts = (host: string, port: number, publicUrl?: URL): Set<string> => {
  const names = new Set([...loopback, host.toLowerCase()])
  if (everyAddress.has(host))
    for (const addresses of Object.values(networkInterfaces()))
      for (const { address } of addresses ?? []) names.add(address.toLowerCase())
  const hosts = new Set([...names].map((name) => `${urlHost(name)}:${port}`))
  // Clients omit the default port of http.
  if (port === 80) for (const name of names) hosts.add(urlHost(name))
  if (publicUrl) hosts.add(publicUrl.host)
  return hosts
}
