import { isLoopbackHost } from '../../base/requests.ts'
import type { ChannelKind } from '../../config/notifier/notifier-schema.ts'
import { digestText } from '../../domain/digest/digest.ts'
import { MASK } from '../../domain/secrets/mask-settings.ts'
import type { ShownMessage } from '../event/message.ts'
import type { Level } from '../event/notice.ts'
import { type Channel, type Destination, type Outgoing, postOutcome } from './channel.ts'
import { escapedWithin, escapeForDiscord, escapeForSlack, escapeForTeams } from './chat-escapes.ts'
import { cardBody, slackBlocks } from './digest-blocks.ts'

/** The differences between the kinds of channels that post JSON. */
type JsonPost<Kind extends ChannelKind> = {
  body: (message: Outgoing, destination: Destination<Kind>) => unknown
  /** The URL to post to. @default the address */
  url?: (address: string) => string
  /** Additional headers, which may contain secrets. */
  headers?: (message: Outgoing, body: string, destination: Destination<Kind>, now: number) => Record<string, string>
  /** Why it cannot be used, apart from its address. */
  problem?: (destination: Destination<Kind>) => string | undefined
  /** Text to show after the host. */
  note?: (destination: Destination<Kind>) => string
  /** Members of the body that are secrets. */
  secrets?: readonly string[]
}

/** Creates a channel that posts JSON to an address. */
export const jsonPost = <Kind extends ChannelKind>({
  body,
  url = (address) => address,
  headers = () => ({}),
  problem = () => undefined,
  note,
  secrets = [],
}: JsonPost<Kind>): Channel<Kind> => ({
  place: (destination) => {
    const host = hostOf(destination.address)
    return note ? `${host} (${note(destination)})` : host
  },
  problem: (destination) => webAddressProblem(destination) ?? problem(destination),
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

/** Why an address cannot be posted to, as the end of a sentence. The address is a secret and not repeated. */
const webAddressProblem = ({ address, settings }: Pick<Destination, 'address' | 'settings'>): string | undefined => {
  if (!address) return missingAddress(settings)
  if (!URL.canParse(address)) return 'has an invalid address; it must begin with https://'
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return 'has a user name or password in its address: leave it out'
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))) return undefined
  return protocol === 'http:'
    ? 'has an unencrypted address (http://); use https'
    : 'has an invalid address; it must begin with https:// (or http:// on this machine)'
}

/** The problem of a channel without an address, as the end of a sentence. */
export const missingAddress = (settings: object): string => {
  const { urlFrom } = settings as { urlFrom?: string }
  return urlFrom === undefined ? 'has no address: set url or urlFrom' : `has no address: ${urlFrom} is not set`
}

/** The host of an address. The rest may be a secret. */
const hostOf = (address: string | undefined): string => {
  if (!address || !URL.canParse(address)) return 'not configured'
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}/${MASK}`
}

const CHAT_SERVICES = ['slack', 'discord', 'teams'] as const
type ChatService = (typeof CHAT_SERVICES)[number]

/** The body for each service. {@link ShownMessage} is within their limits. */
const bodies: Record<ChatService, (message: ShownMessage) => unknown> = {
  slack: ({ title, text, at, body }) => ({
    text: escapedWithin(`${title}: ${text}`, escapeForSlack, 3000),
    blocks: body
      ? slackBlocks(body.digest)
      : [
          { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
          // Verbatim keeps names of channels and people, and addresses, as text.
          ...(text
            ? [
                {
                  type: 'section',
                  text: { type: 'mrkdwn', text: escapedWithin(text, escapeForSlack, 3000), verbatim: true },
                },
              ]
            : []),
          { type: 'context', elements: [{ type: 'plain_text', text: new Date(at).toISOString(), emoji: false }] },
        ],
  }),
  discord: ({ title, text, level, at, body }) => ({
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escapedWithin(title, escapeForDiscord, 256),
        description: escapedWithin(body ? digestText(body.digest) : text, escapeForDiscord, 4096),
        color: colours[level],
        timestamp: new Date(at).toISOString(),
      },
    ],
  }),
  teams: ({ title, text, at, body }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: body
            ? cardBody(body.digest)
            : [
                {
                  type: 'TextBlock',
                  text: escapedWithin(title, escapeForTeams, 1000),
                  weight: 'Bolder',
                  size: 'Medium',
                  wrap: true,
                },
                { type: 'TextBlock', text: escapedWithin(text, escapeForTeams, 8000), wrap: true },
                { type: 'TextBlock', text: new Date(at).toISOString(), isSubtle: true, size: 'Small' },
              ],
        },
      },
    ],
  }),
}

const colours: Record<Level, number> = { info: 0x3b82f6, attention: 0xf59e0b, problem: 0xef4444 }

const hosts: readonly [RegExp, ChatService][] = [
  [/(?:^|\.)slack\.com$/, 'slack'],
  [/(?:^|\.)discord(?:app)?\.com$/, 'discord'],
  [/(?:^|\.)(?:webhook\.office\.com|office365\.com|logic\.azure\.com|powerplatform\.com)$/, 'teams'],
]

/** The service of a chat's address; slack if unknown, because other services accept its format too. */
const chatService = ({ settings, address }: Pick<Destination<'chat'>, 'settings' | 'address'>): ChatService => {
  if (settings.service) return settings.service
  const hostname = address && URL.canParse(address) ? new URL(address).hostname : ''
  return hosts.find(([pattern]) => pattern.test(hostname))?.[1] ?? 'slack'
}

const chat = jsonPost<'chat'>({
  body: ({ shown }, destination) => bodies[chatService(destination)](shown),
  note: chatService,
})

const priorities: Record<Level, number> = { info: 3, attention: 4, problem: 5 }

/** The topic is the last segment of the address. */
const topicOf = (address: string): string => pathOf(address).at(-1) ?? ''

const pathOf = (address: string): string[] => new URL(address).pathname.split('/').filter(Boolean)

/** Uses the JSON API, so that no text can become a header. */
const ntfy = jsonPost<'ntfy'>({
  url: (address) => {
    const { origin } = new URL(address)
    return `${[origin, ...pathOf(address).slice(0, -1)].join('/')}/`
  },
  body: ({ shown: { title, text, level } }, { address = '' }) => ({
    // A topic's name works like a password: treat it as a secret.
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
  problem: ({ address = '', settings: { tokenFrom }, env }) => {
    if (!/^[-_A-Za-z0-9]{1,64}$/.test(topicOf(address)))
      return 'has an address without a topic, as in https://ntfy.sh/my-topic'
    if (tokenFrom === undefined) return undefined
    return isHeaderValue(env[tokenFrom])
      ? undefined
      : `has no valid token: ${tokenFrom} is not set or contains invalid characters`
  },
})

/** The channels that only post JSON. */
export const jsonChannels = { chat, ntfy }

/** Whether a value can be sent in a header. Other characters could end the header and begin another. */
export const isHeaderValue = (value: string | undefined): value is string =>
  value !== undefined && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)
