import type { ShownMessage } from '../event/message.ts'
import type { Level } from '../event/notice.ts'
import type { Destination } from './channel.ts'
import { discordSign, escapedWithin, slackSign, teamsSign } from './chat-text.ts'
import { jsonPost } from './json-post.ts'

const CHAT_SERVICES = ['slack', 'discord', 'teams'] as const
export type ChatService = (typeof CHAT_SERVICES)[number]

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
