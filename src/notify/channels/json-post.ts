import { isLoopbackHost } from '../../base/requests.ts'
import { MASK } from '../../domain/secrets/mask-settings.ts'
import { type Channel, type Destination, type Outgoing, postOutcome } from './channel.ts'

/** What a kind of channel posts, besides what all have in common. */
type JsonPost<Kind extends 'chat' | 'ntfy' | 'webhook'> = {
  body: (message: Outgoing, destination: Destination<Kind>) => unknown
  /** Where it is posted to. @default the address */
  url?: (address: string) => string
  /** Further headers, which may hold secrets. */
  headers?: (message: Outgoing, body: string, destination: Destination<Kind>, now: number) => Record<string, string>
  /** Why it cannot be used, besides its address. */
  complaint?: (destination: Destination<Kind>) => string | undefined
  /** Words behind the host. */
  note?: (destination: Destination<Kind>) => string
  /** Members of the body that are secrets. */
  secrets?: readonly string[]
}

/** A channel that posts JSON to an address. */
export const jsonPost = <Kind extends 'chat' | 'ntfy' | 'webhook'>({
  body,
  url = (address) => address,
  headers = () => ({}),
  complaint = () => undefined,
  note,
  secrets = [],
}: JsonPost<Kind>): Channel<Kind> => ({
  place: (destination) => {
    const host = hostOf(destination.address)
    return note ? `${host} (${note(destination)})` : host
  },
  complaint: (destination) => webAddressComplaint(destination) ?? complaint(destination),
  preview: (message, destination) =>
    JSON.stringify(body(message, destination), (name, value) => (secrets.includes(name) ? MASK : value), 2),
  send: async (message, destination, { post, now, onSend }) => {
    const text = JSON.stringify(body(message, destination))
    const own = headers(message, text, destination, now())
    return postOutcome(
      await post({
        url: url(destination.address ?? ''),
        headers: { ...own, 'content-type': 'application/json' },
        body: text,
        onSend,
      }),
    )
  },
})

/** Why an address cannot be posted to, as the end of a sentence; the address is a secret and not repeated. */
const webAddressComplaint = ({ address, settings }: Pick<Destination, 'address' | 'settings'>): string | undefined => {
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
const hostOf = (address: string | undefined): string => {
  if (!address || !URL.canParse(address)) return 'nowhere yet'
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}/${MASK}`
}
