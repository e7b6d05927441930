import { expect, test } from 'vitest'
import * as z from 'zod'
import type { ActivityDay, ProductivityDay, ToolDay } from '../../../src/contract/analytics.ts'
import { CustomModel, EnterpriseSettings } from '../../../src/contract/controls.ts'
import type { CreditDay } from '../../../src/contract/credits.ts'
import {
  type AuditEvent,
  AuditEvent as AuditEventSchema,
  type OrganizationUser,
  type UserLimit,
} from '../../../src/contract/organization.ts'
import type { PersonDay } from '../../../src/contract/per-user-rows.ts'
import type { ReadinessReport } from '../../../src/contract/readiness.ts'
import type { ServiceAccountKey } from '../../../src/contract/service-accounts.ts'
import { addDays, weekdayOf } from '../../../src/domain/calendar/calendar.ts'
import { CRITERIA } from '../../../src/domain/readiness/criteria.ts'
import { fillWithDemo } from '../../../src/service/demo/fill-with-demo.ts'
import { REPOSITORIES } from '../../../src/service/demo/kit/repositories.ts'
import { createStore, type Store } from '../../../src/service/store/store.ts'
import { createTestService, FIRST_DAY, LAST_DAY, NOW, RANGE } from '../test-service.ts'

const { json } = await createTestService({ users: 40, days: 60 })
const rowsOf = async <Row>(path: string): Promise<Row[]> =>
  (await json(`/api/v1/analytics/${path}?${RANGE}&limit=100`)).data

const people = await rowsOf<PersonDay>('users')
const credits = await rowsOf<CreditDay>('tokens')
const tools = await rowsOf<ToolDay>('tools')
const activity = await rowsOf<ActivityDay>('activity')
const productivity = await rowsOf<ProductivityDay>('productivity')

const on = (day: string): PersonDay[] => people.filter(({ date }) => date === day)
const sum = <T>(items: readonly T[], of: (item: T) => number | undefined): number =>
  items.reduce((all, item) => all + (of(item) ?? 0), 0)

test('credits are the sums of what people, models and people by model used, on each day until yesterday', () => {
  expect([credits.length, credits[0]?.date, credits.at(-1)?.date]).toEqual([60, FIRST_DAY, LAST_DAY])
  for (const rows of [tools, activity, productivity])
    expect(rows.map(({ date }) => date)).toEqual(credits.map(({ date }) => date))
  for (const day of credits) {
    expect(day.billable_tokens).toBe(sum(on(day.date), (row) => row.billable_tokens))
    for (const member of ['billable_tokens', 'input_tokens', 'output_tokens'] as const) {
      expect(day[member]).toBe(sum(day.by_model, (model) => model[member]))
      expect(day[member]).toBe(sum(day.by_user, (user) => sum(user.by_model ?? [], (model) => model[member])))
    }
    for (const user of day.by_user) {
      const row = on(day.date).find(({ user_id }) => user_id === user.user_id)
      expect(user.billable_tokens).toBe(row?.billable_tokens)
      expect(user.user_email).toBe(row?.user_email)
    }
    expect(day.cache_read_tokens + day.cache_write_tokens).toBeLessThanOrEqual(day.input_tokens)
  }
})

test('tools are the sums of people and of each breakdown', () => {
  for (const day of tools) {
    const rows = on(day.date)
    for (const [total, member, parts] of [
      [day.tool_calls, 'tool_calls', sum(day.by_tool, ({ invocations }) => invocations)],
      [day.skills_invocations, 'skill_calls', sum(day.skills_by_name, ({ count }) => count)],
      [day.slash_commands_invocations, 'slash_commands', sum(day.slash_commands_by_name, ({ count }) => count)],
      [day.hooks_invocations, 'hooks', sum(day.hooks_by_event, ({ count }) => count)],
    ] as const)
      expect([member, sum(rows, (row) => row[member]), parts]).toEqual([member, total, total])
    expect(sum(day.mcp_by_server, ({ invocations }) => invocations)).toBe(sum(rows, (row) => row.mcp_calls))
    expect(day.mcp_users_with_mcp).toBe(rows.filter((row) => row.mcp_calls > 0).length)
    const { auto_high, auto_medium, auto_low, manual } = day.tool_autonomy_level_ratio
    if (day.tool_calls > 0) expect(auto_high + auto_medium + auto_low + manual).toBeCloseTo(1, 3)
    expect(day.autonomy_ratio_p50).toBeLessThanOrEqual(day.autonomy_ratio_p90)
  }
})

