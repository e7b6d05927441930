import type { ShownMessage } from '../event/message.ts'
import type { Level } from '../event/notice.ts'
import type { Destination } from './channel.ts'
import { jsonPost } from './json-post.ts'

const CHAT_SERVICES = ['slack', 'discord', 'teams'] as const
type ChatService = (typeof CHAT_SERVICES)[number]

/** What each service takes, as {@link ShownMessage} fits into its limits. */
const bodies: Record<ChatService, (message: ShownMessage) => unknown> = {
  slack: ({ title, text, at }) => ({
    text: escapedWithin(`${title}: ${text}`, slackSign, 3000),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
      // Verbatim: names of channels and people, and addresses, stay text.
      ...(text
        ? [{ type: 'section', text: { type: 'mrkdwn', text: escapedWithin(text, slackSign, 3000), verbatim: true } }]
        : []),
      { type: 'context', elements: [{ type: 'plain_text', text: new Date(at).toISOString(), emoji: false }] },
    ],
  }),
  discord: ({ title, text, level, at }) => ({
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escapedWithin(title, discordSign, 256),
        description: escapedWithin(text, discordSign, 4096),
        color: colours[level],
        timestamp: new Date(at).toISOString(),
      },
    ],
  }),
  teams: ({ title, text, at }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            {
              type: 'TextBlock',
              text: escapedWithin(title, teamsSign, 1000),
              weight: 'Bolder',
              size: 'Medium',
              wrap: true,
            },
            { type: 'TextBlock', text: escapedWithin(text, teamsSign, 8000), wrap: true },
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

/** The service that a chat's address belongs to; slack, whose form others take too, where that is not known. */
const chatService = ({ settings, address }: Pick<Destination<'chat'>, 'settings' | 'address'>): ChatService => {
  if (settings.service) return settings.service
  const hostname = address && URL.canParse(address) ? new URL(address).hostname : ''
  return hosts.find(([pattern]) => pattern.test(hostname))?.[1] ?? 'slack'
}

export const chat = jsonPost<'chat'>({
  body: ({ shown }, destination) => bodies[chatService(destination)](shown),
  note: chatService,
})

/** A word joiner: what stands around it is drawn the same and read as something else. */
const BREAK = '\u2060'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': `@${BREAK}` }

/** One character for a chat: nobody is called by it, and no link or markup begins with it. */
const slackSign = (sign: string): string => entities[sign] ?? sign

/** The same where a card reads some Markdown, in which `[` begins a link. */
const teamsSign = (sign: string): string => ('\\*_[]'.includes(sign) ? `\\${sign}` : slackSign(sign))

/** The same where entities are shown as they are. */
const discordSign = (sign: string): string =>
  '\\*_~`|<>#[]()'.includes(sign) ? `\\${sign}` : sign === '@' ? `@${BREAK}` : sign

/** A text, sign by sign, of at most so many UTF-16 units; what does not fit ends in `…`. */
const escapedWithin = (text: string, spelled: (sign: string) => string, most: number): string => {
  let safe = ''
  for (const sign of text) {
    const next = spelled(sign)
    if (safe.length + next.length > most - 1) return `${safe}…`
    safe += next
  }
  return safe
}
