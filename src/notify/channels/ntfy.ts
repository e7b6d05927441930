import type { Level } from '../event/notice.ts'
import { jsonPost } from './json-post.ts'

const priorities: Record<Level, number> = { info: 3, attention: 4, problem: 5 }

/** The topic is the last part of its address. */
const topicOf = (address: string): string => pathOf(address).at(-1) ?? ''

const pathOf = (address: string): string[] => new URL(address).pathname.split('/').filter(Boolean)

/** Told as JSON, where no text can become a header. */
export const ntfy = jsonPost<'ntfy'>({
  url: (address) => {
    const { origin } = new URL(address)
    return `${[origin, ...pathOf(address).slice(0, -1)].join('/')}/`
  },
  body: ({ shown: { title, text, level } }, { address = '' }) => ({
    // A topic is as good as a password.
    topic: topicOf(address),
    title,
    message: text || title,
    priority: priorities[level],
  }),
  headers: (_message, _body, { settings, env }): Record<string, string> => {
    const token = settings.tokenFrom && env[settings.tokenFrom]
    return token ? { authorization: `Bearer ${token}` } : {}
  },
  secrets: ['topic'],
  complaint: ({ address = '', settings: { tokenFrom }, env }) => {
    if (!/^[-_A-Za-z0-9]{1,64}$/.test(topicOf(address)))
      return 'has an address without a topic: it ends in one, like https://ntfy.sh/my-topic'
    if (tokenFrom === undefined) return undefined
    return isHeaderValue(env[tokenFrom])
      ? undefined
      : `has no token that can be sent: ${tokenFrom} is not set, or holds odd characters`
  },
})

/** Whether a value can be sent in a header; anything else could end it and begin another. */
export const isHeaderValue = (value: string | undefined): value is string =>
  value !== undefined && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)
