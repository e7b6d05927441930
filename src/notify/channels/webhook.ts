import { jsonPost } from './json-post.ts'
import { isHeaderValue } from './ntfy.ts'
import { signatureOf, WEBHOOK_HEADERS } from './signature.ts'

/** Headers that others decide. */
const reserved =
  /^(?:host|content-length|content-type|transfer-encoding|connection|expect|upgrade|te|trailer|x-quarterdeck-.*)$/i
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

/** The event as it came, and what people are told of it in a member of its own. */
export const webhook = jsonPost<'webhook'>({
  body: ({ raw: { event = {}, id, at, level, title, text } }) => ({
    ...event,
    quarterdeck: { id, at: new Date(at).toISOString(), level, title, text },
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
  complaint: ({ settings: { headersFrom = {}, secretFrom }, env }) => {
    if (secretFrom !== undefined && !env[secretFrom]) return `cannot sign, as ${secretFrom} is not set`
    for (const [name, variable] of Object.entries(headersFrom)) {
      if (!HEADER_NAME.test(name) || reserved.test(name)) return 'has a header that cannot be set'
      if (!isHeaderValue(env[variable]))
        return `has no value for a header: ${variable} is not set, or holds odd characters`
    }
    return undefined
  },
  note: ({ settings: { secretFrom }, env }) => (secretFrom && env[secretFrom] ? 'signed' : 'not signed'),
})
