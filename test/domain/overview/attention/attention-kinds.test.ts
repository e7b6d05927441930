import { expect, test } from 'vitest'
import { addDays, daysOf } from '../../../../src/domain/calendar/calendar.ts'
import { keyAttentionData } from '../../../../src/domain/keys/key-rows.ts'
import { attentionOutput, attentionText, attentionWhy } from '../../../../src/domain/overview/attention/attention.ts'
import { found, HOUR, type Input, listed, now, range, report, revision, usedUntil } from './found-attention.ts'

/** Tool days: `read` on every day, and other calls on single days. */
const toolDays = (from: string, others: Record<string, Record<string, number>>) =>
  daysOf({ from, to: range.to }).map((date) => ({
    date,
    by_tool: Object.entries({ read: 5, ...others[date] }).map(([tool, invocations]) => ({ tool, invocations })),
  }))

test('new tools are listed by the day of their first use, with their calls and the days before without them', () => {
  const tools = toolDays('2026-09-12', {
    '2026-09-20': { monthly: 1 },
    '2026-11-10': { monthly: 2 },
    '2026-11-13': { deploy: 2, mcp__crm: 7, unused: 0 },
    '2026-11-18': { mcp__crm: 100, unused: 3 },
  })
  expect(listed({ tools })).toEqual([
    '~ 18 Nov | first use of a tool: unused | usage',
    '~ 13 Nov | first use of 2 tools: mcp__crm, deploy | usage',
  ])
  const [, thirteenth] = found({ tools })
  expect(thirteenth && attentionWhy(thirteenth)).toBe(
    '109 calls since then, and none on the 62 earlier days with data.',
  )
  expect(thirteenth?.target).toEqual({ screen: 'usage', view: 'tools', day: '2026-11-13' })
  expect(thirteenth && attentionOutput(thirteenth)).toMatchObject({ kind: 'tools', day: '2026-11-13', daysBefore: 62 })
  expect(JSON.stringify(thirteenth && attentionOutput(thirteenth))).toContain('{"name":"mcp__crm","calls":107}')
})

test('no tool is new with fewer than 28 days of data before its first use', () => {
  const first = (day: string) => ({ tools: toolDays(addDays('2026-11-13', -27), { [day]: { deploy: 2 } }) })
  expect(listed(first('2026-11-13'))).toEqual([])
  expect(listed(first('2026-11-14'))).toEqual(['~ 14 Nov | first use of a tool: deploy | usage'])
})

const step = (id: string, status: string, error?: string) => ({ id, status, startedAt: 5, ...(error && { error }) })

test('a computer with a failed step needs attention, even if it is active', () => {
  const provisioningSteps = [step('create-computer', 'completed'), step('install-deps', 'failed', 'npm ci: exit 1')]
  const computers = [
    { id: 'c1', name: 'runner', status: 'error', provisioningSteps },
    { id: 'c2', name: 'fixed', status: 'active', provisioningSteps: [step('install-deps', 'error')] },
    { id: 'c3', name: 'on-its-way', status: 'provisioning', provisioningSteps: [step('clone-repos', 'in_progress')] },
    { id: 'c4', name: 'silent', status: 'error' },
    { id: 'c5', name: 'asleep', status: 'paused', provisioningSteps: [step('install-deps', 'error')] },
  ]
  expect(listed({ computers })).toEqual([
    '~ computer runner | setup failed: install-deps, npm ci: exit 1 | computers',
    '~ computer fixed | is active, but its setup failed: install-deps | computers',
    '~ computer silent | setup failed | computers',
    '~ computer asleep | setup failed: install-deps | computers',
  ])
  const [runner, active, , paused] = found({ computers })
  expect(paused && attentionWhy(paused)).toBe('Its step install-deps has failed, and its status is paused.')
  expect(active && attentionWhy(active)).toBe('Its step install-deps has failed, but the computer is active.')
  expect(runner?.target).toEqual({ screen: 'computers', id: 'c1' })
  expect(runner && attentionWhy(runner)).toBe('Its step install-deps has failed, and its status is error.')
  const output = { computerId: 'c1', step: 'install-deps', error: 'npm ci: exit 1' }
  expect(runner && attentionOutput(runner)).toMatchObject(output)
})

test('a problem from before the range shows its first day', () => {
  const began = Date.parse('2026-08-03T10:00:00Z')
  const provisioningSteps = [{ ...step('install-deps', 'failed'), startedAt: began }]
  expect(listed({ computers: [{ id: 'c1', name: 'runner', status: 'error', provisioningSteps }] })).toEqual([
    '~ computer runner | setup failed, since 03 Aug Mon: install-deps | computers',
  ])
  const channel = { name: 'ops', since: began, at: now - HOUR, failures: 3, why: 'status 500' }
  expect(listed({ failingChannels: [channel] })).toEqual([
    '~ channel ops | 3 notifications were not sent, since 03 Aug Mon: status 500 | hooks',
  ])
})

