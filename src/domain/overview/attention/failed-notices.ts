import { moment } from '../../text/format.ts'
import { safeText } from '../../text/safe-text.ts'
import type { AttentionInput, AttentionKind, FailingChannel, Matter } from './attention-kind.ts'
import { isWithin, sinceText } from './is-within.ts'

export type FailedNotices = Matter<'notices'> & {
  channel: FailingChannel
  /** When it began, where that is before the days that are looked at. */
  since: string
}

const find = ({ failingChannels = [], range, now }: AttentionInput): FailedNotices[] =>
  failingChannels
    .filter(({ at }) => isWithin(at, range, now))
    .map((channel) => ({
      kind: 'notices',
      // Not by the last failure: a channel that stays broken is one matter.
      id: `notices:${channel.name}:${channel.since}`,
      severity: 'medium',
      target: { screen: 'hooks', channel: channel.name },
      channel,
      since: sinceText(channel.since, range),
    }))

export const failedNotices: AttentionKind<FailedNotices> = {
  find,
  text: ({ channel: { name, failures, why }, since }) => ({
    subject: `channel ${safeText(name)}`,
    text: `${failures === 1 ? '1 notice was' : `${failures} notices were`} not sent${since}: ${safeText(why)}`,
  }),
  why: ({ channel: { since } }) =>
    `Nothing was sent through it since ${moment(since)}: whoever waits for a notice waits in vain.`,
  output: ({ channel: { name, failures, since, at, why } }) => ({
    channel: name,
    failures,
    since,
    last_at: at,
    error: why,
  }),
}
