import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clearLedger } from '../../../src/cache/ledger/clear-ledger.ts'
import { builtProgram } from '../../helpers/built-program.ts'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'
import { testFront } from '../../helpers/test-server.ts'

const demo = await startDemo({ users: 12, days: 120, seed: 1 })
const NOTHING = 'No figures of this organisation are cached: run qd overview, or open the explorer.\n'
const DAY_MS = 86_400_000

const opened = (more: RunOptions = {}) => {
  const home = makeFolder()
  const base: RunOptions = { url: demo.url, key: demo.key, home, cache: join(home, 'quarterdeck', 'cache.db'), ...more }
  const qd = (line: string, own: RunOptions = {}) => runQd(line.split(' '), { ...base, ...own })
  return { home, qd, folder: join(home, 'quarterdeck', 'status') }
}

test('the figures are those of qd overview, qd budget and the sum of the days', async () => {
  const { qd } = opened()
  expect(await qd('status')).toMatchObject({ code: 7, out: '', err: NOTHING })
  const overview = JSON.parse((await qd('overview --json')).out)
  const status = JSON.parse((await qd('status --json')).out)
  const days = JSON.parse((await qd('analytics tokens --from 2026-11-01 --to 2026-11-20 --json')).out).data
  const credits = days.reduce((sum: number, day: { billable_tokens: number }) => sum + day.billable_tokens, 0)
  const budgets = JSON.parse((await qd('budget --json')).out).budgets
  const [own] = budgets.filter(({ scope }: { scope: string }) => scope === 'organization')
  expect(status).toMatchObject({
    schema: 1,
    class: 'attention',
    monthStart: '2026-11-01',
    monthCredits: credits,
    budget: own.budget,
    used: own.used,
    forecast: own.forecast,
    attentionItems: overview.attention.length,
    isAttentionComplete: true,
    isStale: false,
  })
  expect([own.monthCredits, overview.month.monthCredits]).toEqual([credits, credits])
})

test('muted items are not counted, and qd watch updates the figures', async () => {
  const { qd } = opened()
  const [{ id }] = JSON.parse((await qd('overview --json')).out).attention
  const before = JSON.parse((await qd('status --json')).out).attentionItems
  await qd(`overview --mute ${id}`)
  await qd('watch --once')
  expect(JSON.parse((await qd('status --json')).out).attentionItems).toBe(before - 1)
})

test('a short or an earlier range, --offline and a wrong key leave the figures unchanged', async () => {
  const { qd, folder } = opened()
  await qd('overview --last 7d')
  await qd('overview --from 2026-10-01 --to 2026-10-31')
  await qd('overview --offline')
  await qd('overview', { key: 'wrong-key' })
  expect(existsSync(folder)).toBe(false)
  await qd('overview --last 30d')
  expect(readdirSync(folder)).toHaveLength(1)
})

test('another key, address or profile has no figures', async () => {
  const { qd, home } = opened()
  await qd('overview')
  expect((await qd('status', { key: 'another-key' })).err).toBe(NOTHING)
  expect((await qd('status', { url: 'http://127.0.0.1:1' })).err).toBe(NOTHING)
  const profiles = { acme: { baseUrl: demo.url } }
  writeFileSync(join(home, 'quarterdeck', 'config.json'), JSON.stringify({ profiles }), { mode: 0o600 })
  expect((await qd('status --profile acme')).err).toBe(NOTHING)
  expect(await qd('status --profile nope')).toMatchObject({
    code: 2,
    err: 'No profile "nope". Choose from acme, demo.\n',
  })
  await qd('overview --profile acme')
  expect((await qd('status --profile acme')).code).toBe(0)
  expect((await qd('status --profile demo')).err).toBe(NOTHING)
})

test('a profile of config.json is found with comments and in included files', async () => {
  const { qd, home } = opened()
  const options = { env: { QUARTERDECK_API_KEY: demo.key, XDG_CACHE_HOME: home } }
  const write = (name: string, text: string) => writeFileSync(join(home, 'quarterdeck', name), text, { mode: 0o600 })
  mkdirSync(join(home, 'quarterdeck'), { mode: 0o700 })
  write('config.json', `{ // ours\n "include": ["team.json"], "profile": "acme" }`)
  write('team.json', JSON.stringify({ profiles: { acme: { baseUrl: demo.url } } }))
  expect((await qd('overview', options)).code).toBe(0)
  expect((await qd('status', options)).code).toBe(0)
  // A theme changes nothing; another address does.
  write('config.json', `{ "include": ["team.json"], "profile": "acme", "theme": "dark" }`)
  expect((await qd('status', options)).code).toBe(0)
  write('team.json', JSON.stringify({ profiles: { acme: { baseUrl: 'http://127.0.0.1:1' } } }))
  expect((await qd('status', options)).err).toBe(NOTHING)
})

