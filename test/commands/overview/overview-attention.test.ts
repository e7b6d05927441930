import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import { loadAttentionData } from '../../../src/commands/overview/load-overview.ts'
import { startDemoOrganisation } from '../../helpers/demo-organisation.ts'
import { NOW } from '../../helpers/demos.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())

/** Answers with empty lists, except for paths that contain one of these texts. */
const playEmpty = (others: Record<string, { status: number; body: unknown }> = {}): void => {
  const body = { data: [], meta: { orgId: 'o' }, reports: [], jobs: [], changes: [], pagination: { hasMore: false } }
  demo.front.play((path) => {
    const other = Object.keys(others).find((text) => path.includes(text))
    return other === undefined ? { status: 200, body } : others[other]
  })
  onTestFinished(() => demo.front.play())
}

test('a table prints each item on one line, cut to the width of the terminal', async () => {
  const options = { isOutputTerminal: true, columns: 60 }
  const { out } = await demo.qd('overview --last 14d', options)
  const { attention } = JSON.parse((await demo.qd('overview --last 14d --json')).out)
  const lines = out.split('\n')
  const at = lines.indexOf(`NEEDS ATTENTION  ${attention.length}`)
  const items = lines.slice(at + 1, at + 1 + attention.length)
  expect(items[0]).toMatch(/^! 13 Nov {2}credits [\d.]+x the usual Friday, /)
  for (const line of items) expect(line.length).toBeLessThanOrEqual(60)
  expect(lines[at + 1 + attention.length]).toBe('')
  const long = (await demo.qd('overview --last 90d', options)).out
  expect(long).toMatch(/^NEEDS ATTENTION {2}\d+ in the last 31 days$/m)
})

test('an overview without items prints that nothing needs attention', async () => {
  playEmpty()
  expect((await demo.qd('overview --format table')).out).toContain('\nNothing needs attention.\n')
  expect(JSON.parse((await demo.qd('overview')).out).attention).toEqual([])
  const long = 'overview --from 2026-08-01 --to 2026-11-14'
  expect((await demo.qd(`${long} --format table`)).out).toContain(
    '\nNothing needs attention in the 30 days to 2026-11-14.\n',
  )
  expect(JSON.parse((await demo.qd(`${long} --json`)).out).attentionFrom).toBe('2026-10-16')
})

test('--pseudonyms hides every name, e-mail and id of a user, in json and in a table', async () => {
  const named = JSON.parse((await demo.qd('overview --last 14d')).out)
  const stopped = named.attention.find(({ kind }: { kind: string }) => kind === 'stopped')
  const people = [...named.revisions, ...(stopped?.people ?? [])]
  const names = people.flatMap(({ who, email, user_id, user_email }) => [who, email, user_id, user_email])
  const known = names.filter((name) => typeof name === 'string')
  expect(known.length).toBeGreaterThan(3)
  for (const format of ['json', 'table']) {
    const { out } = await demo.qd(`overview --last 14d --pseudonyms --format ${format}`)
    expect(known.filter((name) => out.includes(name))).toEqual([])
    expect(out).toMatch(/Person \w{5}-\w{5}/)
  }
})

test('if parts fail to load, the text says that nothing needs attention in the loaded data', async () => {
  playEmpty({ '/analytics': { status: 403, body: { title: 'Forbidden', detail: 'no', status: 403 } } })
  const { out, err, code } = await demo.qd('overview --format table')
  expect(out).toContain('\nNothing needs attention in the loaded data.\n')
  expect(err).toMatch(/^Missing credits, activity, tools, productivity: .*\nThe overview is incomplete\.\n$/)
  expect(code).toBe(7)
})

type Item = { id: string; kind: string; why: string; screen: string; mutedUntil?: string } & Record<string, unknown>

