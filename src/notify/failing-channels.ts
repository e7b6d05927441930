import type { FailingChannel } from '../domain/overview/attention/attention-kind.ts'
import type { LogEntry } from './spool/log.ts'

/**
 * The channels through which nothing was sent since a message failed. What will be tried again has not failed, of what nobody knows
 * nothing is said, and who rehearses sees for themselves.
 *
 * @param log - Oldest first.
 * @param names - Of the channels that there are.
 */
export const failingChannels = (log: readonly LogEntry[], names: readonly string[]): FailingChannel[] => {
  const failing = new Map<string, FailingChannel>()
  for (const { at, outcome, channel: name, why } of log) {
    if (name === undefined || !names.includes(name)) continue
    if (outcome === 'sent') failing.delete(name)
    if (outcome !== 'failed' || why.startsWith(REHEARSAL)) continue
    const before = failing.get(name)
    failing.set(name, { name, since: before?.since ?? at, at, failures: (before?.failures ?? 0) + 1, why })
  }
  return [...failing.values()]
}

/** How the log tells of messages that somebody sent to try a channel. */
export const REHEARSAL = 'rehearsal: '
