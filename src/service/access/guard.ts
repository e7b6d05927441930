import type { EndpointName } from '../../contract/endpoints.ts'
import { allowedRoles } from '../../contract/roles.ts'
import { Problem, quoted } from '../http/problem.ts'
import type { Store } from '../store/store.ts'

/** @throws Problem 403 unless the request names this service as its host. */
export const checkHost = (host: string, hosts: ReadonlySet<string>): void => {
  if (!hosts.has(host.toLowerCase()))
    throw new Problem(403, `Host ${quoted(host)} is not an address of this service: use the one it printed.`)
}

/** @throws Problem 403 when a page of another site, or of none, sent the request. */
export const checkOrigin = (origin: string | undefined, host: string): void => {
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    throw new Problem(403, `Origin ${quoted(origin)} may not call this service: web pages have no access.`)
}

/** @throws Problem 401 without a valid key, 403 when its role may not call the endpoint. */
export const checkRole = (name: EndpointName, authorization: string | undefined, store: Store): void => {
  const headers = { 'www-authenticate': 'Bearer' }
  if (authorization === undefined)
    throw new Problem(401, 'The Authorization header is missing: send "Authorization: Bearer" and a key.', { headers })
  const key = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1]
  if (key === undefined)
    throw new Problem(401, 'The Authorization header is not "Bearer" and a key: correct it.', { headers })
  const role = store.keys.findRole(key)
  if (role === undefined)
    throw new Problem(401, 'The key is not valid here: use one that this service was given.', { headers })
  const allowed = allowedRoles[name]
  if (allowed.includes(role)) return
  throw new Problem(403, `The key's role is ${role}, and this needs ${allowed.join(' or ')}.`, {
    metadata: { role, allowedRoles: allowed },
  })
}
