import { networkInterfaces } from 'node:os'

const everyAddress = new Set(['0.0.0.0', '::'])
const loopback = ['127.0.0.1', '::1', 'localhost']

/** A host as it stands in a URL or in a Host header: IPv6 in brackets. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/**
 * The Host headers that requests to this service may carry. A page of another site that had its own name point here
 * (DNS rebinding) sends that name, and is refused.
 */
export const allowedHosts = (host: string, port: number): Set<string> => {
  const names = new Set([...loopback, host.toLowerCase()])
  if (everyAddress.has(host))
    for (const addresses of Object.values(networkInterfaces()))
      for (const { address } of addresses ?? []) names.add(address.toLowerCase())
  const hosts = new Set([...names].map((name) => `${urlHost(name)}:${port}`))
  // Clients leave out the port that http has anyway.
  if (port === 80) for (const name of names) hosts.add(urlHost(name))
  return hosts
}