test('a CI file needs attention if its newest job failed in the range', () => {
  const job = (file: string, status: string, updatedAt: number | undefined, id = `web/shop::${file}`) => ({
    id,
    repoFullName: 'web/shop',
    filePath: file,
    status,
    ...(updatedAt !== undefined && { updatedAt }),
  })
  const ciJobs = [
    job('lint.yml', 'failed', now - 5 * HOUR),
    job('lint.yml', 'completed', now - HOUR, 'other'),
    job('test.yml', 'completed', now - 5 * HOUR),
    { ...job('test.yml', 'timed_out', now - HOUR, 'newer'), error: 'after 6 h' },
    job('old.yml', 'failed', now - 60 * 24 * HOUR),
    { ...job('perms.yml', 'completed', now - HOUR), error: 'no permission' },
    { error: 'no known member' },
    // Not a valid date.
    job('never.yml', 'failed', 9e15),
  ]
  expect(listed({ ciJobs })).toEqual([
    '~ web/shop | test.yml failed: after 6 h | ci',
    '~ web/shop | perms.yml failed: no permission | ci',
    '~ #6 | a CI job failed: no known member | ci',
  ])
  const [newest, withError] = found({ ciJobs })
  expect(withError && attentionWhy(withError)).toContain(
    'ended with status completed and an error at 2026-11-21 08:00 UTC.',
  )
  expect(newest?.target).toEqual({ screen: 'ci', job: 'newer' })
  expect(newest && attentionWhy(newest)).toBe(
    'The newest job of this file ended with status timed out at 2026-11-21 08:00 UTC.',
  )
  expect(listed({ ciJobs, range: { from: '2026-10-01', to: '2026-10-31' } })).toEqual([
    '~ #6 | a CI job failed: no known member | ci',
  ])
})

test('failed exports and notifications have a reason', () => {
  const input: Input = {
    failedExports: [
      { run: 'wr_1', name: 'https://git.example/web/shop', at: now - HOUR, why: 'the archive was cut off' },
      { run: 'wr_2', name: undefined, at: now - 40 * 24 * HOUR, why: 'long ago' },
    ],
    failingChannels: [{ name: 'team', since: now - 3 * HOUR, at: now - HOUR, failures: 2, why: 'status 410' }],
  }
  expect(listed(input)).toEqual([
    '~ wiki shop | export failed: the archive was cut off | wiki',
    '~ channel team | 2 notifications were not sent: status 410 | hooks',
  ])
  const targets = found(input).map(({ target }) => target)
  expect(targets).toEqual([
    { screen: 'wiki', run: 'wr_1' },
    { screen: 'hooks', channel: 'team' },
  ])
})

const marksOf = (input: Input) => found(input).flatMap(({ id, marks = [id] }) => marks)

test('marks differ for a new occurrence and are equal for the same one', () => {
  const fell = (reportId: string): Input => ({
    reports: [report('1', 'r', 1, { readme: true }), report(reportId, 'r', 2, { readme: false })],
  })
  expect(marksOf(fell('2'))).toEqual(marksOf(fell('2')))
  expect(marksOf(fell('2'))).not.toEqual(marksOf(fell('3')))
  const expiring = (days: number): Input => ({
    keys: [{ id: 'k', name: 'k', expiresAt: Date.UTC(2026, 10, 28) }],
    now: now + days * 24 * HOUR,
  })
  expect(marksOf(expiring(-8))).toEqual(marksOf(expiring(-7)))
  expect(new Set([...marksOf(expiring(-1)), ...marksOf(expiring(1)), ...marksOf(expiring(8))]).size).toBe(3)
  const one = marksOf({ credits: usedUntil({ a: '2026-11-01' }) })
  const two = marksOf({ credits: usedUntil({ a: '2026-11-01', b: '2026-11-03' }) })
  expect(two).toEqual(expect.arrayContaining(one))
  expect(two).toHaveLength(2)
  const neglected = (ids: string[]): Input =>
    keyAttentionData([{ id: 'sa', item: ids.map((id) => ({ id, createdAt: now - HOUR })) }], now)
  expect(marksOf(neglected(['a', 'b']))).toHaveLength(2)
  expect(marksOf(neglected(['a', 'b']))).toEqual(expect.arrayContaining(marksOf(neglected(['a']))))
})

test('every kind has a reason in one sentence, without control characters', () => {
  const evil = 'x\u001b[2J\u202ey'
  const items = found({
    credits: usedUntil({ [evil]: '2026-11-01' }),
    tools: toolDays('2026-09-12', { '2026-11-13': { [evil]: 2 } }),
    revisions: [
      revision(2, '2026-11-19', { sandbox: { enabled: true, [evil]: { allowed: ['a', 'b'] } } }),
      revision(1, '2026-11-01', { sandbox: { enabled: true, [evil]: { allowed: ['a'] } } }),
    ],
    keys: [{ id: evil, name: evil, expiresAt: now + HOUR }],
    neglectedKeys: { neverExpires: 1, old: 0, ids: [evil] },
    computers: [{ id: evil, status: 'error', provisioningSteps: [step(evil, 'failed', evil)] }],
    ciJobs: [{ id: evil, status: 'failed', error: evil }],
    reports: [report('1', evil, 1, { readme: true, [evil]: true }), report('2', evil, 2, { readme: false })],
    failedExports: [{ run: evil, name: evil, at: now, why: evil }],
    failingChannels: [{ name: evil, since: now, at: now, failures: 1, why: evil }],
    activity: daysOf({ from: '2026-09-12', to: range.to }).map((date) => ({
      date,
      sessions: date === '2026-11-12' ? 900 : 100,
    })),
  })
  expect(new Set(items.map(({ kind }) => kind)).size).toBe(11)
  for (const item of items) {
    const { subject, text } = attentionText(item, { nameOf: (id) => id })
    expect(attentionWhy(item)).toMatch(/^[A-Z0-9][^\n]+\.$/)
    for (const line of [subject, text, attentionWhy(item)])
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
  }
})
