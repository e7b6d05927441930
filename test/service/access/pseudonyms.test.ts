import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Endpoint, type EndpointName, endpoints } from '../../../src/contract/endpoints.ts'
import { MANAGERS, type Role } from '../../../src/contract/roles.ts'
import { createPseudonyms } from '../../../src/service/access/pseudonyms.ts'
import { createApp } from '../../../src/service/create-app.ts'
import { createDemoPeople } from '../../../src/service/demo/kit/demo-people.ts'
import { demoIds } from '../../../src/service/demo/kit/repositories.ts'
import { startService } from '../../../src/service/start-service.ts'
import { fileFolder } from '../../helpers/make-folder.ts'
import { createTestService, FIRST_DAY, keyOf, LAST_DAY, NOW } from '../test-service.ts'

const folder = fileFolder()
const { store } = await createTestService({ users: 40, days: 60, seed: 1 })
const people = createDemoPeople(1, 40, 60)
const emails = people.flatMap(({ email }) => email ?? [])
const pseudonyms = createPseudonyms('salt')
const app = createApp(store, { now: () => NOW, pseudonyms })

const get = async (path: string, role: Role): Promise<{ status: number; text: string }> => {
  const reply = await app.request(path, { headers: { authorization: `Bearer ${keyOf(role)}` } })
  return { status: reply.status, text: await reply.text() }
}
// biome-ignore lint/suspicious/noExplicitAny: the shapes are those of the contract
const json = async (path: string, role: Role): Promise<any> => JSON.parse((await get(path, role)).text)

const range = `startDate=${FIRST_DAY}&endDate=${LAST_DAY}`
const parameters: Record<string, string> = {
  computerId: demoIds.computers.active,
  name: 'atlas',
  serviceAccountId: Object.values(demoIds.serviceAccounts)[0] ?? '',
  wikiRunId: Object.values(demoIds.wikiRuns)[0] ?? '',
  repoUrl: encodeURIComponent('https://github.example/northwind/checkout'),
}
const pathOf = ({ path, method, query }: Endpoint): string[] => {
  if (method !== 'GET') return []
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? name)
  if (query?.shape.days) return ['days=7&limit=100', 'days=30&limit=3'].map((words) => `${filled}?${words}`)
  if (!query?.shape.startDate) return [`${filled}?limit=100`]
  const groups = Object.keys((endpoints as Record<string, Endpoint>)[nameOf(path)]?.grouped ?? {})
  return [`${filled}?${range}&limit=100`, ...groups.map((by) => `${filled}?${range}&group_by=${by}`)]
}
const nameOf = (path: string): string =>
  Object.entries(endpoints).find(([, endpoint]) => endpoint.path === path)?.[0] ?? ''
const readable = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, { response, method }]) => response !== 'archive' && method === 'GET',
)

beforeAll(async () => {
  // Texts that a vendor may send: an address in prose, in a URL, as a name of a member, and with escaped characters.
  const [first = ''] = emails
  const [local, host] = first.split('@')
  await store.lists.ciJobs.put(
    { id: 'hostile' },
    `{"id":"hostile","error":"Failed for ${first}.","prUrl":"https://x.example/?by=${local}%40${host}","by":{"${first}":1},"note":"${local}\\u0040${host}","repo":"git@github.example:northwind/repository.git"}`,
  )
})

test.each(readable)('%s has no e-mail address for a manager, a member or a guest', async (name, endpoint) => {
  for (const path of pathOf(endpoint)) {
    const asOwner = await get(path, 'owner')
    expect(asOwner.status, path).toBe(200)
    for (const role of ['manager', 'member', 'guest'] as const) {
      const { status, text } = await get(path, role)
      if (endpoint.roles.includes(role)) expect(status, path).toBe(200)
      const plain = decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25')).toLowerCase()
      for (const email of emails) expect(plain.includes(email), `${name} ${role} ${email}`).toBe(false)
      for (const person of people) expect(text.includes(`"${person.name}"`), `${name} ${person.name}`).toBe(false)
    }
    // The responses are cached: the owner's must not be the manager's.
    expect((await get(path, 'owner')).text, path).toBe(asOwner.text)
  }
})

