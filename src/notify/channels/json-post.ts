import { MASK } from '../../domain/secrets/mask-settings.ts'
import { hostOf, webAddressComplaint } from './address.ts'
import type { Channel, Destination, Outgoing } from './channel.ts'
import { postOutcome } from './post-outcome.ts'

/** What a kind of channel posts, besides what all have in common. */
export type JsonPost<Kind extends 'chat' | 'ntfy' | 'webhook'> = {
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
