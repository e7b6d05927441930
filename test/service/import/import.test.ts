import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { importFolder } from '../../../src/service/import/import-folder.ts'
import type { Store } from '../../../src/service/store/store.ts'
import { fileFolder } from '../../helpers/make-folder.ts'
import { personDay } from '../../helpers/person-day.ts'
import { createTestService, NOW, RANGE } from '../test-service.ts'

const root = fileFolder()

let folders = 0
/** A folder with files; a value that is not text is written as JSON. */
const folderWith = (files: Record<string, unknown>): string => {
  const folder = join(root, String(folders++))
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content))
  }
  return folder
}

const meta = { org_id: 'org_acme', start_date: '2026-10-01', end_date: '2026-10-02' }
const users = (...data: object[]) => ({ data, meta: { ...meta, has_more: false } })

const importInto = (store: Store, files: Record<string, unknown>) => importFolder(store, folderWith(files), () => NOW)
const refusedOf = async (files: Record<string, unknown>): Promise<string[]> =>
  (await importInto((await createTestService(null)).store, files)).refused

test('all responses of the service can be imported by another one and are served unchanged', async () => {
  const from = await createTestService()
  const into = await createTestService(null)
  const wide = RANGE
  const answers: Record<string, string> = {
    'credits.json': `/api/v1/analytics/tokens?${wide}`,
    'tools.json': `/api/v1/analytics/tools?${wide}`,
    'activity-2026.json': `/api/v1/analytics/activity?${wide}`,
    'productivity.json': `/api/v1/analytics/productivity?${wide}`,
    'users.1.json': `/api/v1/analytics/users?${wide}&limit=100`,
    'readinessReports.json': '/api/organization/maturity-level-reports?limit=100',
    'controlsHistory.json': '/api/v0/organization/enterprise-controls/history?limit=100',
    'ciJobs.json': '/api/v0/automations/ci/jobs',
    'organizationUsers.json': '/api/v0/organization/users?limit=100',
    'userLimits.json': '/api/v0/organization/usage/limits/users',
    'auditEvents.json': '/api/v0/organization/audit-events?limit=100',
    'serviceAccounts.json': '/api/v0/service-accounts',
    'serviceAccountKeys.sa_ci-bot.json': '/api/v0/service-accounts/sa_ci-bot/api-keys',
  }
  const files: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(answers)) files[name] = await from.json(path)
  const report = await importInto(into.store, files)
  expect(report.refused).toEqual([])
  expect(report.imported).toMatchObject({ 'days of credits': 60, 'readiness reports': 44, 'revisions of controls': 25 })
  for (const [name, path] of Object.entries(answers)) expect(await into.json(path), name).toEqual(files[name])
  for (const path of ['tokens?group_by=model', 'tools?group_by=tool_name', 'activity?group_by=client'])
    expect(await into.json(`/api/v1/analytics/${path}&${wide}`)).toEqual(
      await from.json(`/api/v1/analytics/${path}&${wide}`),
    )
})

test('an import adds one audit row with the number of rows, unless it stores nothing', async () => {
  const { store } = await createTestService(null)
  const files = { 'computers.json': { computers: [{ id: 'c', name: 'one', providerType: 'byom', createdAt: 5 }] } }
  const imported = async () => (await store.auditLog.readNewest(9)).filter(({ action }) => action === 'serve --import')
  await importInto(store, {})
  await importInto(store, { 'computers.json': { computers: [{ id: 5 }] } })
  expect(await imported()).toEqual([])
  await importInto(store, files)
  expect(await imported()).toMatchObject([{ key_name: 'command line', role: 'admin', target: '1 computers' }])
})

test('computers are imported as a list or one by one', async () => {
  const { store, json } = await createTestService(null)
  const computer = { id: 'c/1', name: 'one', providerType: 'byom', createdAt: 5, extra: { deep: [1] } }
  await importInto(store, {
    'computers.json': { computers: [computer] },
    'computers-2.json': { ...computer, id: 'c2' },
  })
  expect(await json('/api/v0/computers/c%2F1', { method: 'PATCH', body: {} })).toEqual(computer)
  expect((await json('/api/v0/computers/c2', { method: 'PATCH', body: {} })).id).toBe('c2')
})