test('the owner sees the addresses that are hidden from others, so the test above can fail', async () => {
  const shown = await Promise.all(
    readable.flatMap(([, endpoint]) => pathOf(endpoint)).map(async (path) => (await get(path, 'owner')).text),
  )
  const named = readable.filter(([, endpoint]) => MANAGERS.every((role) => endpoint.roles.includes(role)))
  expect(named.length).toBeGreaterThan(5)
  expect(emails.filter((email) => shown.join('').includes(email)).length).toBeGreaterThan(30)
})

test('a user has the same pseudonym in users, credits and controls; ids, figures and other texts stay', async () => {
  const usersPath = `/api/v1/analytics/users?${range}&limit=100`
  const [hidden, shown] = [await json(usersPath, 'manager'), await json(usersPath, 'owner')]
  const nameOfUser = new Map<string, string | null>()
  for (const [at, row] of shown.data.entries()) {
    const { user_email: pseudonym, ...rest } = hidden.data[at]
    const { user_email: email, ...own } = row
    expect(rest).toEqual(own)
    expect(pseudonym).toEqual(email === null ? null : expect.stringMatching(/^Person [A-Z0-9]{5}-[A-Z0-9]{5}$/))
    nameOfUser.set(row.user_id, pseudonym)
  }
  expect(new Set(nameOfUser.values()).size).toBeGreaterThan(30)
  const credits = await json(`/api/v1/analytics/tokens?${range}`, 'manager')
  const byUser = credits.data.flatMap((day: { by_user: object[] }) => day.by_user)
  expect(byUser.length).toBeGreaterThan(30)
  for (const { user_id: id, user_email: email } of byUser) expect(email).toBe(nameOfUser.get(id))
  const controls = endpoints.controlsHistory.path
  const [change] = (await json(controls, 'manager')).changes
  const [own] = (await json(controls, 'owner')).changes
  const pseudonym = pseudonyms.hide(JSON.stringify({ email: own.user.email }))
  expect(change.user).toEqual({ ...own.user, email: JSON.parse(pseudonym).email, name: JSON.parse(pseudonym).email })
  expect((await json('/api/v0/automations/ci/jobs', 'member')).jobs).toContainEqual(
    expect.objectContaining({ id: 'hostile', repo: 'git@github.example:northwind/repository.git' }),
  )
})

test('ids that are e-mail addresses are hidden, in cursors too, and a walk over the pages returns each user once', async () => {
  const ids = Array.from({ length: 7 }, (_, at) => `person${at}@corp.example`)
  const day = '2026-08-01'
  await store.personDays.put(
    ids.map((id) => ({ day, user_id: id, row: JSON.stringify({ user_id: id, user_email: id, date: day }) })),
  )
  const path = `/api/v1/analytics/users?startDate=${day}&endDate=${day}&limit=2`
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { text } = await get(cursor === undefined ? path : `${path}&cursor=${cursor}`, 'manager')
    expect(text).not.toContain('corp')
    expect(text).not.toContain('person')
    const { data, meta } = JSON.parse(text)
    for (const row of data) {
      expect(row.user_id).toBe(row.user_email)
      seen.push(row.user_id)
    }
    cursor = meta.next_cursor
    if (cursor !== undefined) expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('person')
  } while (cursor !== undefined)
  expect(new Set(seen).size).toBe(7)
  for (const forged of ['person3@corp.example', 'x', Buffer.alloc(40).toString('base64url')]) {
    const { status, text } = await get(`${path}&cursor=${encodeURIComponent(forged)}`, 'manager')
    expect([status, JSON.parse(text).metadata]).toEqual([400, { parameter: 'cursor' }])
  }
  expect((await json(`${path}&cursor=person3@corp.example`, 'owner')).data[0].user_id).toBe('person4@corp.example')
})

