/**
 * Why no (whole) answer came. Kept instead of the library's exception, which can hold the request's headers and with
 * them the key.
 */
export type Fault = {
  /** The system's or the library's code, or one of our own words. */
  code: string
  /** Whether a byte of the request may have left. */
  sent: boolean
  /** Whether trying again can help at all. */
  passing: boolean
  /** The status, when the answer broke off after its headers. */
  status: number | undefined
}

type Known = { passing: boolean; say: (host: string) => string }

const passing = (say: Known['say']): Known => ({ passing: true, say })
const lasting = (say: Known['say']): Known => ({ passing: false, say })

const certificate = (what: string): Known =>
  lasting(
    (host) =>
      `The certificate of ${host} ${what}: check the address, or name your own authority in NODE_EXTRA_CA_CERTS`,
  )

const notTls = lasting(
  (host) => `${host} does not speak TLS as expected: check that the address is https and its port right`,
)

const known: Record<string, Known> = {
  ECONNREFUSED: passing(
    (host) => `Nothing answers at ${host}: check that the service runs and that the address is right`,
  ),
  ENOTFOUND: passing((host) => `The name ${host} is not known: check the address and the network`),
  EAI_AGAIN: passing((host) => `The name ${host} could not be looked up just now: check the network and try again`),
  ECONNRESET: passing((host) => `${host} broke the connection: try again`),
  EPIPE: passing((host) => `${host} broke the connection: try again`),
  UND_ERR_SOCKET: passing((host) => `${host} closed the connection before its answer was complete: try again`),
  ETIMEDOUT: passing((host) => `${host} did not take the connection in time: check the network and try again`),
  EHOSTUNREACH: passing((host) => `No way leads to ${host}: check the network`),
  ENETUNREACH: passing((host) => `No way leads to ${host}: check the network`),
  UND_ERR_CONNECT_TIMEOUT: passing(
    (host) => `${host} did not take the connection in time: check the network and try again`,
  ),
  UND_ERR_HEADERS_TIMEOUT: passing((host) => `${host} did not begin to answer in time: try again`),
  UND_ERR_BODY_TIMEOUT: passing((host) => `${host} fell silent in the middle of its answer: try again`),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: passing((host) => `${host} sent less than it announced: try again`),
  UND_ERR_PRX_TLS: lasting((host) => `The proxy's certificate was refused on the way to ${host}: check HTTPS_PROXY`),
  UND_ERR_PRX_CONN: passing((host) => `The proxy did not connect to ${host}: check HTTPS_PROXY and NO_PROXY`),
  UND_ERR_ABORTED: passing((host) => `The proxy did not connect to ${host}: check HTTPS_PROXY and NO_PROXY`),
  UND_ERR_HEADERS_OVERFLOW: lasting((host) => `${host} sent more headers than are read: check the address`),
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate('is signed by itself'),
  SELF_SIGNED_CERT_IN_CHAIN: certificate('comes from an authority that is signed by itself'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate('comes from an authority that is not known'),
  UNABLE_TO_GET_ISSUER_CERT: certificate('comes from an authority that is not known'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate('comes from an authority that is not known'),
  CERT_HAS_EXPIRED: certificate('has expired'),
  CERT_NOT_YET_VALID: certificate("is not valid yet by this machine's clock"),
  CERT_REVOKED: certificate('was revoked'),
  ERR_TLS_CERT_ALTNAME_INVALID: certificate('is for another name'),
  EPROTO: notTls,
  wholeCall: lasting((host) => `${host} took longer than a call may take: try again, or ask for less`),
  closed: lasting((host) => `The call to ${host} was dropped because the program is ending`),
  slow: lasting((host) => `${host} sends the download too slowly: try again later`),
}

const unknown: Known = lasting((host) => `The exchange with ${host} failed in a way that is not known: try again`)

const entryFor = (code: string): Known => {
  if (code.startsWith('HPE_'))
    return lasting((host) => `${host} did not answer in HTTP: check the address and its port`)
  const isTls = code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')
  return (Object.hasOwn(known, code) ? known[code] : undefined) ?? (isTls ? notTls : unknown)
}

/** The code of anything thrown, looked for in its causes too; `unknown` when it has none. Nothing else of it is kept. */
export const faultCode = (thrown: unknown): string => {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth += 1) {
    if ('code' in error && typeof error.code === 'string' && /^[A-Za-z0-9_]{1,64}$/.test(error.code)) return error.code
    if (error.name === 'HTTPParserError') return 'HPE_INVALID'
  }
  return 'unknown'
}

export const isPassing = (code: string): boolean => entryFor(code).passing

// What happens before a host is reached happens to the proxy on the way to it.
const onTheWay = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * What happened and what to do, without the full stop; the code stands in brackets where it helps a search.
 *
 * @param proxy - Host of the proxy that the request was to go through, when nothing of it has been sent.
 */
export const faultSentence = (code: string, host: string, proxy?: string): string => {
  const isProxy = proxy !== undefined && onTheWay.has(code)
  const sentence = isProxy
    ? `The proxy ${proxy} on the way to ${host} was not reached: check HTTPS_PROXY and NO_PROXY`
    : entryFor(code).say(host)
  return /^[A-Z]/.test(code) ? `${sentence} (${code})` : sentence
}
