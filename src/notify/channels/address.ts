import { isLoopbackHost } from '../../base/requests.ts'
import { MASK } from '../../domain/secrets/mask-settings.ts'
import type { Destination } from './channel.ts'

/** Why an address cannot be posted to, as the end of a sentence; the address is a secret and not repeated. */
export const webAddressComplaint = ({
  address,
  settings,
}: Pick<Destination, 'address' | 'settings'>): string | undefined => {
  if (!address) return missingAddress(settings)
  if (!URL.canParse(address)) return 'has an address that is none: it begins with https://'
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return 'has a user name or password in its address: leave it out'
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))) return undefined
  return protocol === 'http:'
    ? 'has an address that begins with http://, which anybody on the way can read: use https'
    : 'has an address that begins with neither https:// nor, on this machine, http://'
}

/** The end of a sentence about a channel that has none. */
export const missingAddress = (settings: object): string => {
  const { urlFrom } = settings as { urlFrom?: string }
  return urlFrom === undefined ? 'has no address: set url or urlFrom' : `has no address, as ${urlFrom} is not set`
}

/** The host of an address; what else there is in one may be a secret. */
export const hostOf = (address: string | undefined): string => {
  if (!address || !URL.canParse(address)) return 'nowhere yet'
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}/${MASK}`
}
