import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import type { Env } from '../base/env.ts'
import { isLoopbackHost, type Post, type PostResult } from '../base/requests.ts'
import { headerText } from './caller.ts'
import { createDispatchers, createReadBuffers } from './dispatchers.ts'
import { exchange } from './exchange.ts'
import { defaultLimits } from './limits.ts'
import { isTransient } from './network-faults.ts'
import { parseHttpDate, retryAfterMs } from './server-clock.ts'

/** Time limit of a whole post, ms. */
const POST_TIMEOUT_MS = 5_000
/** Maximum number of bytes read from a response. */
const MAX_ANSWER = 4096

/**
 * Creates a function that posts once: no retry, no redirect and no reused connection. It permits `https:` everywhere
 * and `http:` on this machine, and checks every address to which a host name resolves. Its result contains no part of
 * the address except the host.
 *
 * @param env - Read for proxies and NODE_TLS_REJECT_UNAUTHORIZED.
 */
export const createPostOnce =
  (env: Env, wholeMs = POST_TIMEOUT_MS): Post =>
  async ({ url: text, headers, body, onSend }) => {
    const url = new URL(text)
    const isLocal = isLoopbackHost(url.hostname)
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
      return refused('it is not an https address')
    if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0' && !isLocal)
      return refused(`NODE_TLS_REJECT_UNAUTHORIZED=0 turns certificate checks off, and ${url.host} could be anyone`)
    let why: string | undefined
    const checked: LookupFunction = (hostname, options, done) =>
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return done(error, [])
        const odd = addresses.find(({ address }) => isForbidden(address, isLocal))
        const [first] = addresses
        if (!odd && first) return options.all ? done(null, addresses) : done(null, first.address, first.family)
        why = `${url.hostname} resolves to ${odd?.address ?? 'no address'}, which is not allowed`
        done(Object.assign(new Error(why), { code: 'EFORBIDDEN' }), [])
      })
    const own = url.hostname.replace(/^\[|\]$/g, '')
    // A literal address needs no lookup.
    if (isIP(own) !== 0 && isForbidden(own, isLocal)) return refused(`${own} is not allowed`)
    const dispatchers = createDispatchers({ ...defaultLimits, connectMs: wholeMs }, env, createReadBuffers(), checked)
    try {
      const result = await exchange(
        { method: 'POST', url, headers: { ...headers, 'user-agent': 'quarterdeck' }, body },
        {
          dispatcher: dispatchers.to(url.origin, 'write'),
          headersMs: wholeMs,
          silenceMs: wholeMs,
          leftMs: wholeMs,
          signals: [],
          onSend,
        },
        async ({ status, headers: answered, body: answer }) => {
          await readSome(answer)
          const date = parseHttpDate(headerText(answered, 'date'))
          return { status, retryAfterMs: retryAfterMs(headerText(answered, 'retry-after'), date ?? Date.now()) }
        },
      )
      if (result.is === 'answered') return { is: 'answered', ...result.value }
      if (result.is === 'cancelled') return refused('it was cancelled')
      const { code, sent, status } = result.fault
      // If the connection broke after the status, the status still counts.
      if (status !== undefined) return { is: 'answered', status, retryAfterMs: undefined }
      if (sent) return { is: 'unknown', why: `${url.host} did not respond (${code})` }
      const canRetry = why === undefined && (isTransient(code) || code === 'wholeCall')
      return { is: 'notSent', why: why ?? `couldn't reach ${url.host} (${code})`, canRetry }
    } catch (error) {
      return refused((error as Error).message)
    } finally {
      await dispatchers.destroy()
    }
  }

const refused = (why: string): PostResult => ({ is: 'notSent', why, canRetry: false })

const readSome = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_ANSWER) break
  }
}

const networks = (...all: readonly (readonly [network: string, bits: number])[]): BlockList => {
  const list = new BlockList()
  for (const [network, bits] of all) list.addSubnet(network, bits, isIPv6(network) ? 'ipv6' : 'ipv4')
  return list
}

/** Addresses that no message may be sent to: unspecified, link-local, multicast and cloud metadata addresses. */
const nowhere = networks(
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  // Metadata services of clouds, which also return secrets: AWS, Google, Alibaba, Azure.
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  // These contain an IPv4 address: 6to4 and Teredo, which are obsolete, and NAT64 with a private prefix.
  ['2002::', 16],
  ['2001::', 32],
  ['64:ff9b:1::', 48],
)

const thisMachine = networks(['127.0.0.0', 8], ['::1', 128])

/** A name of this machine may resolve only to this machine, and no other name may. */
const isForbidden = (address: string, isLocal: boolean): boolean => {
  const within = nat64Target(address)
  if (within !== undefined) return isForbidden(within, isLocal)
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  return nowhere.check(address, family) || thisMachine.check(address, family) !== isLocal
}

/** The IPv4 address inside a NAT64 address, which IPv6-only networks use for IPv4 hosts; undefined for others. */
const nat64Target = (address: string): string | undefined => {
  if (!isIPv6(address) || !URL.canParse(`http://[${address}]`)) return undefined
  const match = /^\[64:ff9b::(?:(?:(\w+):)?(\w+))?\]$/.exec(new URL(`http://[${address}]`).hostname)
  if (!match) return undefined
  const parts = [match[1], match[2]].map((part) => Number.parseInt(part ?? '0', 16))
  return parts.flatMap((part) => [part >> 8, part & 0xff]).join('.')
}