test('clearing the cache deletes the figures, and a demo has none', async () => {
  const { qd, home, folder } = opened()
  await qd('overview')
  clearLedger(join(home, 'quarterdeck', 'cache.db'))
  expect(existsSync(folder)).toBe(false)
  await qd('overview --profile demo', { env: { XDG_CACHE_HOME: home } })
  expect(existsSync(folder)).toBe(false)
})

test('the file is private, without names, keys and addresses', async () => {
  const { qd, folder } = opened()
  await qd('overview')
  const [name = ''] = readdirSync(folder)
  const text = readFileSync(join(folder, name), 'utf8')
  expect(name).toMatch(/^[0-9a-f]{64}$/)
  expect(Object.values(JSON.parse(text)).filter((value) => typeof value === 'string')).toEqual(['2026-11-01'])
  expect(execFileSync('stat', ['-c', '%a', join(folder, name)], { encoding: 'utf8' })).toBe('600\n')
})

test('data that could not be loaded makes the number of items incomplete', async () => {
  const front = await testFront(demo)
  front.play((path) =>
    path.includes('/computers') ? { status: 403, body: { status: 403, title: 'Forbidden' } } : undefined,
  )
  const { qd } = opened({ url: front.url })
  expect((await qd('overview')).code).toBe(7)
  const { out } = await qd('status --json')
  expect(JSON.parse(out)).toMatchObject({ isAttentionComplete: false, monthStart: '2026-11-01' })
  expect((await qd('status --template {{attention}}')).out).toMatch(/^\d+\?\n$/)
})

test('--template, --query and stale figures', async () => {
  const { qd } = opened()
  await qd('overview')
  const { attentionItems, text } = JSON.parse((await qd('status --json')).out)
  expect((await qd('status --template x{{attention}}')).out).toBe(`x${attentionItems}\n`)
  expect((await qd('status --query attentionItems')).out).toBe(`${attentionItems}\n`)
  expect(await qd('status --template {{person}}')).toMatchObject({
    code: 2,
    err: '--template has the unknown name "person": use {{NAME}} with credits, forecast, budget, attention, age, text.\n',
  })
  expect((await qd('status --template x --query text')).code).toBe(2)
  const later = await qd('status', { now: () => NOW + 3 * DAY_MS })
  expect(later.out).toBe(`${text} · 3 d old\n`)
})

test('the built program prints the same without writing anything', async () => {
  const { qd, home } = opened()
  await qd('overview')
  // The tests have a salt of their own.
  const { PATH } = process.env
  const env = { PATH, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, LANG: 'C.UTF-8' }
  const own = { ...env, QUARTERDECK_BASE_URL: demo.url, QUARTERDECK_API_KEY: demo.key }
  const run = (...words: string[]) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [builtProgram, 'status', ...words], {
      env: own,
      encoding: 'utf8',
    })
    return { out: stdout, err: stderr, code: status }
  }
  const files = () => readdirSync(home, { recursive: true }).toSorted()
  const before = files()
  // The demo is of another time than the clock of the process, so its age is left out.
  const { out } = await qd('status --template {{credits}}{{attention}}')
  expect(run('--template', '{{credits}}{{attention}}')).toEqual({ out, err: '', code: 0 })
  expect(JSON.parse(run('--json').out)).toMatchObject({ schema: 1, monthStart: '2026-11-01' })
  expect(run('--ascii').out).toMatch(/^[\x20-\x7e]+\n$/)
  expect(files()).toEqual(before)
  expect(run('--nope')).toMatchObject({ out: '', code: 2, err: "Unknown option '--nope': see qd status --help.\n" })
  expect(run('--template', '{{nope}}')).toMatchObject({ out: '', code: 2 })
  expect(run('--profile', 'nope')).toMatchObject({ out: '', code: 2 })
  expect(run('--help').out).toMatch(/^Usage: qd status/)
  const empty = makeFolder()
  const none = spawnSync(process.execPath, [builtProgram, 'status'], {
    env: { ...own, XDG_CACHE_HOME: empty, XDG_STATE_HOME: empty },
    encoding: 'utf8',
  })
  expect([none.stdout, none.stderr, none.status]).toEqual(['', NOTHING, 7])
  expect(readdirSync(empty)).toEqual([])
})
