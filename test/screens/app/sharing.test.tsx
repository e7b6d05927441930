import { beforeAll, expect, test } from 'vitest'
import type { Front, FrontRule } from '../../helpers/front-server.ts'
import { clientFor, type OpenedScreen, openScreen, sharedDemo, until } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'

const demo = sharedDemo()

const frontOf = (rule?: FrontRule): Promise<Front> => testFront(demo, rule)

/** Waits until this number of requests has arrived, because the server doesn't see a request cancelled before. */
const arrived = async (opened: OpenedScreen, front: Front, count: number): Promise<void> => {
  await opened.frameWith(`${count} req`)
  await until(() => front.requests.filter(({ state }) => state === 'waiting').length === count, front.counts)
}

test('Overview requests everything once, and Usage reuses its days', async () => {
  const front = await frontOf()
  const opened = await openScreen(front, { columns: 120, rows: 36 })
  await opened.loaded()
  const first = front.counts()
  expect(first).toEqual({
    // A page and the empty page after it.
    '/api/organization/maturity-level-reports': 2,
    // Other sources of attention items.
    '/api/v0/automations/ci/jobs': 1,
    '/api/v0/computers': 1,
    '/api/v0/computers/cmp_atlas/metrics': 1,
    '/api/v0/computers/cmp_erika-laptop/metrics': 1,
    '/api/v0/computers/cmp_lyra/metrics': 1,
    '/api/v0/openapi.json': 1,
    '/api/v0/organization/enterprise-controls/history': 1,
    '/api/v0/organization/usage/limits/users': 1,
    '/api/v0/organization/users': 1,
    '/api/v1/analytics/activity': 1,
    '/api/v1/analytics/productivity': 1,
    // The range itself, the days before it, and the history of seats.
    '/api/v1/analytics/tokens': 3,
    '/api/v1/analytics/tools': 1,
    '/api/v1/budgets': 1,
    '/api/v1/live': 1,
    '/api/v1/teams': 1,
  })
  await opened.press('2')
  await opened.loaded()
  await opened.press('1', '2', 'Tab')
  expect(front.counts()).toEqual(first)
})

test('leaving a screen cancels the requests that only it needs', async () => {
  const front = await frontOf(() => 'hold')
  const opened = await openScreen(front, { columns: 120, rows: 36 })
  await arrived(opened, front, 7)
  await opened.press('2')
  await opened.frameWith('3 req')
  const byState = () => Object.groupBy(front.requests, ({ state }) => state)
  await until(() => byState().abandoned?.length === 4, front.counts)
  expect(
    byState()
      .waiting?.map(({ path }) => path)
      .sort(),
  ).toEqual([
    // Marks the days on which the controls changed.
    '/api/v0/organization/enterprise-controls/history',
    '/api/v1/analytics/tokens',
    '/api/v1/analytics/tokens',
  ])
})

const names: string[] = []
beforeAll(async () => {
  const client = clientFor(demo)
  const { body: users } = await client.call('users', {
    query: { startDate: '2026-09-12', endDate: '2026-11-20', limit: 100 },
  })
  const { body: history } = await client.call('controlsHistory', { query: { limit: 100 } })
  await client.close()
  const authors = history.changes?.flatMap(({ user }) => [user?.name, user?.email, user?.id]) ?? []
  const people = users.data?.flatMap((row) => [row.user_id, row.user_email?.split('@')[0]]) ?? []
  names.push(...new Set([...authors, ...people].filter((name): name is string => Boolean(name))))
  expect(names.length).toBeGreaterThan(20)
})

/** The names, e-mail addresses and ids of users on the screen. */
const namedOn = (opened: OpenedScreen): string[] => {
  const text = opened.frame().join('\n')
  return names.filter((name) => text.includes(name))
}

test.each([
  ['overview', []],
  ['usage', ['n', 'F', 'Enter']],
  ['people', []],
  ['controls', []],
] as const)('zn on %s hides every name, e-mail address and id, and a second press shows them', async (screen, keys) => {
  const opened = await openScreen(demo, { columns: 200, rows: 60, screen })
  await opened.loaded()
  await opened.press(...keys)
  expect(namedOn(opened).length).toBeGreaterThan(3)
  await opened.press('z', 'n')
  expect(namedOn(opened)).toEqual([])
  expect(opened.frame().join('\n')).toMatch(/Person \w{5}-\w{5}/)
  await opened.press('Y')
  expect(opened.copied.at(-1)).toContain(' --pseudonyms')
  await opened.press('z', 'n')
  expect(namedOn(opened).length).toBeGreaterThan(3)
  await opened.press('Y')
  expect(opened.copied.at(-1)).not.toContain('--pseudonyms')
})

test('the same person has the same pseudonym on every screen', async () => {
  const opened = await openScreen(demo, { columns: 200, rows: 60, screen: 'people', state: { isPrivate: true } })
  await opened.loaded()
  const pseudonymOfFirst = () => /Person \w{5}-\w{5}/.exec(opened.frame().find((row) => row.startsWith('▌')) ?? '')?.[0]
  const first = pseudonymOfFirst()
  await opened.press('2', 'F', 'Enter')
  await opened.loaded()
  expect(pseudonymOfFirst()).toBe(first)
  await opened.press('1')
  await opened.loaded()
  expect(opened.frame().join('\n')).toContain(first)
})
