import type { Env } from '../../base/env.ts'
import type { ChannelKind, ChannelSettings, NotifierSettings } from '../../config/notifier/notifier-schema.ts'
import { inWordsOf, type Message, shownMessage } from '../event/message.ts'
import type { Channel, Destination, Outgoing, SendOutcome, SendTools } from './channel.ts'
import { desktop, sound } from './desktop.ts'
import { chat, ntfy } from './json-post.ts'
import { mail } from './mail.ts'
import { terminal } from './terminal.ts'
import { webhook } from './webhook.ts'

/** Every kind of channel there is. */
const channels: { readonly [Kind in ChannelKind]: Channel<Kind> } = {
  desktop,
  sound,
  terminal,
  chat,
  ntfy,
  mail,
  webhook,
}

// What a destination's kind is, its settings say: the row is the one for it.
const rowOf = ({ settings: { kind } }: Destination): Channel => channels[kind] as unknown as Channel

/** Where it sends to, without what is secret in it. */
export const placeOf = (destination: Destination, platform: NodeJS.Platform): string =>
  rowOf(destination).place(destination, platform)

/** Why a channel cannot be used, as the end of a sentence; undefined where it can. */
export const channelProblem = (destination: Destination): string | undefined => rowOf(destination).problem(destination)

const outgoing = (message: Message, { settings: { template } }: Destination): Outgoing => {
  const raw = inWordsOf(template, message)
  return { raw, shown: shownMessage(raw) }
}

/** What a channel would send, as text and without secrets. */
export const previewOf = (message: Message, destination: Destination, platform: NodeJS.Platform): string =>
  rowOf(destination).preview(outgoing(message, destination), destination, platform)

/** Sends a message through a channel. Never rejects. */
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
    const why = `it broke (${(error as NodeJS.ErrnoException).code ?? (error as Error).name})`
    return hasBegun ? { is: 'unknown', why } : { is: 'failed', why, canRetry: true }
  }
}

/** What the environment names: the simplest case, without a file. */
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

/** The channels that there are: those of the settings, and those that the environment names; the desktop where there is none. */
export const destinationsOf = ({ channels: own = {} }: NotifierSettings, env: Env): Destination[] => {
  const all = [...fromEnvironment(env), ...Object.entries(own)]
  const named = new Map<string, ChannelSettings>(all.length > 0 ? all : [['desktop', { kind: 'desktop' }]])
  return [...named].map(([name, settings]) => ({ name, settings, address: addressOf(settings, env), env }))
}

const addressOf = (settings: ChannelSettings, env: Env): string | undefined => {
  const { url, urlFrom } = settings as { url?: string; urlFrom?: string }
  return (urlFrom === undefined ? url : env[urlFrom])?.trim() || undefined
}
