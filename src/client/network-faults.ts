/**
 * Why a complete response did not arrive. It replaces the library's exception, which may contain the request's headers
 * and therefore the key.
 */
export type Fault = {
  /** The code of the system or the library, or one of our own. */
  code: string
  /** Whether a byte of the request may have been sent. */
  sent: boolean
  /** Whether a retry can help. */
  isTransient: boolean
  /** The status, if the response broke off after its headers. */
  status: number | undefined
}

const NETWORK = 'No route to {host}: check the network'
const BROKEN = '{host} reset the connection: try again'
const NOT_TAKEN = '{host} did not accept the connection in time: check the network and try again'
const NO_PROXY = 'The proxy did not connect to {host}: check HTTPS_PROXY and NO_PROXY'
const NOT_TLS = '{host} does not speak TLS as expected: check that the address starts with https and has the right port'
const UNKNOWN_AUTHORITY = 'was issued by an unknown authority'

/** Sentences for errors that may not occur again. */
const transient: Readonly<Record<string, string>> = {
  ECONNREFUSED: '{host} refused the connection: check that the service is running and the address is correct',
  ENOTFOUND: 'Host name {host} not found: check the address and the network',
  EAI_AGAIN: 'Host name lookup of {host} failed: check the network and try again',
  ECONNRESET: BROKEN,
  EPIPE: BROKEN,
  UND_ERR_SOCKET: '{host} closed the connection before the response was complete: try again',
  ETIMEDOUT: NOT_TAKEN,
  EHOSTUNREACH: NETWORK,
  ENETUNREACH: NETWORK,
  UND_ERR_CONNECT_TIMEOUT: NOT_TAKEN,
  UND_ERR_HEADERS_TIMEOUT: '{host} did not respond in time: try again',
  UND_ERR_BODY_TIMEOUT: '{host} stopped sending in the middle of the response: try again',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: '{host} sent an incomplete response: try again',
  UND_ERR_PRX_CONN: NO_PROXY,
  UND_ERR_ABORTED: NO_PROXY,
}

const permanent: Readonly<Record<string, string>> = {
  UND_ERR_PRX_TLS: "The proxy's certificate for {host} is invalid: check HTTPS_PROXY",
  UND_ERR_HEADERS_OVERFLOW: '{host} sent too many headers: check the address',
  EPROTO: NOT_TLS,
  wholeCall: 'The request to {host} timed out: try again, or request less data',
  closed: 'The call to {host} was dropped because the program is ending',
  slow: '{host} sends the download too slowly: try again later',
}

const certificates: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'was issued by a self-signed authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: "is not valid yet by this machine's clock",
  CERT_REVOKED: 'was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name',
}

const sentenceOf = (code: string): string => {
  if (code.startsWith('HPE_')) return '{host} did not respond in HTTP: check the address and port'
  for (const sentences of [transient, permanent]) if (Object.hasOwn(sentences, code)) return sentences[code] ?? ''
  if (Object.hasOwn(certificates, code))
    return `The certificate of {host} ${certificates[code]}: check the address, or name your own authority in NODE_EXTRA_CA_CERTS`
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return NOT_TLS
  return 'The request to {host} failed for an unknown reason: try again'
}

/** The code of any thrown value or its causes; `unknown` if there is none. The rest of the value is discarded. */
export const networkErrorCode = (thrown: unknown): string => {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth += 1) {
    if ('code' in error && typeof error.code === 'string' && /^[A-Za-z0-9_]{1,64}$/.test(error.code)) return error.code
    if (error.name === 'HTTPParserError') return 'HPE_INVALID'
  }
  return 'unknown'
}

/** Whether a retry can help after this error. */
export const isTransient = (code: string): boolean => Object.hasOwn(transient, code)

// Errors that occur before a connection to the host. With a proxy they are errors of the connection to the proxy.
const connectionErrors = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Describes an error and what to do, without a full stop. The code is appended in brackets if it is useful for a
 * search.
 *
 * @param proxy - Host of the proxy of the request, if nothing was sent yet.
 */
export const networkErrorMessage = (code: string, host: string, proxy?: string): string => {
  const isProxy = proxy !== undefined && connectionErrors.has(code)
  const sentence = isProxy
    ? `Couldn't reach the proxy ${proxy} for ${host}: check HTTPS_PROXY and NO_PROXY`
    : sentenceOf(code).replaceAll('{host}', () => host)
  return /^[A-Z]/.test(code) ? `${sentence} (${code})` : sentence
}