test('people active in 1, 7 and 30 days are counted exactly', () => {
  for (const day of activity) {
    const rows = on(day.date)
    const activeSince = (from: string): number =>
      new Set(people.filter(({ date }) => date >= from && date <= day.date).map(({ user_id }) => user_id)).size
    expect(day.daily_active_users).toBe(rows.length)
    expect(day.weekly_active_users).toBe(activeSince(addDays(day.date, -6)))
    expect(day.monthly_active_users).toBe(activeSince(addDays(day.date, -29)))
    expect(day.sessions).toBe(sum(rows, (row) => row.sessions))
    expect(day.messages).toBe(sum(rows, (row) => row.messages))
    expect(day.user_messages).toBe(sum(rows, (row) => row.user_messages))
    for (const row of rows) expect(row.messages).toBe(row.user_messages + row.assistant_messages)
    const perClient = Object.values(day.daily_active_users_by_client)
    expect(sum(perClient, (count) => count)).toBeGreaterThanOrEqual(day.daily_active_users)
    for (const count of perClient) expect(count).toBeLessThanOrEqual(day.daily_active_users)
  }
})

test("productivity is the sum of the users' rows", () => {
  for (const day of productivity) {
    const rows = on(day.date)
    for (const member of ['files_created', 'files_edited', 'git_commits', 'git_prs_created'] as const)
      expect(day[member]).toBe(sum(rows, (row) => row[member]))
    const operations = day.files_created + day.files_edited
    expect(sum(day.by_extension, ({ count }) => count)).toBe(operations)
    expect(sum(day.by_language, ({ count }) => count)).toBe(operations)
  }
})

test('one Friday stands out, and one model and one person explain most of it', () => {
  const spike = credits.reduce((most, day) => (day.billable_tokens > most.billable_tokens ? day : most))
  expect(spike.date).toBe('2026-10-09')
  const fridays = credits
    .filter(({ date }) => weekdayOf(date) === 4 && date !== spike.date)
    .map(({ billable_tokens }) => billable_tokens)
    .sort((a, b) => a - b)
  const usual = fridays[Math.floor(fridays.length / 2)] ?? 0
  expect(spike.billable_tokens / usual).toBeGreaterThan(2)
  expect(spike.by_model[0]).toMatchObject({ model_id: 'opus' })
  expect((spike.by_model[0]?.billable_tokens ?? 0) / spike.billable_tokens).toBeGreaterThan(0.6)
  expect(spike.by_user[0]?.user_email).toBe('a.chen@northwind.example')
  expect((spike.by_user[0]?.billable_tokens ?? 0) / spike.billable_tokens).toBeGreaterThan(0.5)
})