test('computers, keys, jobs and exports need attention, each with a reason; muted items are counted, and listed with --muted', async () => {
  const home = makeFolder()
  const { front, key, ids } = demo
  const base = { QUARTERDECK_BASE_URL: front.url, QUARTERDECK_API_KEY: key }
  const env = { ...base, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home }
  const options = { home, cache: join(home, 'cache.db'), env }
  const qd = (line: string, more = {}) => demo.qd(line, { ...options, ...more })
  for (const id of ids.serviceAccounts) expect((await qd(`keys add ${id}`)).code).toBe(0)
  const [run] = ids.wikiRuns
  front.play((path) => (path.endsWith('/export') ? { status: 500, body: { status: 500, title: 'Broken' } } : undefined))
  onTestFinished(() => front.play())
  expect((await qd(`wiki export ${run} -o ${join(home, 'a.zip')}`)).code).toBe(1)
  const overview = async (line = 'overview') => JSON.parse((await qd(line)).out) as { attention: Item[]; muted: number }
  const { attention, muted } = await overview()
  expect(muted).toBe(0)
  const kinds = attention.map(({ kind }) => kind)
  for (const kind of ['keys', 'neglected', 'provisioning', 'ci', 'export']) expect(kinds).toContain(kind)
  for (const { why } of attention) expect(why).toMatch(/\.$/)
  expect(attention.find(({ kind }) => kind === 'export')).toMatchObject({ screen: 'wiki', runId: run })

  const { out: listed } = await qd('overview --ids --format table')
  expect(listed).toMatch(/\nneglected +◇ keys {2}/)
  const { out: muting } = await qd('overview --mute neglected --format table')
  expect(muting).toMatch(/^Muted until 2026-11-28 09:00 UTC: keys {2}\S/)
  const without = await overview()
  expect([without.muted, without.attention.map(({ kind }) => kind)]).toEqual([
    1,
    kinds.filter((kind) => kind !== 'neglected'),
  ])
  const all = await overview('overview --muted')
  expect(all.attention.at(-1)).toMatchObject({ kind: 'neglected', mutedUntil: '2026-11-28T09:00:00.000Z' })
  const { out } = await qd('overview --muted --format table')
  expect(out).toContain(`\nNEEDS ATTENTION  ${attention.length - 1} (1 muted)\n`)
  expect(out).toMatch(/\n– muted until 28 Nov Sat: keys {2}/)
  expect((await qd('overview', { now: () => NOW + 7 * 86_400_000 })).out).not.toContain('mutedUntil')
  const [first] = attention
  const both = JSON.parse((await qd(`overview --unmute neglected --mute ${first?.id}`)).out)
  expect(both.attention).toEqual([
    { id: first?.id, mutedUntil: '2026-11-28T09:00:00.000Z' },
    { id: 'neglected', mutedUntil: null },
  ])
  expect((await overview()).attention.map(({ kind }) => kind)).toEqual(kinds.slice(1))
  expect(await qd('overview --mute nothing')).toMatchObject({ code: 4, err: expect.stringContaining('the id nothing') })
  expect(await qd('overview --unmute neglected')).toMatchObject({ code: 4, err: expect.stringContaining('is muted') })
})

test('--exit-code is 1 when something needs attention, and 7 when a part could not be loaded', async () => {
  expect((await demo.qd('overview --exit-code')).code).toBe(1)
  expect((await demo.qd('overview')).code).toBe(0)
  const fire = { status: 500, body: { status: 500, title: 'Internal Server Error' } }
  demo.front.play((path) => (path.endsWith('/jobs') ? fire : undefined))
  onTestFinished(() => demo.front.play())
  const failed = await demo.qd('overview --exit-code')
  expect([failed.code, failed.err]).toEqual([
    7,
    expect.stringMatching(/^Missing CI jobs: .*\nThe overview is incomplete: try again\.\n$/),
  ])
  playEmpty({ '/openapi.json': { status: 404, body: {} } })
  expect((await demo.qd('overview --exit-code')).code).toBe(0)
  playEmpty({ '/openapi.json': { status: 404, body: {} }, '/jobs': { status: 200, body: { another: 'shape' } } })
  const unknown = await demo.qd('overview --exit-code')
  expect(unknown).toMatchObject({
    code: 7,
    err: expect.stringContaining('Missing CI jobs: The response for CI jobs has an unknown shape'),
  })
})

