import { expect, test } from 'vitest'
import { type Day, daysOf, weekdayOf } from '../../../../src/domain/calendar/calendar.ts'
import { keyAttentionData } from '../../../../src/domain/keys/key-rows.ts'
import {
  attentionDays,
  attentionSpan,
  attentionText,
  createMutes,
} from '../../../../src/domain/overview/attention/attention.ts'
import { pseudonymizeRevision } from '../../../../src/domain/overview/pseudonymize.ts'
import { pseudonymOf } from '../../../../src/domain/people/pseudonym.ts'
import { toCreditDays } from '../../../../src/domain/usage/credit-days.ts'
import { DAY, found, listed, now, range, report, revision, usedUntil } from './found-attention.ts'

const span = attentionSpan(range)

const usual = (day: Day): number => (weekdayOf(day) < 5 ? 1000 : 200)
/** Days of the range and of the weeks before, all usual except the named ones. */
const dailyValues = (unusual: Record<Day, number> = {}) =>
  daysOf(span).map((date) => ({ date, value: unusual[date] ?? usual(date) }))

const creditsOf = (unusual: Record<Day, number> = {}, model = 'opus') =>
  toCreditDays(
    dailyValues(unusual).map(({ date, value }) => ({
      date,
      billable_tokens: value,
      by_model: [
        { model_id: model, billable_tokens: Math.max(0, value - usual(date) / 2) },
        { model_id: 'sonnet', billable_tokens: Math.min(value, usual(date) / 2) },
      ],
    })),
  )
const toolsOf = (unusual: Record<Day, number> = {}) =>
  dailyValues(unusual).map(({ date, value }) => ({ date, tool_calls: value }))

test('an ordinary organisation needs no attention', () => {
  expect(listed({ credits: creditsOf(), tools: toolsOf(), revisions: [], reports: [], keys: [] })).toEqual([])
})

test('an unusual day has one line with its model and its other unusual measures', () => {
  const credits = creditsOf({ '2026-11-13': 2400, '2026-11-18': 1150 })
  const input = { credits, tools: toolsOf({ '2026-11-13': 2000, '2026-11-18': 30 }) }
  expect(listed(input)).toEqual([
    '! 13 Nov | credits 2.4x the usual Friday, all of it opus, also tool calls | usage',
    '~ 18 Nov | tool calls 97 % under the usual Wednesday | usage',
  ])
  expect(found(input).map(({ target }) => target)).toEqual([
    { screen: 'usage', view: 'credits', day: '2026-11-13' },
    { screen: 'usage', view: 'tools', day: '2026-11-18' },
  ])
})

test('a day with almost no activity is one item of medium severity', () => {
  const holiday = { '2026-11-11': 20 }
  const activity = dailyValues(holiday).map(({ date, value }) => ({ date, sessions: value, daily_active_users: value }))
  const productivity = dailyValues(holiday).map(({ date, value }) => ({ date, git_commits: value }))
  expect(listed({ credits: creditsOf(holiday), tools: toolsOf(holiday), activity, productivity })).toEqual([
    '~ 11 Nov | credits 98 % under the usual Wednesday, 51 % of it opus, also tool calls, sessions, daily users, commits | usage',
  ])
})

test('a long range is searched in its last 30 days only', () => {
  const long = { from: '2026-06-01', to: '2026-11-20' }
  const credits = toCreditDays(
    daysOf(attentionSpan(long)).map((date) => ({
      date,
      billable_tokens: date === '2026-10-21' || date === '2026-10-22' ? 9000 : usual(date),
    })),
  )
  expect(listed({ range: long, credits })).toEqual(['! 22 Oct | credits 9.0x the usual Thursday | usage'])
  expect(attentionSpan({ from: '2026-02-01', to: '2026-02-10' }).from).toBe('2026-01-14')
})

