import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The response in place of the vendor's: `hold` delays the request, `reset` closes its connection. */
type VendorFault = { status: number; headers?: Record<string, string>; body: string } | 'hold' | 'reset'
type VendorRule = (path: string, query: URLSearchParams) => VendorFault | undefined
export type VendorProxy = {
  url: string
  key: string
  /** `users 2026-11-01 2026-11-20 CURSOR` for each request: the end of the path, the days, the cursor. */
  requests: string[]
  /** Sets the rule; without one, everything is passed on. */
  play: (rule?: VendorRule) => void
  /** Passes on the held requests. */
  release: () => void
  /** Resolves when a request is held. */
  untilHeld: () => Promise<void>
  close: () => Promise<void>
}

/** A server in front of a vendor that answers some requests itself. The vendor's Date is passed on. */
export const startVendorProxy = async (behind: { url: string; key: string }): Promise<VendorProxy> => {
  let rule: VendorRule | undefined
  let onHeld = (): void => {}
  const held: (() => void)[] = []
  const requests: string[] = []
  const server = createServer((request, response) => {
    const { pathname, search, searchParams: query } = new URL(request.url ?? '', 'http://vendor')
    const words = ['startDate', 'endDate', 'group_by', 'cursor', 'startAfter'].map((name) => query.get(name))
    requests.push([pathname.split('/').at(-1), ...words].filter((word) => word !== null).join(' '))
    const passOn = (): void => {
      fetch(behind.url + pathname + search, { headers: { authorization: request.headers.authorization ?? '' } })
        .then(async (reply) => send(response, reply.status, await reply.text(), { date: reply.headers.get('date') }))
        .catch((error) => response.destroy(error))
    }
    const fault = rule?.(pathname, query)
    if (fault === 'hold') {
      held.push(passOn)
      onHeld()
    } else if (fault === 'reset') request.socket.resetAndDestroy()
    else if (fault) send(response, fault.status, fault.body, fault.headers)
    else passOn()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: behind.key,
    requests,
    play: (next) => {
      rule = next
    },
    release: () => {
      for (const passOn of held.splice(0)) passOn()
    },
    untilHeld: () =>
      new Promise((resolve) => {
        if (held.length > 0) resolve()
        else onHeld = resolve
      }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const send = (
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string | null> = {},
): void => {
  const known = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  // Node would add this machine's time to the responses of a vendor with another.
  response.sendDate = false
  response.writeHead(status, { 'content-type': 'application/json', ...Object.fromEntries(known) })
  response.end(text)
}
