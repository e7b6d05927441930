import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { KNOWN_KINDS } from '../../../src/cache/ledger/ledger.ts'
import { openLedger as openOwn } from '../../../src/cache/ledger/open-ledger.ts'
import type { Credentials } from '../../../src/config/credentials.ts'
import { startDemo } from '../../helpers/demos.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runQd, SALT } from '../../helpers/run-qd.ts'
import { zipFile } from '../../helpers/zip-file.ts'

const ON_TERMINAL = { isOutputTerminal: true, columns: 120, rows: 40 }

const readOnly = /Nothing was sent: this run is read-only/

const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-demo-'))
writeFileSync(join(folder, 'a.zip'), zipFile([{ name: 'a.md', content: '# A' }]))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** Commands by name: their arguments, and a part of the output that shows that they worked. */
const lines: Record<string, { args?: string; shows: RegExp; refused?: true }> = {
  overview: { shows: /"credits":\{"value":\d+/ },
  watch: { args: '--once', shows: /"kind":"anomaly"/ },
  'analytics tokens': { shows: /"org_id":"org_northwind"/ },
  'analytics users': { shows: /@northwind\.example/ },
  'readiness compare': { args: '--repo checkout', shows: /"criterion":"readme"|agentic_development|"change"/ },
  'controls show': { shows: /"settings":/ },
  'controls open': { shows: /"loosenings":/ },
  'computers list': { shows: /"id":"cmp_atlas"/ },
  'computers show': { args: 'cmp_atlas', shows: /"name":"atlas"/ },
  'computers add': { args: 'cmp_other', shows: /Added cmp_other/ },
  'computers forget': { args: 'cmp_other', shows: /Stopped tracking cmp_other/ },
  'computers update': { args: 'cmp_atlas --name other --read-only', shows: readOnly, refused: true },
  'computers delete': { args: 'cmp_atlas --read-only --yes', shows: readOnly, refused: true },
  'keys list': { shows: /"serviceAccountId":"sa_observability".*"name":"log shipper"/ },
  'ci jobs': { shows: /"jobs":/ },
  'wiki list': { shows: /"wikiRunId":"wiki_checkout"/ },
  'wiki show': { args: 'latest --repo checkout', shows: /"wikiRunId":"wiki_checkout"/ },
  'wiki add': { args: 'wr_1', shows: /Added wr_1/ },
  'wiki export': { args: `latest --repo checkout -o ${join(folder, 'new.zip')}`, shows: /new\.zip\n$/ },
  'wiki extract': { args: `${join(folder, 'a.zip')} ${join(folder, 'a')}`, shows: /a\n$/ },
  'wiki delete': { args: 'wiki_checkout', shows: /No terminal for confirmation: pass --yes/, refused: true },
  'hooks test': { args: 'Stop --dry-run', shows: /"verdict":"accepted"/ },
  'hooks install': { args: `--file ${join(folder, 'agent.json')} --yes`, shows: /Installed hooks for Notification/ },
  'profile add': { args: 'acme --base-url https://a.example', shows: /Added the profile acme\./ },
  'profile list': { shows: /"name":"demo","isUsed":true/ },
  'profile use': { args: 'demo', shows: /Now using profile demo/ },
  'profile show': { shows: /"profile":\s*"demo"/ },
  'profile remove': { args: 'demo --yes', shows: /is the name of the demo profile/, refused: true },
  login: { shows: /The demo has its own key/, refused: true },
  logout: { shows: /The demo has its own key/, refused: true },
  'cache status': { shows: /cache\.db/ },
  'cache clear': { shows: /"freedBytes":0/ },
  report: { args: `-o ${join(folder, 'report.html')}`, shows: /report\.html\n$/ },
  api: { args: '/api/v0/automations/ci/jobs', shows: /"jobs"/ },
  demo: { shows: /^$/ },
  open: { args: 'qd:///usage', shows: /^$/ },
  serve: { shows: /^$/ },
  schema: { args: 'overview', shows: /"title": "qd overview"/ },
  doctor: { shows: /key +From demo\./ },
}

test.each(Object.entries(lines))('qd %s --profile demo needs no setup', async (name, { args = '', shows, refused }) => {
  const words = [...name.split(' '), ...args.split(' ').filter(Boolean), '--profile', 'demo']
  const ran = await runQd(words, { home: makeFolder(), ...((name === 'demo' || name === 'open') && ON_TERMINAL) })
  expect(ran.code, ran.err).toBe(refused ? 2 : 0)
  expect(refused ? ran.err : ran.out).toMatch(shows)
  // Commands that store something print a note that it is not saved.
  if (/^watch$| add$/.test(name) && name !== 'profile add') expect(ran.err).toMatch(/is generated for each command/)
  if (name === 'demo') expect(ran.opened).toMatchObject([{ demo: {} }])
  if (name === 'serve') expect(ran.served).toMatchObject([{ demo: {} }])
})

test('ids of the demo are known, and none of them is stored on disk', async () => {
  const { ids } = await startDemo()
  const known: Record<string, unknown> = {}
  const openLedger = async (tenant: Credentials) => {
    const ledger = openOwn({ path: ':memory:', salt: SALT, tenant })
    const close = () => {
      for (const kind of KNOWN_KINDS) known[kind] = ledger.knownIds(kind).map(({ id, source }) => `${source} ${id}`)
      ledger.close()
    }
    return { salt: SALT, ledger: { ...ledger, close } }
  }
  const { code } = await runQd(['readiness', 'list', '--profile', 'demo'], { openLedger })
  expect(code).toBe(0)
  const imported = Object.entries(ids).map(([kind, own]) => [kind, own.map((id) => `imported ${id}`)])
  expect(known).toEqual(Object.fromEntries(imported))
  expect(ids.computers.length * ids.serviceAccounts.length * ids.wikiRuns.length).toBeGreaterThan(1)
  const status = await runQd(['cache', 'status', '--profile', 'demo', '--json'], { home: makeFolder() })
  expect(JSON.parse(status.out)).toMatchObject({ state: 'none' })
})

test('the demo can be read-only, and rejects --key-stdin and --offline', async () => {
  const refused = await runQd('api /api/v0/wiki/x -X DELETE --profile demo --read-only'.split(' '))
  expect(refused.err).toContain('--read-only rejects every write; omit it.')
  const given = await runQd('analytics tokens --profile demo --key-stdin'.split(' '))
  expect(given.err).toContain('The demo has its own key')
  const offline = await runQd('analytics tokens --profile demo --offline'.split(' '))
  expect(offline.err).toContain('The demo has no cached data: remove --offline')
  expect([refused.code, given.code, offline.code]).toEqual([2, 2, 2])
})
