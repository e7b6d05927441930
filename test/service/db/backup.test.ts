import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts'
import { createApp } from '../../../src/service/create-app.ts'
import { fillWithDemo } from '../../../src/service/demo/fill-with-demo.ts'
import { openStore, type Store } from '../../../src/service/store/store.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { postgresFolders, startPostgres } from '../../helpers/postgres.ts'
import { keyOf, NOW } from '../test-service.ts'

/** Major version of a program of PostgreSQL; undefined if it is not installed. */
const versionOf = (program: string): number | undefined => {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return stdout ? Number(/ (\d+)/.exec(stdout)?.[1]) : undefined
}

/** A server, and the folder of tools that are at least as new; the folder is empty for those on the PATH. */
const findTools = (): { server: string; bin: string } | undefined => {
  for (const server of Object.values(postgresFolders())) {
    const own = join(server, 'bin')
    const wanted = versionOf(join(own, 'postgres')) ?? Number.POSITIVE_INFINITY
    for (const bin of [own, ''])
      if ((bin === '' || existsSync(join(bin, 'pg_restore'))) && (versionOf(join(bin, 'pg_dump')) ?? 0) >= wanted)
        return { server, bin }
  }
  return undefined
}
const tools = findTools()

const range = 'startDate=2026-09-15&endDate=2026-10-20'

/** Requests for each endpoint that reads: own ones, or that of a path without parameters. */
const requestsOf = async (store: Store): Promise<string[]> => {
  const [computer] = await store.computers.readAll(NOW)
  const [wiki] = await store.wikis.readAll()
  const runId = encodeURIComponent(wiki?.run.wikiRunId ?? '')
  const days = (path: string, ...queries: string[]): string[] =>
    ['', ...queries].map((query) => `/api/v1/analytics/${path}?${range}${query}`)
  const lists = (path: string, ...queries: string[]): string[] => ['', ...queries].map((query) => path + query)
  const own: Partial<Record<EndpointName, string[]>> = {
    credits: days('tokens', '&group_by=model'),
    tools: days('tools', '&group_by=tool_name'),
    activity: days('activity', '&group_by=client'),
    productivity: days('productivity'),
    users: days('users', '&limit=100', '&limit=3&cursor=user_5'),
    topUsers: ['7', '90&sort=git_commits'].map((query) => `/api/v1/analytics/top-users?days=${query}`),
    readinessReports: lists('/api/organization/maturity-level-reports', '?limit=100', '?repoId=northwind%2Fcheckout'),
    controlsHistory: lists('/api/v0/organization/enterprise-controls/history', '?limit=100'),
    serviceAccountKeys: ['/api/v0/service-accounts/sa_ci-bot/api-keys'],
    exportWiki: [`/api/v0/wiki/${runId}/export`],
    computers: lists('/api/v0/computers', '?includeProvisioningSteps=true'),
    computerMetrics: [`/api/v0/computers/${computer?.id}/metrics`],
    computer: [`/api/v0/computers/${computer?.id}`],
    computerByName: [`/api/v0/computers/name/${computer?.name}`],
    wikiRun: [`/api/v0/wiki/${runId}`],
    wikiHistory: [`/api/v0/wiki/history/${encodeURIComponent(wiki?.run.repoUrl ?? '')}`],
    organizationUsers: lists('/api/v0/organization/users', '?limit=3'),
    auditEvents: lists('/api/v0/organization/audit-events', '?limit=3'),
  }
  const reads = Object.entries(endpoints).filter(([, { method }]) => method === 'GET')
  return reads.flatMap(([name, { path }]) => own[name as EndpointName] ?? path)
}

/** The responses of all requests by path. */
const answersOf = async (store: Store, requests: readonly string[]): Promise<Map<string, Buffer>> => {
  const app = createApp(store, { now: () => NOW, newId: () => 'id' })
  const answers = new Map<string, Buffer>()
  for (const path of requests) {
    const reply = await app.request(path, { headers: { authorization: `Bearer ${keyOf('owner')}` } })
    expect(reply.status, path).toBe(200)
    answers.set(path, Buffer.from(await reply.arrayBuffer()))
  }
  return answers
}

test.skipIf(tools === undefined)(
  `after pg_dump and pg_restore, each read endpoint answers the same bytes${tools ? '' : ' (no pg_dump as new as a server)'}`,
  async () => {
    const { server = '', bin = '' } = tools ?? {}
    const { createDatabase } = await startPostgres(server, onTestFinished)
    const [from, to] = [await createDatabase(), await createDatabase()]
    const store = await openStore(from)
    await fillWithDemo(store, { users: 12, days: 40 }, () => NOW)
    await store.keys.put('owner', keyOf('owner'))
    const hostile = JSON.stringify({ user_id: '\\.\t"\'', date: '2026-10-20', later: '\\N\r\n\u0001 COPY; --' })
    await store.personDays.put([{ day: '2026-10-20', user_id: '\\.\t"\'', row: hostile }])
    const requests = await requestsOf(store)
    expect(requests.length).toBeGreaterThan(30)
    const before = await answersOf(store, requests)
    await store.close()

    const file = join(makeFolder(), 'acme.dump')
    execFileSync(join(bin, 'pg_dump'), ['--format=custom', '--file', file, from])
    execFileSync(join(bin, 'pg_restore'), ['--dbname', to, '--exit-on-error', file])
    const restored = await openStore(to)
    const after = await answersOf(restored, requests)
    for (const [path, bytes] of before) expect(after.get(path)?.equals(bytes), path).toBe(true)
    // A new month needs a partition, and rollups go on from the restored ones.
    await restored.personDays.put([{ day: '2026-12-01', user_id: 'a', row: '{"user_id":"a","date":"2026-12-01"}' }])
    expect(await restored.personDays.readPage('2026-12-01', '2026-12-01', 1, '')).toMatchObject({ lastUserId: 'a' })
    await restored.close()
  },
)
