import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { csvRows } from '../../helpers/csv-rows.ts'
import { startDemo } from '../../helpers/demos.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'
import { testNotifier } from '../../helpers/test-notifier.ts'
import { testFront } from '../../helpers/test-server.ts'

const demo = await startDemo({ users: 12, days: 120, seed: 1 })

const opened = (more: RunOptions = {}) => {
  const home = makeFolder()
  const base: RunOptions = { url: demo.url, key: demo.key, home, cache: join(home, 'cache.db'), ...more }
  return { home, qd: (line: string, own: RunOptions = {}) => runQd(line.split(' '), { ...base, ...own }) }
}

test('qd watch prints new items once per organisation, as lines, ndjson or json', async () => {
  const { qd, home } = opened()
  const first = await qd('watch --once --format table')
  expect([first.code, first.err]).toEqual([0, ''])
  const lines = first.out.trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(4)
  for (const line of lines) expect(line).toMatch(/^2026-11-21 \d\d:\d\d UTC {2}[!◇] \S/)
  expect(await qd('watch --once')).toMatchObject({ code: 0, out: '' })
  expect(JSON.parse((await qd('watch --once --json')).out)).toEqual({ schema: 1, attention: [] })
  // Another organisation on the same machine has its own memory.
  const other = await startDemo({ users: 12, days: 120, seed: 2 })
  const rows = (await qd('watch --once', { url: other.url, key: other.key })).out
    .trimEnd()
    .split('\n')
    .map((row) => JSON.parse(row))
  for (const row of rows)
    expect(row).toMatchObject({
      at: expect.stringMatching(/Z$/),
      why: expect.stringMatching(/\.$/),
      kind: expect.any(String),
    })
  expect(readFileSync(join(home, 'quarterdeck', 'attention.json'), 'utf8')).not.toMatch(/checkout|northwind|anomaly/)
})

test('csv has its heading once, and the same columns for items of each kind', async () => {
  const { out, code } = await opened().qd('watch --once --format csv')
  expect(code).toBe(0)
  const [heading, ...rows] = csvRows(out)
  expect(heading).toEqual(['at', 'id', 'severity', 'kind', 'screen', 'text', 'why'])
  const found = (await opened().qd('watch --once')).out.trimEnd().split('\n')
  expect(rows.map(([, id]) => id)).toEqual(found.map((row) => JSON.parse(row).id))
  const { qd } = opened()
  await qd('watch --once')
  expect((await qd('watch --once --format csv')).out).toBe('at,id,severity,kind,screen,text,why\r\n')
})

test('an interrupted watch prints the found items and exits with 130', async () => {
  const { qd } = opened()
  const controller = new AbortController()
  let printed = ''
  const out = (text: string) => {
    printed += text
    // The command waits after printing.
    setImmediate(() => controller.abort())
  }
  const { code } = await qd('watch --every 1d', { out, signal: controller.signal })
  expect(code).toBe(130)
  expect(printed).toContain('"kind":"anomaly"')
})

test('one notification goes to all channels or to a named one, optionally with pseudonyms', async () => {
  const { home, qd } = opened()
  const post = { kind: 'webhook', url: 'https://hooks.example/a' } as const
  const settings = { channels: { team: post, other: { ...post, url: 'https://hooks.example/b' } } }
  const recording = testNotifier({ folder: join(home, 'notifier'), settings })
  const notifier = async () => recording.notifier
  const events = join(home, 'notifier', 'spool', 'own', 'events')
  expect(await qd('watch --once --channel team --pseudonyms', { notifier })).toMatchObject({
    code: 0,
    out: '',
    err: '',
  })
  const [file = '', ...more] = readdirSync(events)
  expect(more).toEqual([])
  const { notice, channels } = JSON.parse(readFileSync(join(events, file), 'utf8'))
  expect(channels).toEqual(['team'])
  expect(notice).toMatchObject({
    title: expect.stringMatching(/^\d+ items need attention · 127\.0\.0\.1/),
    level: 'attention',
  })
  expect(notice.text).toMatch(/^! 13 Nov {2}credits /)
  expect(notice.text).not.toContain('@')
  await qd('watch --once --notify', { notifier })
  expect(readdirSync(events)).toEqual([file])
  expect(await qd('watch --once --channel nope', { notifier })).toMatchObject({
    code: 2,
    err: 'There is no channel nope: add channels under "hooks" in config.json.\n',
  })
})

test('an unavailable service is reported to channels once', async () => {
  const { home, qd } = opened()
  const settings = { channels: { team: { kind: 'webhook', url: 'https://hooks.example/a' } } } as const
  const notifier = async () => testNotifier({ folder: join(home, 'notifier'), settings }).notifier
  const front = await testFront(demo, () => ({ status: 503, body: { status: 503, title: 'Away' } }))
  for (const _ of [1, 2]) expect((await qd('watch --once --notify', { url: front.url, notifier })).code).not.toBe(0)
  expect(readdirSync(join(home, 'notifier', 'spool', 'own', 'events'))).toHaveLength(1)
})

test('no notification is sent if the reported items cannot be stored', async () => {
  const { qd } = opened()
  const env = { QUARTERDECK_BASE_URL: demo.url, QUARTERDECK_API_KEY: demo.key, XDG_STATE_HOME: '/dev/null/nowhere' }
  const { code, out, err } = await qd('watch --once', { env })
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain("Can't read or save the reported items")
})