test('missing parts are listed in a fixed order, whichever fails first', async () => {
  const error = new AppError('incomplete', 'down')
  const fail = async () => {
    throw error
  }
  const failLater = async () => {
    await new Promise(setImmediate)
    throw error
  }
  const source = {
    isOffline: false,
    now: () => NOW,
    management: { computers: { loadAll: failLater }, list: fail, serviceAccounts: {} },
    ledger: { knownIds: () => [], failedExports: () => [] },
  }
  const deps = { notifier: fail, env: {}, credentials: fail }
  const { missing } = await loadAttentionData(source as never, {}, deps)
  expect(missing.map(({ part }) => part)).toEqual(['computers', 'ciJobs', 'notifier', 'budgets', 'seats', 'today'])
})

test('a notifier whose files cannot be read is a missing part', async () => {
  const notifier = async () => ({
    failing: () => {
      throw new AppError('usage', 'The log is not trusted: /home/log.ndjson is not a regular file.')
    },
  })
  const { err, code } = await demo.qd('overview', { notifier: notifier as never })
  expect([code, err]).toEqual([7, expect.stringContaining('Missing notifier: The log is not trusted')])
})

test('offline, each part that is not cached is listed once, with status 7', async () => {
  const home = makeFolder()
  const options = {
    home,
    cache: join(home, 'cache.db'),
    env: { XDG_CACHE_HOME: home, QUARTERDECK_BASE_URL: demo.front.url, QUARTERDECK_API_KEY: demo.key },
  }
  await demo.qd('overview --last 14d', options)
  const { out, code, err } = await demo.qd('overview --last 14d --offline --exit-code --format table', options)
  expect(err).toContain('Missing computers, CI jobs: Offline: not cached on this machine.\n')
  expect(err.match(/Missing/g)).toHaveLength(1)
  expect(out).toMatch(/\nNEEDS ATTENTION {2}\d+ in the loaded data\n/)
  expect(code).toBe(7)
  await demo.qd(`keys list ${demo.ids.serviceAccounts[0]}`, options)
  expect((await demo.qd('overview --offline', options)).err).toContain('Missing computers, CI jobs, keys: Offline: ')
  const days = await demo.qd('overview --from 2026-09-01 --to 2026-09-14 --offline', options)
  // The last use of seats needs older days of credits.
  expect(days.err).toMatch(/\nMissing activity, tools, productivity: /)
})

test('a service account whose keys fail to load is listed, and overview and report are incomplete', async () => {
  const home = makeFolder()
  const [id = ''] = demo.ids.serviceAccounts
  const options = { home, cache: join(home, 'cache.db') }
  await demo.qd(`keys list ${id}`, options)
  const broken = { status: 500, body: { status: 500, title: 'Internal Server Error', detail: 'broken' } }
  demo.front.play((path) => (path.includes(id) ? broken : undefined))
  onTestFinished(() => demo.front.play())
  const { out, err, code } = await demo.qd('overview', options)
  expect(JSON.parse(out)).toMatchObject({ incomplete: true, missing: [{ what: `keys ${id}`, status: 500 }] })
  expect(err).toContain(`Missing keys ${id}: `)
  expect(err.match(/Missing/g)).toHaveLength(1)
  expect(code).toBe(7)
  const report = await demo.qd(`report -o ${join(home, 'report.md')}`, options)
  expect(report.err.match(/Missing/g)).toHaveLength(1)
  expect(report.code).toBe(7)
})

test('full disks and idle computers are listed from the metrics of active computers, one request each', async () => {
  const metricsOf = () => demo.front.requests.filter(({ path }) => path.endsWith('/metrics'))
  const before = metricsOf().length
  const { attention } = JSON.parse((await demo.qd('overview --json')).out)
  const items = attention.filter(({ screen }: { screen: string }) => screen === 'computers')
  expect(items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'disk', computerId: 'cmp_erika-laptop', diskUsedPercent: 94 }),
      expect.objectContaining({ kind: 'idle', computerId: 'cmp_lyra' }),
    ]),
  )
  const paths = metricsOf()
    .slice(before)
    .map(({ path }) => path.split('/').at(-2))
  expect(paths.toSorted()).toEqual(['cmp_atlas', 'cmp_erika-laptop', 'cmp_lyra'])
  demo.front.play((path) =>
    path.endsWith('/metrics') ? { status: 403, body: { status: 403, title: 'F', detail: 'no' } } : undefined,
  )
  onTestFinished(() => demo.front.play())
  expect(await demo.qd('overview')).toMatchObject({
    code: 7,
    err: expect.stringContaining('Missing use of computers: '),
  })
})
