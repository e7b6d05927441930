import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startLoader } from '../../../src/app/start-loader.ts'
import { AppError } from '../../../src/base/errors.ts'
import type { Loader } from '../../../src/cache/load/loader.ts'
import type { UsersWatchEvent } from '../../../src/cache/load/people/users-watch.ts'
import { createProcessLoader, type RemoteLoader } from '../../../src/cache/process/process-loader.ts'
import type { Credentials } from '../../../src/config/credentials.ts'
import { MASK, shownSetting } from '../../../src/domain/secrets/mask-settings.ts'
import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'
import { compileCache } from '../../helpers/compile-cache.ts'
import { NOW, type Organisation, startDemo } from '../../helpers/demos.ts'
import { type Front, type FrontRule, startFront } from '../../helpers/front-server.ts'
import { until } from '../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

const range = { from: '2026-11-01', to: '2026-11-10' }

/** A process, and whether it has ended. */
type Started = RemoteLoader & { isGone: boolean }
/** As it is shipped, which also starts in half the time. */
const builtProgram = new URL('../../../dist/loader-process.js', import.meta.url)

type Opened = { loader: Loader; front: Front; started: Started[]; home: string }

/** The process as the explorer starts it, on folders of its own. */
const open = async (
  rule?: FrontRule,
  change: Partial<Credentials> = {},
  home = makeHome(),
  restAfterMs?: number,
): Promise<Opened> => {
  const front = await startFront(demo, rule)
  const started: Started[] = []
  const start = (aheadMs: number) => {
    const credentials = { baseUrl: front.url, appUrl: front.url, apiKey: front.key, keySource: 'test', ...change }
    const remote = startLoader(
      { credentials, aheadMs },
      { XDG_CACHE_HOME: join(home, 'cache'), XDG_STATE_HOME: join(home, 'state'), ...compileCache() },
      builtProgram,
    )
    const one = Object.assign(remote, { isGone: false })
    remote.on('exit', () => {
      one.isGone = true
    })
    started.push(one)
    return one
  }
  const loader = createProcessLoader(start, () => NOW, { restAfterMs })
  onTestFinished(async () => {
    await loader.close()
    await front.close()
  })
  return { loader, front, started, home }
}