test('wikis are imported from a file or a folder', async () => {
  const { store } = await createTestService(null)
  const report = await importInto(store, {
    'wiki.run1.json': { wikiRunId: 'run1', pages: [{ path: 'Home', markdown: '# Home' }] },
    'wiki.run2/Home.md': '# Two',
    'wiki.run2/設計/流れ.md': '# 流れ',
    'wiki.run%2F3/run.json': { wikiRunId: 'run/3', repoUrl: 'https://x.example' },
    'wiki.run%2F3/A.md': 'A',
  })
  expect(report).toEqual({ imported: { 'wiki runs': 3 }, refused: [] })
  expect((await store.wikis.readPaths('run2')).map(({ path }) => path)).toEqual(['Home', '設計/流れ'])
  expect(await store.wikis.readMarkdown('run/3', 0)).toBe('A')
})

test('unknown members are preserved, even with unusual names', async () => {
  const { store, call } = await createTestService(null)
  const row = JSON.stringify(personDay('u1', '2026-10-01', { later: { a: [1, null] } })).replace(
    '{',
    '{"__proto__":{"polluted":true},',
  )
  const file = JSON.stringify(users()).replace('"data":[]', `"data":[${row}]`)
  expect((await importInto(store, { 'users.json': file })).refused).toEqual([])
  const text = await (await call(`/api/v1/analytics/users?${RANGE}`)).text()
  expect(text).toContain('"__proto__":{"polluted":true}')
  expect(text).toContain('"later":{"a":[1,null]}')
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test('a second import replaces the same rows and keeps the others', async () => {
  const { store, json } = await createTestService(null)
  await importInto(store, { 'users.json': users(personDay('u1', '2026-10-01'), personDay('u2', '2026-10-01')) })
  const again = await importInto(store, { 'users.json': users(personDay('u1', '2026-10-01', { sessions: 9 })) })
  expect(again.imported).toEqual({ "people's days": 1 })
  const { data, meta: about } = await json(`/api/v1/analytics/users?${RANGE}`)
  expect(data.map(({ sessions }: { sessions: number }) => sessions)).toEqual([9, 1])
  expect(about.org_id).toBe('org_acme')
})

test('one wrong row in one file rolls back all files, and the report names it', async () => {
  const { store } = await createTestService(null)
  const wrong = personDay('u2', '2026-10-01', { tool_calls: '7', languages: [5] })
  const files = { 'ciJobs.json': { jobs: [{ id: 'a' }] }, 'users.json': users(personDay('u1', '2026-10-01'), wrong) }
  const report = await importInto(store, files)
  expect(report.imported).toEqual({})
  expect(report.refused).toEqual([
    'users.json: data[1].tool_calls: Invalid input: expected number, received string',
    'users.json: data[1].languages[0]: Invalid input: expected string, received number',
  ])
  expect(await store.isEmpty()).toBe(true)
  expect(await store.readOrganisation()).toBe('org_local')
})

const report = (criterion: object) => ({
  reports: [{ reportId: 'r', createdAt: 1, repoUrl: 'x', apps: {}, report: { c: criterion } }],
})
const deep = `{"jobs":[{"id":"a","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`
/** One day of a person. */
const october = personDay('u', '2026-10-01')
const tooMany = JSON.stringify(users(october)).replace('"sessions":1', '"sessions":1e999')
const others = { data: [], meta: { ...meta, org_id: 'other', has_more: false } }
const seats = (...changes: object[]) => ({
  users: changes.map((change) => ({ id: 'u', email: 'e', createdAt: '2026-01-01T00:00:00Z', metadata: {}, ...change })),
  pagination: { hasMore: false },
})
const event = (createdAt: string) => ({ eventType: 'x', actor: null, createdAt })
const computer = (id: string) => ({ id, name: 'x', providerType: 'x', createdAt: 1 })
const ratio = (numerator: number, denominator: number) => report({ numerator, denominator, rationale: '' })
const grouped = { date: '2026-10-01', group_key: 'm', billable_tokens: 1 }
const oddText = 'control characters or an incomplete character'
const noPath = 'which cannot be part of a path'
const noKind = 'has a name that does not match any kind of data'
const noDate = (date: string) => `date is ${date}, but data exists only from 2026-01-14 to 2026-10-20`
const notBelow = 'report.c.numerator must be from 0 to 2 (the denominator), but is 3'

test.each<[file: string, content: unknown, says: string, more?: Record<string, unknown>]>([
  ['users.json', '{"data":', 'is not JSON'],
  ['users.json', Buffer.from([0x7b, 0xff, 0x7d]), 'is not UTF-8'],
  ['users.json', [october], 'is not a JSON object. Use the whole response of the API'],
  ['users.json', { meta }, 'has no list called data'],
  ['credits.json', { data: [] }, 'meta: Invalid input: expected object, received undefined'],
  ['people.json', users(), noKind],
  ['ciJobs.json', { jobs: [5] }, 'jobs[0]: Invalid input: expected object, received number'],
  ['users.json', tooMany, 'data[0].sessions: Invalid input: expected number, received Infinity'],
  ['users.json', users(personDay('u', '2026-02-30')), 'data[0].date: Invalid ISO date'],
  ['users.json', users(personDay('u', '2026-10-21')), `data[0]: ${noDate('2026-10-21')}`],
  ['users.json', users(october, october), 'data[1]: is a duplicate in this import'],
  ['users-2.json', users(october), 'data[0]: is a duplicate in this import', { 'users-1.json': users(october) }],
  ['users.json', users({ ...october, user_id: '\ud800' }), `data[0]: user_id contains ${oddText}`],
  ['ciJobs.json', { jobs: [{ id: 'é'.repeat(513) }] }, 'jobs[0]: id is longer than 1024 bytes'],
  ['computers.json', computer('..'), `computers[0]: id is "..", ${noPath}`],
  ['credits.json', { data: [grouped], meta }, 'data[0].by_model: Invalid input: expected array, received undefined'],
  ['users-2.json', others, 'meta.org_id: is "other", but other files have "org_acme"', { 'users-1.json': users() }],
  ['readinessReports.json', ratio(3, 2), `reports[0]: ${notBelow}`],
  ['readinessReports.json', ratio(0, 0), 'reports[0]: report.c.denominator must be 1 or more, but is 0'],
  ['serviceAccountKeys.json', { apiKeys: [] }, `cannot be used: the service account’s id in its name is "", ${noPath}`],
  ['organizationUsers.json', seats({ id: 'a/..' }, { id: '..' }), `users[1]: id is "..", ${noPath}`],
  ['organizationUsers.json', seats({ email: 'a\0b' }), `users[0]: email contains ${oddText}`],
  ['organizationUsers.json', seats({}, {}), 'users[1]: is a duplicate in this import'],
  ['auditEvents.json', { events: [event('1 May')] }, 'events[0].createdAt: Invalid ISO datetime'],
  ['auditEvents.json', { data: [] }, 'has no list called events'],
  ['userLimits.json', { userLimits: [] }, 'globalLimit: Invalid input: expected number, received undefined'],
  ['wiki.a.json', { wikiRunId: 'b', pages: [] }, 'contains the run "b", but its name has another id'],
  ['wiki.a.json', { wikiRunId: 'a' }, 'has no list "pages" of {path, markdown}'],
  ['ciJobs.json', deep, 'is nested too deeply'],
  ['wiki.a', undefined, 'contains x.png, which is not a .md file', { 'wiki.a/x.png': 'x' }],
])('$0 is rejected: $2', async (file, content, says, more) => {
  expect(await refusedOf({ ...more, ...(content !== undefined && { [file]: content }) })).toContain(`${file}: ${says}`)
})

test('links and files of more than 256 MiB are rejected without reading them', async () => {
  const folder = folderWith({ 'real.txt.d/x.json': users(personDay('u', '2026-10-01')) })
  symlinkSync(join(folder, 'real.txt.d', 'x.json'), join(folder, 'users.json'))
  symlinkSync('/etc', join(folder, 'wiki.a'))
  const { refused } = await importFolder((await createTestService(null)).store, folder, () => NOW)
  expect(refused).toContain('users.json: is a symbolic link: put the file itself there')
  expect(refused).toContain('wiki.a: is a symbolic link: put the file itself there')
  const large = folderWith({ 'users.json': '' })
  truncateSync(join(large, 'users.json'), 256 * 1024 * 1024 + 1)
  const report = await importFolder((await createTestService(null)).store, large, () => NOW)
  expect(report.refused).toEqual(['users.json: is larger than 256 MiB: split it into several'])
})

test('each problem is one line, and at most the first thousand are listed', async () => {
  const refused = await refusedOf({
    'ciJobs.json': { jobs: [], extra: 1 },
    'readinessReports.json': report({ numerator: 'x', denominator: 1, rationale: '' }),
    'users\n.json': users(),
  })
  for (const line of refused) expect(line).not.toMatch(/\p{Cc}/u)
  expect(refused).toHaveLength(2)
  const many = await refusedOf({ 'ciJobs.json': { jobs: Array.from({ length: 1_500 }, () => 5) } })
  expect([many.length, many.at(-1)]).toEqual([1_001, 'and 500 more'])
})

test('a missing folder is an error', async () => {
  const { store } = await createTestService(null)
  await expect(importFolder(store, join(root, 'none'), () => NOW)).rejects.toThrow(
    `The folder ${join(root, 'none')} cannot be read: name one that exists with --import.`,
  )
})
