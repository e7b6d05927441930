import type { FailingChannel } from '../domain/overview/attention/attention-kind.ts'
import { type LogEntry, TEST_PREFIX } from './spool/log.ts'

/**
 * The channels whose latest messages failed, with no successful message since. Only final failures count: not
 * retries, unknown outcomes and failed tests.
 *
 * @param log - Oldest first.
 * @param names - The configured channels.
 */
export const failingChannels = (log: readonly LogEntry[], names: readonly string[]): FailingChannel[] => {
  const failing = new Map<string, FailingChannel>()
  for (const { at, outcome, channel: name, why } of log) {
    if (name === undefined || !names.includes(name)) continue
    if (outcome === 'sent') failing.delete(name)
    if (outcome !== 'failed' || why.startsWith(TEST_PREFIX)) continue
    const before = failing.get(name)
    failing.set(name, { name, since: before?.since ?? at, at, failures: (before?.failures ?? 0) + 1, why })
  }
  return [...failing.values()]
}
