import type { Env } from '../../base/env.ts'
import type { Post, PostResult } from '../../base/requests.ts'
import type { ChannelKind, ChannelSettings } from '../../config/notifier/notifier-schema.ts'
import type { Message, ShownMessage } from '../event/message.ts'
import type { OpenTerminal } from '../outside/open-terminal.ts'
import type { CommandEnd, RunCommand } from '../outside/run-command.ts'

/** A configured destination of messages. */
export type Destination<Kind extends ChannelKind = ChannelKind> = {
  name: string
  settings: Extract<ChannelSettings, { kind: Kind }>
  /** The target address, from the settings or the environment. A secret. */
  address: string | undefined
  env: Env
}

/** The outcome of a message in a channel. `why` is one sentence without a full stop and without secrets. */
export type SendOutcome =
  | { is: 'sent'; why: string }
  /** Nothing was delivered. `retryAfterMs`: the wait that the server requested, if any. */
  | { is: 'failed'; why: string; canRetry: boolean; retryAfterMs?: number | undefined }
  /** The message may have been delivered. */
  | { is: 'unknown'; why: string }

/** The means by which channels send. */
export type SendTools = {
  post: Post
  run: RunCommand
  openTerminal: OpenTerminal
  platform: NodeJS.Platform
  /** Unix ms. */
  now: () => number
  /** Must be called right before the first byte is sent. Throws if another process has taken over the message. */
  onSend: () => void
}

/** A message in the two forms that channels use. */
export type Outgoing = {
  /** With the template applied and made safe for display. */
  shown: ShownMessage
  /** With the template applied, but not made safe. */
  raw: Message
}

/** One kind of channel. */
export type Channel<Kind extends ChannelKind = ChannelKind> = {
  /** Where it sends to, without secrets. */
  place: (destination: Destination<Kind>, platform: NodeJS.Platform) => string
  /** Why its configuration is unusable, as the end of a sentence; undefined if it is usable. */
  problem: (destination: Destination<Kind>) => string | undefined
  /** The content to send, as text without secrets: JSON, the arguments of a command, or a mail. */
  preview: (message: Outgoing, destination: Destination<Kind>, platform: NodeJS.Platform) => string
  send: (message: Outgoing, destination: Destination<Kind>, tools: SendTools) => Promise<SendOutcome>
}

/** Converts the exit of a program to the outcome of a message. */
export const commandOutcome = (program: string, end: CommandEnd): SendOutcome => {
  switch (end.is) {
    case 'ended':
      return end.status === 0
        ? { is: 'sent', why: `${program} accepted it` }
        : { is: 'failed', why: `${program} ended with status ${end.status}`, canRetry: false }
    case 'notStarted':
      return { is: 'failed', why: `${program} could not be started (${end.code})`, canRetry: false }
    case 'stopped':
      return { is: 'unknown', why: `${program} did not exit` }
  }
}

/** Statuses after which a retry may succeed. */
const RETRYABLE = new Set([408, 425, 429, 500, 502, 503, 504])

/** Converts a response to the outcome of a message. */
export const postOutcome = (answer: PostResult): SendOutcome => {
  if (answer.is === 'notSent') return { is: 'failed', why: answer.why, canRetry: answer.canRetry }
  if (answer.is === 'unknown') return answer
  const { status, retryAfterMs } = answer
  if (status >= 200 && status < 300) return { is: 'sent', why: `HTTP ${status}` }
  if (status >= 300 && status < 400)
    return { is: 'failed', why: `HTTP ${status}; redirects are not followed`, canRetry: false }
  return { is: 'failed', why: `HTTP ${status}`, canRetry: RETRYABLE.has(status), retryAfterMs }
}