test('revisions of the range that loosened settings are listed newest first, without values', () => {
  const inside = { networkPolicy: { allowedIps: ['10.0.0.0/8'] } }
  const revisions = [
    revision(418, '2026-11-19', { commandAllowlist: ['a', 'curl -H hunter2'], networkPolicy: { allowedIps: ['*'] } }),
    revision(416, '2026-11-01', { commandAllowlist: ['a'], ...inside }),
    revision(417, '2026-11-10', { commandAllowlist: ['a', 'curl -H hunter2'], ...inside }),
    revision(415, '2026-10-31', { commandAllowlist: [], ...inside }),
  ]
  expect(listed({ revisions })).toEqual([
    '! rev 418 | loosened: networkPolicy.allowedIps allows everything now | controls',
    '~ rev 417 | loosened: commandAllowlist allows 1 more | controls',
  ])
  expect(JSON.stringify(found({ revisions }))).not.toContain('hunter2')
})

test('a revision of today belongs to a range that ends yesterday, but not to an older range', () => {
  const revisions = [revision(2, '2026-11-21', { commandAllowlist: ['a'] }), revision(1, '2026-11-01', {})]
  expect(listed({ revisions })).toEqual(['~ rev 2 | loosened: commandAllowlist allows 1 more | controls'])
  expect(listed({ range: { from: '2026-10-01', to: '2026-10-31' }, revisions })).toEqual([])
})

test('a change that a later revision reverted is not listed, and the oldest revision is not evaluated', () => {
  const revisions = [
    revision(1, '2026-11-08', { commandAllowlist: ['x'] }),
    revision(2, '2026-11-09', { commandAllowlist: ['x', '*'], sandbox: { enabled: false } }),
    revision(3, '2026-11-10', { commandAllowlist: ['x', 'y'], sandbox: { enabled: true } }),
  ]
  expect(listed({ revisions })).toEqual(['~ rev 2 | loosened: commandAllowlist allows 1 more | controls'])
})

test('a repository that lost a level lists the criteria that decide its level first', () => {
  const [checkout, rose] = ['https://git.example/web/checkout', 'https://git.example/web/rose']
  const reports = [
    report('1', checkout, 1, { readme: true, agents_md: true }),
    report('2', checkout, 2, { agents_md: false, readme: false }),
    report('3', rose, 1, { readme: false }),
    report('4', rose, 2, { readme: true }),
    report('5', 'https://git.example/web/new', 2, { readme: false }),
  ]
  expect(listed({ reports })).toEqual(['~ checkout | fell from L3 to L1: readme, agents_md | readiness'])
})

test('users who stopped are one line with three of them and the number of the others', () => {
  const until = { ito: '2026-11-06', chen: '2026-11-20', okafor: '2026-11-01', silva: '2026-11-02', diaz: '2026-11-03' }
  const credits = usedUntil(until, (id) => (id === 'ito' ? null : `${id}@example.com`))
  expect(listed({ credits })).toEqual([
    '~ 4 people | active last month have been inactive for 14 days: ito, diaz@example.com, silva@example.com and 1 more | people',
  ])
  const [item] = found({ credits })
  expect(attentionText(item as NonNullable<typeof item>, { nameOf: () => 'Person 7K3F2' }).text).not.toContain(
    'example',
  )
})

test('keys that expire within 30 days are listed, those within seven as critical', () => {
  const keys = [
    { id: 'k1', name: 'nightly', expiresAt: now + 20 * DAY },
    { id: 'k2', name: 'deploy', expiresAt: now + 6 * DAY },
    { id: 'k3', name: 'old', expiresAt: now - DAY },
    { id: 'k4', name: 'fresh', expiresAt: now + 31 * DAY },
  ]
  expect(listed({ keys })).toEqual([
    '! key old | expired on 20 Nov Fri | keys',
    '! key deploy | expires on 27 Nov Fri | keys',
    '~ key nightly | expires on 11 Dec Fri | keys',
  ])
})

test('critical items come first, then days, revisions, keys, repositories and users', () => {
  const kinds = found({
    credits: creditsOf({ '2026-11-13': 2400, '2026-11-17': 100 }),
    keys: [{ id: 'k', name: 'k', expiresAt: now + DAY }],
    revisions: [
      revision(3, '2026-11-19', { commandAllowlist: ['a', 'b'], sandbox: { enabled: false } }),
      revision(2, '2026-11-18', { commandAllowlist: ['a', 'b'], sandbox: { enabled: true } }),
      revision(1, '2026-11-01', { commandAllowlist: ['a'], sandbox: { enabled: true } }),
    ],
    reports: [report('1', 'r', 1, { readme: true }), report('2', 'r', 2, { readme: false })],
  }).map(({ kind, severity }) => `${severity} ${kind}`)
  expect(kinds).toEqual(['high anomaly', 'high risk', 'high keys', 'medium anomaly', 'medium risk', 'medium fell'])
})

