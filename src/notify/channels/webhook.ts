import { createHmac, timingSafeEqual } from 'node:crypto'
import { isHeaderValue, jsonPost } from './json-post.ts'

/** Headers that users cannot set. */
const reserved =
  /^(?:host|content-length|content-type|transfer-encoding|connection|expect|upgrade|te|trailer|x-quarterdeck-.*)$/i
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

/** The event as received, plus a member `quarterdeck` with the notification, and the values of a digest. */
export const webhook = jsonPost<'webhook'>({
  body: ({ raw: { event = {}, id, at, level, title, text, body } }) => ({
    ...event,
    quarterdeck: {
      id,
      at: new Date(at).toISOString(),
      level,
      title,
      text,
      ...(body?.data !== undefined && { data: body.data }),
    },
  }),
  headers: ({ raw: { id } }, body, { settings, env }, now) => {
    const own = Object.entries(settings.headersFrom ?? {}).map(([name, variable]) => [name, env[variable] ?? ''])
    const secret = settings.secretFrom && env[settings.secretFrom]
    const timestamp = String(Math.floor(now / 1000))
    return {
      ...Object.fromEntries(own),
      [WEBHOOK_HEADERS.id]: id,
      ...(secret && {
        [WEBHOOK_HEADERS.timestamp]: timestamp,
        [WEBHOOK_HEADERS.signature]: signatureOf(secret, timestamp, id, body),
      }),
    }
  },
  problem: ({ settings: { headersFrom = {}, secretFrom }, env }) => {
    if (secretFrom !== undefined && !env[secretFrom]) return `cannot sign: ${secretFrom} is not set`
    for (const [name, variable] of Object.entries(headersFrom)) {
      if (!HEADER_NAME.test(name) || reserved.test(name)) return 'has a header that cannot be set'
      if (!isHeaderValue(env[variable]))
        return `has no value for a header: ${variable} is not set or contains invalid characters`
    }
    return undefined
  },
  note: ({ settings: { secretFrom }, env }) => (secretFrom && env[secretFrom] ? 'signed' : 'not signed'),
})

/** Names of the webhook headers, in lower case. */
export const WEBHOOK_HEADERS = {
  id: 'x-quarterdeck-id',
  timestamp: 'x-quarterdeck-timestamp',
  signature: 'x-quarterdeck-signature',
} as const

/** Maximum clock difference between both ends, s. An older request may be a replay. */
export const TIMESTAMP_TOLERANCE_S = 300

/**
 * `v1=` and the HMAC-SHA256 of `timestamp.id.body`, in hexadecimal.
 *
 * @param timestamp - Unix seconds, as in the header.
 */
export const signatureOf = (secret: string, timestamp: string, id: string, body: string | Uint8Array): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${id}.`).update(body).digest('hex')}`

/** Why a received request is not trusted, as the end of a sentence; undefined if it is. */
export const signatureProblem = (
  { signature, timestamp, id }: Record<keyof typeof WEBHOOK_HEADERS, string | undefined>,
  body: Uint8Array,
  secret: string,
  /** Unix ms. */
  now: number,
): string | undefined => {
  if (!signature || !timestamp || !id) return 'is not signed'
  if (!/^\d{1,12}$/.test(timestamp)) return 'has an invalid timestamp'
  const [own, given] = [Buffer.from(signatureOf(secret, timestamp, id, body)), Buffer.from(signature)]
  if (own.length !== given.length || !timingSafeEqual(own, given)) return 'has an invalid signature'
  // Checked after the signature, so that an unauthenticated sender learns nothing about this machine's clock.
  return Math.abs(now / 1000 - Number(timestamp)) > TIMESTAMP_TOLERANCE_S
    ? 'has a timestamp too far from now'
    : undefined
}
