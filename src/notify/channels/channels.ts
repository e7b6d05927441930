import type { Env } from '../../base/env.ts'
import type { ChannelKind, ChannelSettings, NotifierSettings } from '../../config/notifier/notifier-schema.ts'
import { applyTemplate, type Message, shownMessage } from '../event/message.ts'
import type { Channel, Destination, Outgoing, SendOutcome, SendTools } from './channel.ts'
import { desktop, sound } from './desktop.ts'
import { jsonChannels } from './json-post.ts'
import { mail } from './mail.ts'
import { terminal } from './terminal.ts'
import { webhook } from './webhook.ts'

const channels: { readonly [Kind in ChannelKind]: Channel<Kind> } = {
  desktop,
  sound,
  terminal,
  ...jsonChannels,
  mail,
  webhook,
}

// The compiler cannot relate the row to the destination's kind.
const rowOf = ({ settings: { kind } }: Destination): Channel => channels[kind] as unknown as Channel

/** Where it sends to, without secrets. */
export const placeOf = (destination: Destination, platform: NodeJS.Platform): string =>
  rowOf(destination).place(destination, platform)

/** Why a channel cannot be used, as the end of a sentence; undefined if it can. */
export const channelProblem = (destination: Destination): string | undefined => rowOf(destination).problem(destination)

const outgoing = (message: Message, { settings: { template } }: Destination): Outgoing => {
  const raw = applyTemplate(template, message)
  return { raw, shown: shownMessage(raw) }
}

/** The content that a channel would send, as text without secrets. */
export const previewOf = (message: Message, destination: Destination, platform: NodeJS.Platform): string =>
  rowOf(destination).preview(outgoing(message, destination), destination, platform)

/** Sends a message to a channel. Never rejects. */
export const sendThrough = async (
  message: Message,
  destination: Destination,
  tools: SendTools,
): Promise<SendOutcome> => {
  const problem = channelProblem(destination)
  if (problem !== undefined) return { is: 'failed', why: `the channel ${problem}`, canRetry: false }
  let hasBegun = false
  const onSend = (): void => {
    tools.onSend()
    hasBegun = true
  }
  try {
    return await rowOf(destination).send(outgoing(message, destination), destination, { ...tools, onSend })
  } catch (error) {
    const why = `internal error (${(error as NodeJS.ErrnoException).code ?? (error as Error).name})`
    return hasBegun ? { is: 'unknown', why } : { is: 'failed', why, canRetry: true }
  }
}

/** Channels configured by environment variables: the simplest setup, without a file. */
const fromEnvironment = (env: Env): [string, ChannelSettings][] => {
  const signed = env.QUARTERDECK_WEBHOOK_SECRET ? { secretFrom: 'QUARTERDECK_WEBHOOK_SECRET' } : {}
  const token = env.QUARTERDECK_NTFY_TOKEN ? { tokenFrom: 'QUARTERDECK_NTFY_TOKEN' } : {}
  const to = (env.QUARTERDECK_MAIL_TO ?? '')
    .split(',')
    .map((mailbox) => mailbox.trim())
    .filter(Boolean)
  const all: [string, string, ChannelSettings][] = [
    ['env-webhook', 'QUARTERDECK_WEBHOOK_URL', { kind: 'webhook', ...signed }],
    ['env-chat', 'QUARTERDECK_CHAT_WEBHOOK_URL', { kind: 'chat' }],
    ['env-ntfy', 'QUARTERDECK_NTFY_URL', { kind: 'ntfy', ...token }],
    ['env-mail', 'QUARTERDECK_SMTP_URL', { kind: 'mail', to }],
  ]
  return all.flatMap(([name, urlFrom, settings]) =>
    env[urlFrom] ? [[name, { ...settings, urlFrom } as ChannelSettings]] : [],
  )
}

/** The channels from the environment and the settings; the desktop if there are none. */
export const destinationsOf = ({ channels: own = {} }: NotifierSettings, env: Env): Destination[] => {
  const all = [...fromEnvironment(env), ...Object.entries(own)]
  const named = new Map<string, ChannelSettings>(all.length > 0 ? all : [['desktop', { kind: 'desktop' }]])
  return [...named].map(([name, settings]) => ({ name, settings, address: addressOf(settings, env), env }))
}

const addressOf = (settings: ChannelSettings, env: Env): string | undefined => {
  const { url, urlFrom } = settings as { url?: string; urlFrom?: string }
  return (urlFrom === undefined ? url : env[urlFrom])?.trim() || undefined
}
