import { expect, test } from 'vitest'
import { failingChannels } from '../../src/notify/failing-channels.ts'
import type { LogEntry } from '../../src/notify/spool/log.ts'

const entry = (at: number, outcome: LogEntry['outcome'], channel?: string, why = 'status 410'): LogEntry => ({
  at,
  outcome,
  channel,
  why,
})

test('a channel fails from the first message that was not sent until one is', () => {
  const log = [
    entry(1, 'failed', 'team'),
    entry(2, 'sent', 'team'),
    entry(3, 'failed', 'team', 'status 500, 5 tries'),
    entry(4, 'waits', 'team'),
    entry(5, 'failed', 'team'),
    entry(6, 'failed', 'mended'),
    entry(7, 'sent', 'mended'),
    entry(8, 'failed', 'tried', 'rehearsal: status 404'),
    entry(9, 'failed', 'removed'),
    entry(10, 'failed', undefined, 'the spool was full'),
  ]
  expect(failingChannels(log, ['team', 'mended', 'tried'])).toEqual([
    { name: 'team', since: 3, at: 5, failures: 2, why: 'status 410' },
  ])
})
