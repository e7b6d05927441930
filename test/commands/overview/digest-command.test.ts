import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../../src/base/time.ts'
import type { ActivityDay } from '../../../src/contract/analytics.ts'
import type { CreditDay } from '../../../src/contract/credits.ts'
import { runSender } from '../../../src/notify/send/sender.ts'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'
import { testNotifier } from '../../helpers/test-notifier.ts'
import { testFront } from '../../helpers/test-server.ts'

const demo = await startDemo({ users: 12, days: 120, seed: 1 })
const DIGEST = 'watch --once --digest daily --at 09:00 --zone UTC'

const opened = (more: RunOptions = {}) => {
  const home = makeFolder()
  const base: RunOptions = { url: demo.url, key: demo.key, home, cache: join(home, 'cache.db'), ...more }
  return { home, qd: (line: string, own: RunOptions = {}) => runQd(line.split(' '), { ...base, ...own }) }
}

const channel = (home: string, settings: object) =>
  testNotifier({ folder: join(home, 'notifier'), settings: settings as never })

test('the figures are those of qd overview and sums of rows from the API, and the items those of qd overview', async () => {
  const { qd } = opened()
  const { out, code, err } = await qd(`${DIGEST} --json`)
  expect([code, err]).toEqual([0, ''])
  const digest = JSON.parse(out)
  expect(digest).toMatchObject({ schema: 1, digest: 'daily', day: '2026-11-21', previousDay: null, reported: 0 })
  expect(digest.range).toEqual({ from: '2026-11-20', to: '2026-11-20', days: 1 })
  const overview = async (range: string) => JSON.parse((await qd(`overview ${range} --compare prev --json`)).out)
  const [day, week, fortnight] = await Promise.all(
    ['--last 1d', '--last 7d', '--last 14d'].map((range) => overview(range)),
  )
  for (const name of ['credits', 'people', 'sessions'] as const) {
    expect(digest[name].value).toBe(day[name].value)
    const { value, previous, change } = week[name]
    expect(digest.week[name]).toMatchObject({ value, previous, change })
  }
  expect(digest.month).toEqual(week.month)
  expect(digest.attention.map(({ id }: { id: string }) => id)).toEqual(
    fortnight.attention.map(({ id }: { id: string }) => id),
  )
  const range = 'startDate=2026-11-14&endDate=2026-11-20'
  const rows = async <Row>(name: string): Promise<Row[]> =>
    JSON.parse((await qd(`api /api/v1/analytics/${name}?${range}`)).out).data
  const credits = await rows<CreditDay>('tokens')
  expect(digest.week.credits.value).toBe(credits.reduce((sum, one) => sum + one.billable_tokens, 0))
  expect(digest.credits.value).toBe(credits.find(({ date }) => date === '2026-11-20')?.billable_tokens)
  const activity = await rows<ActivityDay>('activity')
  const users = activity.map((one) => one.daily_active_users)
  expect(digest.week.people.value).toBeCloseTo(users.reduce((sum, one) => sum + one, 0) / 7)
})

test('as text it has each item with its link; a second run prints none, and the next day only counts', async () => {
  const { qd } = opened()
  const { out } = await qd(`${DIGEST} --format table`)
  const lines = out.split('\n')
  expect(lines[0]).toMatch(/^Daily digest 2026-11-21 · 127\.0\.0\.1:\d+: \d+ new items$/)
  expect(lines[1]).toBe('Nov 20 (1 day, UTC)')
  for (const heading of ['WHAT MOVED', 'NEEDS ATTENTION', 'OPEN']) expect(lines).toContain(heading)
  expect(out).toMatch(/^Credits, 7 days: [\d,]+ \([▲▼] [\d.]+ % from [\d,]+\)$/m)
  expect(out).toMatch(/^- ! 13 Nov {2}credits .+\n {2}qd:\/\/\/usage\/credits\?day=2026-11-13$/m)
  const ascii = (await opened().qd(`${DIGEST} --format table --ascii`)).out
  expect(ascii).toMatch(/^Credits, 7 days: [\d,]+ \([\x20-\x7e]+ from [\d,]+\)$/m)
  expect(ascii.split('\n')[0]).toMatch(/^[\x20-\x7e]+$/)
  expect(await qd(`${DIGEST} --format table`)).toMatchObject({
    code: 0,
    out: '',
    err: 'No digest is due: the next one is due on 2026-11-22 at 09:00, UTC.\n',
  })
  const next = await qd(`${DIGEST} --format table`, { now: () => NOW + 3 * DAY_MS, skewMs: -3 * DAY_MS })
  expect(next.out).toContain('Daily digest 2026-11-24 · ')
  expect(next.out).toContain('Nothing new needs attention.')
  expect(next.out).toMatch(/^Also \d+ items reported before and still open: see qd overview\.$/m)
  expect(next.out).toContain('; the digest before was on 2026-11-21')
})