test('a response that is streamed hides users too', async () => {
  const day = '2026-08-02'
  const by_user = Array.from({ length: 60_000 }, (_, at) => ({
    user_id: `u${at}`,
    user_email: `worker${at}@corp.example`,
    billable_tokens: at,
  }))
  await store.days.put('credits', { day, row: JSON.stringify({ date: day, by_user }), grouped: '' })
  const path = `/api/v1/analytics/tokens?startDate=${day}&endDate=${day}`
  const [hidden, shown] = [await get(path, 'manager'), await get(path, 'owner')]
  expect(shown.text.length).toBeGreaterThan(4 * 1024 * 1024)
  expect(hidden.text).not.toContain('corp')
  const figures = (text: string) =>
    JSON.parse(text).data[0].by_user.map(({ user_email: _, ...rest }: { user_email: string }) => rest)
  expect(figures(hidden.text)).toEqual(figures(shown.text))
})

test('a user of the organisation, an actor and a limit are hidden with all their names', () => {
  const hide = (value: unknown): unknown => JSON.parse(pseudonyms.hide(JSON.stringify(value)))
  const { email } = hide({ email: 'Ann.Lee@corp' }) as { email: string }
  expect(hide({ email: 'ann.lee@CORP' })).toEqual({ email })
  expect(
    hide({
      users: [{ id: 'u_1', email: 'ann.lee@corp', firstName: 'Ann', lastName: 'Lee', metadata: { desk: 'Ann, 4' } }],
      events: [
        {
          actor: { principalKind: 'human', principalId: 'ann.lee@corp', email: 'ann.lee@corp' },
          target: 'ann.lee@corp',
        },
      ],
      userLimits: [{ email: 'ann.lee@corp', limit: 5 }],
      group_by: [{ name: 'main' }],
    }),
  ).toEqual({
    users: [
      { id: 'u_1', email, firstName: email, lastName: '', metadata: { desk: expect.stringMatching(/^Person /) } },
    ],
    events: [{ actor: { principalKind: 'human', principalId: email, email }, target: email }],
    userLimits: [{ email, limit: 5 }],
    group_by: [{ name: 'main' }],
  })
})

test('names of members are hidden in both spellings, as in user_name and userName', () => {
  const hide = (value: unknown): unknown => JSON.parse(pseudonyms.hide(JSON.stringify(value)))
  const { email } = hide({ email: 'ann.lee@corp' }) as { email: string }
  const snake = {
    user_id: 'u_1',
    user_email: 'ann.lee@corp',
    user_name: 'Ann Lee',
    first_name: 'Ann',
    last_name: 'Lee',
  }
  const camel = { userId: 'u_1', userEmail: 'ann.lee@corp', userName: 'Ann Lee', firstName: 'Ann', lastName: 'Lee' }
  for (const user of [snake, camel])
    expect(Object.values(hide(user) as object)).toEqual(['u_1', email, email, email, ''])
})

test('another salt gives other pseudonyms', () => {
  const text = '{"email":"a@b.example"}'
  expect(createPseudonyms('other').hide(text)).not.toBe(pseudonyms.hide(text))
})

test('a service with --pseudonyms keeps the pseudonyms of its data after a restart', async () => {
  const data = join(folder, 'kept.db')
  const usersSeen = async (role: Role): Promise<string> => {
    const keys = { owner: keyOf('owner'), manager: keyOf('manager') }
    const service = await startService({ data, demo: { users: 5, days: 5 }, now: () => NOW, keys, hasPseudonyms: true })
    const reply = await fetch(`${service.url}/api/v1/analytics/users?startDate=2026-10-18&endDate=2026-10-20`, {
      headers: { authorization: `Bearer ${keyOf(role)}` },
    })
    const text = await reply.text()
    await service.close()
    return text
  }
  const first = await usersSeen('manager')
  expect(first).toContain('Person ')
  expect(first).not.toContain('@')
  expect(await usersSeen('manager')).toBe(first)
  expect(await usersSeen('owner')).toContain('@northwind.example')
})
