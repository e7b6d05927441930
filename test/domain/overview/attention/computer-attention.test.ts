import { expect, test } from 'vitest'
import { attentionOutput, attentionWhy } from '../../../../src/domain/overview/attention/attention.ts'
import { found, listed } from './found-attention.ts'

const GB = 1_000_000_000
const use = (id: string, usedGb: number | undefined, maxCpuPct?: number) => ({
  id,
  name: `name-${id}`,
  diskUsedPct: usedGb,
  diskUsed: usedGb === undefined ? undefined : usedGb * GB,
  diskTotal: 100 * GB,
  idle: maxCpuPct === undefined ? undefined : { maxCpuPct, hours: 168 },
})

test('a disk needs attention above 90 %, the fullest first, and an active computer that was idle for a week', () => {
  const computerUse = [use('c1', 90, 1.25), use('c2', 90.5), use('c3', 99.5), use('c4', undefined), use('c5', 12)]
  expect(listed({ computerUse })).toEqual([
    '~ computer name-c3 | disk 99.5 % full, 500 MB free | computers',
    '~ computer name-c2 | disk 90.5 % full, 9.5 GB free | computers',
    '~ computer name-c1 | active, but idle for a week: CPU at most 1.3 % | computers',
  ])
  const [fullest, full, idle] = found({ computerUse })
  expect([fullest?.id, full?.id, idle?.id]).toEqual(['disk:c3:very-full', 'disk:c2:full', 'idle:c1'])
  expect(full?.target).toEqual({ screen: 'computers', id: 'c2' })
  expect(full && attentionWhy(full)).toBe('90.5 GB of 100 GB are used, more than 90 %.')
  expect(idle && attentionWhy(idle)).toBe(
    'In the last 7 days no hour had a mean CPU above 1.3 % (168 hours with values). Pause or delete it.',
  )
  expect(idle && attentionOutput(idle)).toMatchObject({ kind: 'idle', computerId: 'c1', maxCpuPercent: 1.3 })
  expect(full && attentionOutput(full)).toMatchObject({ kind: 'disk', computerId: 'c2', diskUsedPercent: 90.5 })
})

test('a hostile name is printed without control characters', () => {
  const computerUse = [{ ...use('c1', 95), name: '\u001b[2Jatlas\u202e' }]
  const [item] = found({ computerUse })
  expect(item && JSON.stringify(attentionOutput(item)).match(/"text":"[^"]*/)?.[0]).not.toMatch(/u001b|\u202e/)
})
