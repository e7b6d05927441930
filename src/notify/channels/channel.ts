import type { Env } from '../../base/env.ts'
import type { Post, PostAnswer } from '../../base/requests.ts'
import type { ChannelKind, ChannelSettings } from '../../config/notifier/notifier-schema.ts'
import type { Message, ShownMessage } from '../event/message.ts'
import type { OpenTerminal } from '../outside/open-terminal.ts'
import type { CommandEnd, RunCommand } from '../outside/run-command.ts'

/** One place that messages go to, as it is configured. */
export type Destination<Kind extends ChannelKind = ChannelKind> = {
  name: string
  settings: Extract<ChannelSettings, { kind: Kind }>
  /** Where it sends to, from the settings or the environment. A secret. */
  address: string | undefined
  env: Env
}

/** What became of a message in a channel. `why` is one sentence without a full stop, and holds no secret. */
export type SendOutcome =
  | { is: 'sent'; why: string }
  /** Nothing has arrived. `retryAfterMs`: when to try again, where that was said. */
  | { is: 'failed'; why: string; canRetry: boolean; retryAfterMs?: number | undefined }
  /** Something may have arrived. */
  | { is: 'unknown'; why: string }

/** What channels send with. */
export type SendTools = {
  post: Post
  run: RunCommand
  openTerminal: OpenTerminal
  platform: NodeJS.Platform
  /** Unix ms. */
  now: () => number
  /** To be called right before the first byte leaves; it throws where the message is somebody else's by now. */
  onSend: () => void
}

/** A message in the two forms in which channels take it. */
export type Outgoing = {
  /** In the words of the template, safe for people. */
  shown: ShownMessage
  /** As it came. */
  raw: Message
}

/** One kind of channel. */
export type Channel<Kind extends ChannelKind = ChannelKind> = {
  /** Where it sends to, without what is secret in it. */
  place: (destination: Destination<Kind>, platform: NodeJS.Platform) => string
  /** Why it cannot be used as it is configured, as the end of a sentence; undefined where it can. */
  problem: (destination: Destination<Kind>) => string | undefined
  /** What is sent, as text and without secrets: JSON, the words of a command, a mail. */
  preview: (message: Outgoing, destination: Destination<Kind>, platform: NodeJS.Platform) => string
  send: (message: Outgoing, destination: Destination<Kind>, tools: SendTools) => Promise<SendOutcome>
}

/** What the end of a program means for a message. */
export const commandOutcome = (program: string, end: CommandEnd): SendOutcome => {
  switch (end.is) {
    case 'ended':
      return end.status === 0
        ? { is: 'sent', why: `${program} took it` }
        : { is: 'failed', why: `${program} ended with status ${end.status}`, canRetry: false }
    case 'notStarted':
      return { is: 'failed', why: `${program} could not be started (${end.code})`, canRetry: false }
    case 'stopped':
      return { is: 'unknown', why: `${program} did not end` }
  }
}

/** Statuses of a server that has not taken it, and may do so later. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504])

/** What an answer means for a message. */
export const postOutcome = (answer: PostAnswer): SendOutcome => {
  if (answer.is === 'notSent') return { is: 'failed', why: answer.why, canRetry: answer.canRetry }
  if (answer.is === 'unknown') return answer
  const { status, retryAfterMs } = answer
  if (status >= 200 && status < 300) return { is: 'sent', why: `answered ${status}` }
  if (status >= 300 && status < 400)
    return { is: 'failed', why: `answered ${status}, and redirects are not followed`, canRetry: false }
  return { is: 'failed', why: `answered ${status}`, canRetry: passing.has(status), retryAfterMs }
}