test('weekends are quieter, people come and leave, and the data has its known oddities', async () => {
  const isWeekend = ({ date }: { date: string }): boolean => weekdayOf(date) > 4
  const mean = (days: ActivityDay[]): number => sum(days, (day) => day.daily_active_users) / days.length
  expect(mean(activity.filter(isWeekend))).toBeLessThan(mean(activity.filter((day) => !isWeekend(day))) / 2)
  expect(people.some(({ user_email }) => user_email === null)).toBe(true)
  const servers = new Set(tools.flatMap((day) => day.mcp_by_server.map(({ server }) => server)))
  expect([...servers]).toEqual(expect.arrayContaining(['github', 'GitHub']))
  const names = tools.flatMap((day) => day.by_tool.map(({ tool }) => tool))
  expect(names.some((name) => /[<\n`=]/.test(name))).toBe(true)
  const whole = await createTestService({ users: 60 })
  const analytics = async (path: string) => (await whole.json(`/api/v1/analytics/${path}&endDate=${LAST_DAY}`)).data
  const months: ActivityDay[] = await analytics('activity?startDate=2026-02-12')
  expect(months.at(-1)?.monthly_active_users).toBeGreaterThan(1.5 * (months[0]?.monthly_active_users ?? 0))
  const rows: PersonDay[] = await analytics('users?startDate=2026-01-14&limit=100')
  const lastDays = new Map(rows.map(({ user_id, date }) => [user_id, date]))
  expect([...lastDays.values()].filter((day) => day < '2026-10-01').length).toBeGreaterThan(2)
})

test('the same seed, users, days and clock give the same bytes; another seed gives others, fewer days give the last of them', async () => {
  const paths = [
    ...['tokens', 'tools', 'activity', 'productivity', 'users'].map((name) => `/api/v1/analytics/${name}?${RANGE}`),
    '/api/organization/maturity-level-reports?limit=99',
    '/api/v0/organization/enterprise-controls/history',
    '/api/v0/automations/ci/jobs',
    '/api/v0/service-accounts/sa_ci-bot/api-keys',
    '/api/v0/organization/users?limit=100',
    '/api/v0/organization/usage/limits/users',
    '/api/v0/organization/audit-events?limit=100',
    '/api/v0/computers/cmp_atlas/metrics',
    '/api/v0/wiki/wiki_payments/export',
  ]
  const bytes = async (seed: number): Promise<string[]> => {
    const { call } = await createTestService({ users: 7, days: 20, seed })
    return Promise.all(
      paths.map(async (path) => Buffer.from(await (await call(path)).arrayBuffer()).toString('base64')),
    )
  }
  const first = await bytes(5)
  expect(await bytes(5)).toEqual(first)
  const [otherCredits] = await bytes(6)
  expect(otherCredits).not.toBe(first[0])
  for (const days of [10, 1]) {
    const short = await createTestService({ users: 40, days })
    const range = `startDate=${addDays(LAST_DAY, 1 - days)}&endDate=${LAST_DAY}`
    expect((await short.json(`/api/v1/analytics/tokens?${range}`)).data).toEqual(credits.slice(-days))
  }
})

/** An independent version of the rule for levels: passing 80 % of the criteria that were not skipped unlocks the next level. */
const levelOf = ({ report }: ReadinessReport): number => {
  for (let level = 1; level < 5; level++) {
    const evaluated = [...CRITERIA]
      .filter(([, place]) => place.level === level)
      .map(([id]) => report[id])
      .filter((found) => found !== undefined && found.numerator !== null)
    const passing = evaluated.filter((found) => found?.numerator === found?.denominator)
    if (passing.length < 0.8 * evaluated.length) return level
  }
  return 5
}

test('days generated on demand are the same in any reading order, also when read at once', async () => {
  const filled = async (mayWait: boolean) => {
    const store = createStore()
    await fillWithDemo(store, { users: 9, days: 120, seed: 3 }, () => NOW, { mayWait })
    return store
  }
  const [whole, waiting] = [await filled(false), await filled(true)]
  const days = (back: number): [string, string] => [addDays(LAST_DAY, -back), LAST_DAY]
  const endpoints = ['activity', 'credits', 'tools', 'productivity'] as const
  const read = (store: Store, back: number) =>
    Promise.all(endpoints.map((endpoint) => store.days.read(endpoint, ...days(back), false)))
  for (const back of [3, 40, 33, 90, 200]) expect(await read(waiting, back)).toEqual(await read(whole, back))
  const page = (store: Store) => store.personDays.readPage(...days(200), 100, '')
  expect(await page(waiting)).toEqual(await page(whole))
})

test('the criteria of each report give the level of its repository, and one repository lost a level', async () => {
  const changes = REPOSITORIES.map(({ levels }) => (levels.at(-1) ?? 0) - (levels.at(-2) ?? 0))
  expect([changes.filter((change) => change < 0).length, Math.max(...changes)]).toEqual([1, 1])
  for (const { url, levels, apps } of REPOSITORIES) {
    const path = `/api/organization/maturity-level-reports?limit=99&repoId=${encodeURIComponent(url)}`
    const reports: ReadinessReport[] = (await json(path)).reports.toReversed()
    expect(reports.map(levelOf), url).toEqual(levels)
    for (const { report, createdAt } of reports) {
      expect(createdAt).toBeLessThan(NOW)
      expect(Object.keys(report)).toHaveLength(CRITERIA.size)
      for (const [id, { scope }] of CRITERIA)
        expect(report[id]?.denominator).toBe(scope === 'app' ? Object.keys(apps).length : 1)
      expect(Object.values(report).some(({ numerator }) => numerator === null)).toBe(true)
      for (const { rationale } of Object.values(report)) expect(rationale.length).toBeGreaterThan(20)
    }
  }
})

test('revisions are numbered from 394, each changes a setting, and their secrets are obviously fake', async () => {
  const { changes } = await json('/api/v0/organization/enterprise-controls/history?limit=100')
  const revisions = changes.toReversed()
  expect(revisions.map(({ revision }: { revision: number }) => revision)).toEqual(
    Array.from({ length: 25 }, (_, at) => 394 + at),
  )
  for (const [at, change] of revisions.entries()) {
    if (at === 0) continue
    expect(change.settings).not.toEqual(revisions[at - 1].settings)
    expect(change.updatedAt > revisions[at - 1].updatedAt).toBe(true)
    for (const model of change.settings.customModels) expect(model.apiKey).toMatch(/^demo-secret-/)
  }
  expect(new Set(revisions.map(({ user }: { user: { id: string } }) => user.id)).size).toBe(4)
})

/** Members whose names the contract spells with a placeholder for the product or a vendor. */
const otherSettings = `includeAgentCoAuthoredBy enableAgentShield modelPolicy.allowAllVendorModels
  modelPolicy.allowVendorRouterByok vendorRouterGuidance vendorRouterRules customModels.0.cloudHost`

/** Members that the contract names, and the members of objects that it names. */
const pathsOf = (schema: z.ZodObject, place = ''): string[] =>
  Object.entries(schema.shape).flatMap(([name, member]) => {
    const inside = member instanceof z.ZodOptional ? member.unwrap() : member
    return inside instanceof z.ZodObject ? pathsOf(inside, `${place}${name}.`) : `${place}${name}`
  })

test('every member of the settings that the API names changes in some revision', async () => {
  const { changes } = await json('/api/v0/organization/enterprise-controls/history?limit=100')
  const at = (value: unknown, path: string): unknown =>
    path.split('.').reduce((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)
  const paths = [
    ...pathsOf(EnterpriseSettings),
    ...pathsOf(CustomModel, 'customModels.0.'),
    ...otherSettings.split(/\s+/),
  ]
  expect(paths.length).toBeGreaterThan(80)
  const kinds = (path: string) =>
    new Set(changes.map(({ settings }: { settings: unknown }) => JSON.stringify(at(settings, path)))).size
  expect(paths.filter((path) => kinds(path) < 2)).toEqual([])
})

test('there are computers of every state, keys of every kind and wikis large and small', async () => {
  const { store } = await createTestService({ users: 9, days: 3 })
  const computers = await store.computers.readAll(NOW)
  expect(new Set(computers.map(({ status }) => status))).toEqual(
    new Set(['provisioning', 'active', 'error', 'paused', 'hibernating', undefined]),
  )
  const failedAt = computers.flatMap(({ provisioningSteps = [] }) =>
    provisioningSteps.flatMap(({ id, error }) => (error === undefined ? [] : id)),
  )
  expect(new Set(failedAt)).toEqual(new Set(['create-computer', 'clone-repos', 'install-deps']))

  const keys: ServiceAccountKey[] = []
  for (const id of await store.serviceAccounts.readIds())
    keys.push(...JSON.parse(`[${await store.serviceAccounts.readKeys(id)}]`))
  const year = 365 * 24 * 3_600_000
  const ends = keys.map(({ expiresAt, isRevoked }) => {
    if (isRevoked) return 'revoked'
    if (!expiresAt) return String(expiresAt)
    return expiresAt < NOW ? 'past' : expiresAt < NOW + year / 12 ? 'soon' : 'later'
  })
  expect(new Set(ends)).toEqual(new Set(['revoked', 'undefined', 'null', 'past', 'soon', 'later']))
  expect(keys.some(({ createdAt }) => createdAt < NOW - year)).toBe(true)

  const sizes: number[] = []
  for (const { run } of await store.wikis.readAll()) sizes.push((await store.wikis.readPaths(run.wikiRunId)).length)
  expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([1, 600])
})

test('every person has a seat since before the first activity, and some seats were never used', async () => {
  const { users }: { users: OrganizationUser[] } = await json('/api/v0/organization/users?limit=100')
  const seats = new Map(users.map((user) => [user.id, user]))
  expect([users.length, new Set(users.map(({ email }) => email)).size]).toEqual([46, 46])
  for (const { user_id, user_email, date } of people) {
    const seat = seats.get(user_id)
    if (user_email !== null) expect(seat?.email).toBe(user_email)
    expect(String(seat?.createdAt) < `${date}T24`).toBe(true)
  }
  const active = new Set(people.map(({ user_id }) => user_id))
  const invited = users.filter(({ id }) => /seat\d$/.test(id))
  expect([invited.length, invited.filter(({ id }) => active.has(id)).length]).toEqual([6, 0])
  for (const { createdAt, lastSignInAt } of users)
    for (const time of [createdAt, lastSignInAt ?? createdAt]) {
      expect(Date.parse(time)).toBeLessThanOrEqual(NOW)
      expect(time >= createdAt).toBe(true)
    }
  expect(users.filter(({ lastSignInAt }) => lastSignInAt === null)).toHaveLength(1)
  expect(users.filter((user) => !('lastSignInAt' in user))).toHaveLength(2)
})

test('two people are near their own limit or above it', async () => {
  const { globalLimit, userLimits } = await json('/api/v0/organization/usage/limits/users')
  expect([globalLimit, userLimits.length]).toEqual([2_000_000, 4])
  const since = addDays(LAST_DAY, -29)
  const shares = (userLimits as UserLimit[]).map(({ email, limit }) => {
    const own = people.filter(({ user_email, date }) => user_email === email && date >= since)
    return sum(own, (row) => row.billable_tokens) / Number(limit)
  })
  expect(shares.filter((share) => share > 0.9 && share <= 1)).toHaveLength(1)
  expect(shares.filter((share) => share > 1)).toHaveLength(1)
})

test('there are audit events of every type, and each change of the controls or of a key is one', async () => {
  const { events }: { events: AuditEvent[] } = await json('/api/v0/organization/audit-events?limit=100')
  const types = new Set(events.map(({ eventType }) => eventType))
  const { anyOf = [] } = AuditEventSchema.shape.eventType.meta() ?? {}
  const known = (anyOf as { enum?: string[] }[]).flatMap((one) => one.enum ?? [])
  expect(known.length).toBeGreaterThan(8)
  expect([...types]).toEqual(expect.arrayContaining(known))
  expect([...types].filter((type) => !known.includes(type))).toHaveLength(1)
  expect(events.filter(({ actor }) => actor === null).length).toBeGreaterThan(1)
  const { changes } = await json('/api/v0/organization/enterprise-controls/history?limit=100')
  const settings = events.filter(({ eventType }) => eventType === 'managed_settings_change')
  expect(settings.map(({ payload, createdAt }) => [payload?.revision, createdAt])).toEqual(
    changes.map(({ revision, updatedAt }: { revision: number; updatedAt: string }) => [revision, updatedAt]),
  )
  // Revision 404 changes only the sandbox.
  expect(settings.find(({ payload }) => payload?.revision === 404)?.payload?.updatedKeys).toEqual(['sandbox'])
  const revoked = events.filter(({ payload }) => payload?.action === 'revoke')
  expect(revoked).toHaveLength(3)
})