test('items that qd watch has reported are counted, and the other way round', async () => {
  const { qd } = opened()
  const found = (await qd('watch --once')).out.trimEnd().split('\n').length
  const digest = JSON.parse((await qd(`${DIGEST} --json`)).out)
  expect([digest.attention, digest.reported]).toEqual([[], found])
  const other = opened()
  await other.qd(DIGEST)
  expect((await other.qd('watch --once')).out).toBe('')
})

test('one notification has blocks for chat, values for a webhook and HTML for mail, and no names with pseudonyms', async () => {
  const { home, qd } = opened()
  const url = (name: string) => ({ url: `https://hooks.example/${name}` })
  const { notifier, sender, posts } = channel(home, {
    channels: {
      slack: { kind: 'chat', service: 'slack', ...url('slack') },
      teams: { kind: 'chat', service: 'teams', ...url('teams') },
      hook: { kind: 'webhook', ...url('hook') },
    },
  })
  const own = { notifier: async () => notifier }
  for (const _ of [1, 2]) expect((await qd(`${DIGEST} --notify --pseudonyms`, own)).code).toBe(0)
  await runSender(sender)
  expect(posts.map((post) => post.url.split('/').at(-1)).sort()).toEqual(['hook', 'slack', 'teams'])
  for (const { body } of posts) expect(body).not.toMatch(/northwind\.example|@northwind|a\.chen/)
  const bodyOf = (name: string) => JSON.parse(posts.find((post) => post.url.endsWith(name))?.body ?? '')
  const titles = bodyOf('slack').blocks.flatMap((block: { text?: { text: string } }) => block.text?.text ?? [])
  expect(titles).toEqual(expect.arrayContaining(['*What moved*', '*Needs attention*', '*Open*']))
  expect(bodyOf('teams').attachments[0].content.body.map(({ type }: { type: string }) => type)).toContain('FactSet')
  const { data } = bodyOf('hook').quarterdeck
  expect(data).toMatchObject({ schema: 1, digest: 'daily', day: '2026-11-21' })
  expect(data.attention.length).toBeGreaterThan(4)
})

test('quiet hours delay a digest, and an unstorable one is not counted as sent', async () => {
  const { home, qd } = opened()
  const channels = { team: { kind: 'webhook', url: 'https://hooks.example/a' } }
  const quiet = channel(home, { channels, quietHours: { from: '08:00', to: '10:00', timeZone: 'UTC' } })
  await qd(`${DIGEST} --channel team`, { notifier: async () => quiet.notifier })
  const events = join(home, 'notifier', 'spool', 'own', 'events')
  expect(quiet.notifier.waiting()).toBe(0)
  const blocked = join(home, 'blocked')
  mkdirSync(blocked)
  writeFileSync(join(blocked, 'spool'), '')
  const broken = testNotifier({ folder: blocked, settings: { channels } as never })
  const failed = await qd(`${DIGEST} --channel team`, { notifier: async () => broken.notifier })
  expect([failed.code, failed.err]).toEqual([2, expect.stringMatching(/^Can't notify the channels: /)])
  const awake = channel(home, { channels })
  await qd(`${DIGEST} --channel team`, { notifier: async () => awake.notifier })
  const [file = '', ...more] = readdirSync(events)
  expect(more).toEqual([])
  const { notice, channels: to } = JSON.parse(readFileSync(join(events, file), 'utf8'))
  expect([to, notice.body.data.attention.length > 4]).toEqual([['team'], true])
})

test('missing parts are named in the digest, and a rejected or unavailable service sends none', async () => {
  const refused = { status: 403, body: { status: 403, title: 'Forbidden', detail: 'not for this key' } }
  const front = await testFront(demo, (path) => (/computers|budgets/.test(path) ? refused : undefined))
  const { qd } = opened({ url: front.url })
  const { out, code } = await qd(`${DIGEST} --json`)
  expect(code).toBe(0)
  const digest = JSON.parse(out)
  expect([digest.incomplete, digest.budgets]).toEqual([true, {}])
  expect(digest.missing.map(({ what }: { what: string }) => what)).toContain('computers')
  for (const [status, expected] of [
    [401, 3],
    [503, 1],
  ] as const) {
    const away = await testFront(demo, () => ({ status, body: { status, title: 'no' } }))
    const other = opened({ url: away.url })
    expect((await other.qd(DIGEST)).code, String(status)).toBe(expected)
    expect((await other.qd(`${DIGEST} --json`, { url: demo.url })).out).toContain('"digest":"daily"')
  }
})

test.each([
  ['watch --at 09:00', '--at needs --digest daily or --digest weekly.'],
  ['watch --zone UTC', '--zone needs --digest daily or --digest weekly.'],
  ['watch --digest daily --at 9:00', '"9:00" is not a valid --at value: use a time of day such as 09:00.'],
  [
    'watch --digest daily --zone Mars/Olympus',
    '"Mars/Olympus" is not a valid --zone value: use a time zone such as Europe/Berlin.',
  ],
  ['watch --digest daily --once --format csv', '--format csv does not apply to --digest: use --format ndjson.'],
])('%s is wrong usage', async (line, sentence) => {
  expect(await runQd(line.split(' '))).toMatchObject({ code: 2, out: '', err: `${sentence}\n` })
})
