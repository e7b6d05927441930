import { expect, test } from 'vitest'
import { failingChannels } from '../../src/notify/failing-channels.ts'
import type { LogEntry } from '../../src/notify/spool/log.ts'

const entry = (at: number, outcome: LogEntry['outcome'], channel?: string, why = 'HTTP 410'): LogEntry => ({
  at,
  outcome,
  channel,
  why,
})

test('a channel is failing from its first failed message until one is sent', () => {
  const log = [
    entry(1, 'failed', 'team'),
    entry(2, 'sent', 'team'),
    entry(3, 'failed', 'team', 'HTTP 500, 5 tries'),
    entry(4, 'retrying', 'team'),
    entry(5, 'failed', 'team'),
    entry(6, 'failed', 'repaired'),
    entry(7, 'sent', 'repaired'),
    entry(8, 'failed', 'tested', 'test: HTTP 404'),
    entry(9, 'failed', 'removed'),
    entry(10, 'failed', undefined, 'the spool was full'),
  ]
  expect(failingChannels(log, ['team', 'repaired', 'tested'])).toEqual([
    { name: 'team', since: 3, at: 5, failures: 2, why: 'HTTP 410' },
  ])
})