test('every item has a unique id that stays the same when other items arrive', () => {
  const revisions = [revision(2, '2026-11-19', { commandAllowlist: ['a'] }), revision(1, '2026-11-01', {})]
  const some = found({ revisions }).map(({ id }) => id)
  const credits = creditsOf({ '2026-11-13': 2400, '2026-11-16': 2400, '2026-11-12': 10 })
  const all = found({ revisions, credits }).map(({ id }) => id)
  expect(new Set(all).size).toBe(4)
  expect(all).toEqual(expect.arrayContaining(some))
})

test('a control character in the name of a model is replaced', () => {
  const [line] = listed({ credits: creditsOf({ '2026-11-13': 2400 }, 'x\u001b[2J\u202ey') })
  expect(line).toContain('all of it x␛[2J⟨202E⟩y')
})

const SALT = '0011223344556677'

test('a pseudonymized revision has pseudonyms for its author and in its settings', () => {
  const settings = {
    managedComputersAllowedEmails: ['ann@example.com', 'ben.o-neil@mail.example.org'],
    missionPolicy: { allowedUserIds: ['user_7'], restrictedAccess: true },
    userModelPolicies: { user_7: { model: 'opus' } },
    note: 'ask ann@example.com, or <ben.o-neil@mail.example.org>',
    hosts: ['https://••••••@git.example/x', '@scope/package'],
  }
  const user = { id: 'user_7', email: 'ann@example.com', name: 'Ann' }
  const hidden = pseudonymizeRevision({ revision: 3, settings, user, updatedAt: '2026-11-01T00:00:00Z' }, SALT)
  const [ann, ben, seven] = ['ann@example.com', 'ben.o-neil@mail.example.org', 'user_7'].map((one) =>
    pseudonymOf(one, SALT),
  )
  expect(hidden).toEqual({
    revision: 3,
    updatedAt: '2026-11-01T00:00:00Z',
    user: { id: seven, name: seven },
    settings: {
      managedComputersAllowedEmails: [ann, ben],
      missionPolicy: { allowedUserIds: [seven], restrictedAccess: true },
      userModelPolicies: { [seven ?? '']: { model: 'opus' } },
      note: `ask ${ann}, or <${ben}>`,
      hosts: ['https://••••••@git.example/x', '@scope/package'],
    },
  })
  // An author without an id is left out.
  expect(pseudonymizeRevision({ revision: 1, user: { name: 'Ann' } }, SALT)).toEqual({ revision: 1, user: {} })
})

test('of a longer range, the last 30 days are searched, and today if the range ends yesterday', () => {
  const searched = (from: string, to: string) => attentionDays({ from, to }, now)
  expect(searched('2026-10-22', '2026-11-20')).toBeUndefined()
  expect(searched('2026-10-21', '2026-11-20')).toBe('last 31 days')
  expect(searched('2026-10-01', '2026-11-19')).toBe('30 days to 2026-11-19')
})

test('a mute in memory lasts a week, or until it is removed', () => {
  let time = now
  const mutes = createMutes(() => time)
  expect([mutes.set('a', true), mutes.set('b', true), mutes.set('b', false)]).toEqual([false, false, false])
  expect([mutes.until('a'), mutes.until('b')]).toEqual([now + 7 * DAY, undefined])
  time += 7 * DAY
  expect(mutes.until('a')).toBeUndefined()
})

test('the item of neglected keys opens the key that was neglected longest', () => {
  const key = (id: string, createdAt: number) => ({ id, name: id, createdAt })
  const fine = { ...key('fine', now - 1), expiresAt: now + 99 * DAY }
  const item = [fine, key('new', now - 5), key('ancient', now - 900 * DAY)]
  const [neglected] = found(keyAttentionData([{ id: 'sa', item }], now)).filter(({ kind }) => kind === 'neglected')
  expect(neglected).toMatchObject({ neverExpires: 2, old: 1, target: { screen: 'keys', id: 'ancient' } })
  expect(neglected).not.toHaveProperty('ids')
})