const makeHome = (): string => {
  const home = mkdtempSync(join(tmpdir(), 'quarterdeck-loader-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}

test('days come through the process as they would without it, columns and all, and the requests are told', async () => {
  const { loader } = await open()
  const { data, from, problems } = await loader.load('creditDays', { range })
  expect(data.days.map(({ date }) => date)).toHaveLength(10)
  expect(data.people.credits).toBeInstanceOf(Float64Array)
  expect(data.people.credits.length).toBeGreaterThan(0)
  expect([from, problems]).toEqual(['server', 0])
  await until(
    () => loader.requests().length === 1 && loader.inFlight() === 0,
    () => JSON.stringify(loader.requests()),
  )
  expect(loader.requests()).toMatchObject([{ id: 1, endpoint: 'credits', status: 200, state: 'answered' }])
  expect(loader.requests()).toBe(loader.requests())
  expect(loader.clockSkewMs()).toBeDefined()
  expect(await loader.load('creditDays', { range })).toMatchObject({ from: 'ledger' })
})

test('days of an organisation without any come through the process as often as they are asked for', async () => {
  const { loader } = await open(() => ({ status: 200, body: { data: [], meta: { org_id: 'o' } } }))
  const earlier = { from: '2026-09-01', to: '2026-10-31' }
  const loads = [range, earlier, range].map((one) => loader.load('creditDays', { range: one }))
  for (const { data } of await Promise.all(loads)) {
    expect(data.days).toEqual([])
    expect(Array.from(data.people.credits)).toEqual([])
  }
})

test('what is held is told before the rest comes', async () => {
  const { loader } = await open()
  await loader.load('toolDays', { range })
  let held = 0
  const wider = { range: { ...range, to: '2026-11-12' } }
  const { data } = await loader.load('toolDays', wider, { onHeld: ({ data }) => (held = data.length) })
  expect([held, data.length]).toEqual([10, 12])
})

test('an error comes out of the process as it went in', async () => {
  const body = { status: 403, title: 'Forbidden', detail: 'Your role may not see this.', request_id: 'req_77' }
  const { loader, front } = await open(() => ({ status: 403, body }))
  const error = await loader.load('toolDays', { range }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ kind: 'refused', status: 403, request: { method: 'GET' } })
  expect((error as AppError).request?.url).toContain(`${front.url}/api/v1/analytics/tools`)
  expect((error as AppError).message).not.toContain(front.key)
})

test('who cancels is free at once, and the request is abandoned', async () => {
  const { loader, front } = await open(() => 'hold')
  const controller = new AbortController()
  const load = loader.load('toolDays', { range }, { signal: controller.signal })
  await until(
    () => front.requests.length === 1,
    () => 'nothing was asked',
  )
  controller.abort()
  await expect(load).rejects.toMatchObject({ kind: 'interrupted' })
  await until(
    () => front.requests[0]?.state === 'abandoned' && loader.inFlight() === 0,
    () => 'still asking',
  )
})

test('a walk crosses the process page by page and says when all is there', async () => {
  const { loader } = await open()
  const events: UsersWatchEvent[] = []
  const watch = loader.watchUsers(range, { tell: (event) => events.push(event) })
  const last = () => events.at(-1)?.state
  watch.all()
  await until(
    () => last()?.loading === 'nothing' && last()?.pages === 1,
    () => JSON.stringify(last()),
  )
  expect(last()).toMatchObject({ missing: [], error: undefined })
  const rows = events.flatMap(({ chunks }) => chunks).reduce((sum, { length }) => sum + length, 0)
  expect(rows).toBeGreaterThan(40)
  expect(events.flatMap(({ chunks }) => chunks)[0]?.measures.billable_tokens).toBeInstanceOf(Uint16Array)
  const told = events.length
  watch.close()
  watch.all()
  await loader.load('toolDays', { range })
  expect(events).toHaveLength(told)
})

test('a process that dies is one error to all who wait, and what is asked next starts another', async () => {
  let isHeld = true
  const { loader, started } = await open(() => (isHeld ? 'hold' : undefined))
  const states: (UsersWatchEvent['state'] | undefined)[] = []
  const watch = loader.watchUsers(range, { tell: ({ state }) => states.push(state) })
  watch.more()
  const load = loader.load('toolDays', { range })
  await until(
    () => loader.inFlight() === 2,
    () => 'not under way',
  )
  await started[0]?.terminate()
  await expect(load).rejects.toMatchObject({ kind: 'failed', message: expect.stringContaining('R starts it again') })
  expect(states.at(-1)).toMatchObject({ loading: 'nothing', error: { kind: 'failed' } })
  expect(loader.inFlight()).toBe(0)
  expect(loader.requests().map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  isHeld = false
  const { data } = await loader.load('toolDays', { range })
  expect(data).toHaveLength(10)
  watch.more()
  await until(
    () => states.at(-1)?.pages === 1 && states.at(-1)?.loading === 'nothing',
    () => JSON.stringify(states.at(-1)),
  )
  expect(started).toHaveLength(2)
  await until(
    () => loader.requests().length === 4,
    () => JSON.stringify(loader.requests().map(({ id }) => id)),
  )
  expect(loader.requests().map(({ id }) => id)).toEqual([1, 2, 3, 4])
})

test('a key that cannot be sent fails every load with what is wrong about it', async () => {
  const { loader } = await open(undefined, { apiKey: 'two words' })
  await expect(loader.load('toolDays', { range })).rejects.toMatchObject({ kind: 'usage' })
  await expect(loader.load('reports', {})).rejects.toMatchObject({ kind: 'usage' })
})

test('what one process has kept the next one finds', async () => {
  const first = await open()
  await first.loader.load('toolDays', { range })
  await first.loader.close()
  const { home } = first
  const again = await open(undefined, { baseUrl: first.front.url, appUrl: first.front.url }, home)
  expect(await again.loader.load('toolDays', { range })).toMatchObject({ from: 'ledger' })
  expect(again.front.requests).toEqual([])
  expect(again.loader.notice()).toBeUndefined()
})

test('a process without work is ended, and the next question starts one that knows what is kept and what time it is', async () => {
  const { loader, started, front } = await open(undefined, {}, makeHome(), 50)
  await loader.load('toolDays', { range })
  await until(
    () => started[0]?.isGone === true,
    () => 'the process goes on',
  )
  const skewMs = loader.clockSkewMs() as number
  expect(Number.isFinite(skewMs)).toBe(true)
  expect(loader.requests()).toMatchObject([{ id: 1, state: 'answered' }])
  expect(await loader.load('toolDays', { range })).toMatchObject({ from: 'ledger' })
  expect([started.length, front.requests.length]).toEqual([2, 1])
  expect(Math.abs((loader.clockSkewMs() as number) - skewMs)).toBeLessThan(1)
  await loader.load('activityDays', { range })
  expect(loader.requests().map(({ id }) => id)).toEqual([1, 2])
})

test('a walk whose process has been ended is not told anew by the next one, nor asked for again', async () => {
  const { loader, started, front } = await open(undefined, {}, makeHome(), 50)
  const events: UsersWatchEvent[] = []
  const watch = loader.watchUsers(range, { tell: (event) => events.push(event) })
  const isLoaded = () => events.at(-1)?.state.loading === 'nothing'
  watch.more()
  await until(
    () => isLoaded() && started[0]?.isGone === true,
    () => 'the first process goes on',
  )
  const known = events.length
  watch.all()
  await until(
    () => isLoaded() && events.at(-1)?.state.missing.length === 0,
    () => JSON.stringify(events.at(-1)?.state),
  )
  expect(started.length).toBeGreaterThan(1)
  expect(events.slice(known).filter(({ isAnew }) => isAnew)).toEqual([])
  const asked = front.requests.map(({ query }) => query)
  expect(new Set(asked).size).toBe(asked.length)
})

test('a process with a request under way outlives one that was asked later and has its answer', async () => {
  const { loader, started, front } = await open(() => 'hold', {}, makeHome(), 50)
  const load = loader.load('toolDays', { range }).catch(() => {})
  await until(
    () => front.requests.length === 1,
    () => 'nothing was asked',
  )
  const other = await open(undefined, {}, makeHome(), 50)
  await other.loader.load('toolDays', { range })
  await until(
    () => other.started[0]?.isGone === true,
    () => 'the other process goes on',
  )
  expect(started.map(({ isGone }) => isGone)).toEqual([false])
  await loader.close()
  void load
})

test('nothing is loaded any more once it is closed', async () => {
  const { loader, started } = await open()
  await loader.load('toolDays', { range })
  await loader.close()
  await expect(loader.load('toolDays', { range })).rejects.toMatchObject({ kind: 'interrupted' })
  expect(started).toHaveLength(1)
})

/** A server with a history of its own, in one page. */
const history =
  (rows: () => unknown[]): FrontRule =>
  (path) =>
    path.endsWith('/enterprise-controls/history')
      ? { status: 200, body: { changes: rows(), pagination: { hasMore: false } } }
      : undefined

const SECRET = 'canary-5f1b9c7d3e'
const allowed = Array.from({ length: 5000 }, (_, at) => `npm run task-${at}`)
const row = (revision: number, secret = SECRET) => ({
  revision,
  settings: { commandAllowlist: allowed, env: { TOKEN: secret }, sessionRetentionDays: revision },
  user: { id: 'u', email: 'e@example.com', name: 'n' },
  updatedAt: '2026-11-01T00:00:00Z',
})
const token: Path = [
  { is: 'member', name: 'env' },
  { is: 'member', name: 'TOKEN' },
]

test('revisions come through the process masked, what they have in common once, and those that come later are told from them', async () => {
  let rows = [row(2), row(1)]
  const { loader } = await open(history(() => rows))
  const { data: first } = await loader.load('revisions', { limit: 2 })
  expect(first.map(({ revision }) => revision)).toEqual([2, 1])
  expect(first[0]?.settings?.commandAllowlist).toEqual(allowed)
  expect(first[0]?.settings?.commandAllowlist).toBe(first[1]?.settings?.commandAllowlist)
  expect(JSON.stringify(first)).not.toContain(SECRET)
  rows = [row(3, 'another'), ...rows]
  const { data: later } = await loader.load('revisions', { limit: 3 }, { isForced: true })
  expect(later.slice(1)).toEqual(first)
  expect(later[1]).toBe(first[0])
  expect(later[0]?.settings?.env).not.toEqual(later[1]?.settings?.env)
})

test('two revisions are compared in the process, secrets masked, changed or not', async () => {
  const { loader } = await open(history(() => [row(3, 'another'), row(2), row(1)]))
  const { data, freshMs } = await loader.load('comparison', { before: 1, after: 2 })
  expect(data.changes).toEqual([
    { kind: 'changed', path: [{ is: 'member', name: 'sessionRetentionDays' }], before: 1, after: 2 },
  ])
  expect(freshMs).toBe(Number.POSITIVE_INFINITY)
  const wide = await loader.load('comparison', { before: 2, after: 3 })
  const change = wide.data.changes[0] as { path: Path; before: string; after: string }
  expect(change.path).toEqual(token)
  expect([shownSetting(change.before), shownSetting(change.after)]).toEqual([MASK, MASK])
  expect(change.before).not.toBe(change.after)
  await expect(loader.load('comparison', { before: 3, after: 9 })).rejects.toMatchObject({
    kind: 'notFound',
    message: 'The history of the controls has no revision 9: see qd controls history.',
  })
})

test('a value is revealed through the process, and kept neither there nor in what it logs', async () => {
  const { loader, home } = await open(history(() => [row(2, 'another'), row(1)]))
  await loader.load('revisions', { limit: 2 })
  expect(await loader.reveal(1, token)).toBe(SECRET)
  expect(await loader.reveal(1, [{ is: 'member', name: 'env' }])).toEqual({ TOKEN: SECRET })
  expect(await loader.reveal(1, [{ is: 'member', name: 'nothing' }])).toBeUndefined()
  expect(JSON.stringify(loader.requests())).not.toContain(SECRET)
  expect(JSON.stringify(await loader.load('revisions', { limit: 2 }))).not.toContain(SECRET)
  const error = await loader.reveal(7, token).catch((reason: unknown) => reason as AppError)
  expect(error).toMatchObject({ kind: 'notFound' })
  await loader.close()
  for (const file of filesIn(home)) expect(readFileSync(file).includes(SECRET)).toBe(false)
})

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

test('who leaves while a value is asked for cancels the request', async () => {
  const { loader, front } = await open(() => 'hold')
  const controller = new AbortController()
  const revealed = loader.reveal(1, token, { signal: controller.signal })
  await until(
    () => front.requests.length === 1,
    () => 'nothing was asked',
  )
  controller.abort()
  await expect(revealed).rejects.toMatchObject({ kind: 'interrupted' })
  await until(
    () => front.requests[0]?.state === 'abandoned' && loader.inFlight() === 0,
    () => 'still asking',
  )
})

test('offline the process tells what is kept and sends nothing', async () => {
  const online = await open(history(() => [row(2), row(1)]))
  await online.loader.load('revisions', { limit: 2 })
  await online.loader.load('toolDays', { range })
  await online.loader.close()
  const { front, home } = online
  const asked = front.requests.length
  const credentials = { baseUrl: front.url, appUrl: front.url, apiKey: front.key, keySource: 'test' }
  const folders = { XDG_CACHE_HOME: join(home, 'cache'), XDG_STATE_HOME: join(home, 'state'), ...compileCache() }
  const start = (aheadMs: number) => startLoader({ credentials, aheadMs, isOffline: true }, folders)
  const loader = createProcessLoader(start, () => NOW, { isOffline: true })
  onTestFinished(() => loader.close())
  expect(loader.isOffline).toBe(true)
  expect((await loader.load('revisions', { limit: 9 }, { isForced: true })).data).toHaveLength(2)
  expect((await loader.load('toolDays', { range })).data).toHaveLength(10)
  expect((await loader.load('comparison', { before: 1, after: 2 })).data.changes).toHaveLength(1)
  await expect(loader.load('reports', {})).rejects.toMatchObject({ kind: 'incomplete' })
  await expect(loader.reveal(1, token)).rejects.toMatchObject({
    message: expect.stringContaining('only where the server can be asked'),
  })
  expect(front.requests).toHaveLength(asked)
})

test('computers, keys, wiki runs and jobs come through the process, and ids that are added or forgotten', async () => {
  const { loader } = await open()
  expect((await loader.load('extensions', {})).data).toContain('computers')
  expect((await loader.load('computers', {})).data).toMatchObject({ isListed: true, isReadable: true })
  loader.addIds('serviceAccounts', ['sa_release', 'none'], 'added')
  expect((await loader.load('serviceAccounts', {})).data).toMatchObject([
    { id: 'sa_release', item: [{ name: 'release pipeline' }] },
    { id: 'none', failure: { kind: 'notFound', status: 404 } },
  ])
  loader.forgetId('serviceAccounts', 'none')
  expect((await loader.load('serviceAccounts', {})).data).toHaveLength(1)
  expect((await loader.load('wikiRuns', {})).data.rows.length).toBeGreaterThan(2)
  expect((await loader.load('ciJobs', {})).data.jobs.length).toBeGreaterThan(5)
})

const update = { params: { computerId: 'c' }, body: { name: 'n' } }

test('a change comes through the process with what it has ended in', async () => {
  const { loader, front } = await open(() => ({ status: 200, body: { id: 'c', name: 'n' } }))
  expect(await loader.change('updateComputer', update)).toEqual({ is: 'done', answer: { id: 'c', name: 'n' } })
  front.play(() => ({ status: 409, body: { detail: 'running' } }))
  const refused = await loader.change('installDependencies', { params: { computerId: 'c' } })
  expect(refused).toMatchObject({ is: 'refused', error: { status: 409, detail: 'running' } })
  front.play(() => 'reset')
  const before = front.requests.length
  const unknown = await loader.change('updateComputer', update)
  expect(unknown).toMatchObject({ is: 'unknown', error: { kind: 'outcomeUnknown' } })
  expect(front.requests).toHaveLength(before + 1)
})

test('a process that dies while it changes something leaves the outcome unknown', async () => {
  const { loader, front, started } = await open(() => 'hold')
  const outcome = loader.change('updateComputer', update)
  await until(
    () => front.requests.length === 1,
    () => JSON.stringify(front.requests),
  )
  await started[0]?.terminate()
  expect(await outcome).toMatchObject({ is: 'unknown', error: { kind: 'outcomeUnknown' } })
})

test('closing waits for a change that is under way', async () => {
  const { loader, front } = await open((path) => (path.includes('computers') ? 'hold' : undefined))
  const outcome = loader.change('updateComputer', update)
  await until(
    () => front.requests.length === 1,
    () => JSON.stringify(front.requests),
  )
  await loader.close()
  expect(await outcome).toMatchObject({ is: 'unknown', error: { kind: 'outcomeUnknown' } })
  expect(await loader.change('updateComputer', update)).toMatchObject({
    is: 'refused',
    error: { kind: 'interrupted' },
  })
  expect(front.requests).toHaveLength(1)
})
