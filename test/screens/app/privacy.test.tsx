import { beforeAll, expect, test } from 'vitest'
import { type Organisation, startDemo } from '../../helpers/demos.ts'
import { clientFor, isLoaded, type OpenedScreen, openScreen } from '../../helpers/screen.tsx'

let demo: Organisation
const names: string[] = []
beforeAll(async () => {
  demo = await startDemo()
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

/** Names, e-mails and ids of people that are on the screen. */
const namedOn = (opened: OpenedScreen): string[] => {
  const text = opened.frame().join('\n')
  return names.filter((name) => text.includes(name))
}

test.each([
  ['overview', []],
  ['usage', ['n', 'F']],
  ['people', []],
  ['controls', []],
] as const)('zn on %s takes every name, e-mail and id from the screen, and brings them back', async (screen, keys) => {
  const opened = await openScreen(demo, { columns: 200, rows: 60, screen })
  await opened.frameWith(isLoaded)
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
  await opened.frameWith(isLoaded)
  const pseudonymOfFirst = () => /Person \w{5}-\w{5}/.exec(opened.frame().find((row) => row.startsWith('▌')) ?? '')?.[0]
  const first = pseudonymOfFirst()
  await opened.press('2', 'F')
  await opened.frameWith(isLoaded)
  expect(pseudonymOfFirst()).toBe(first)
  await opened.press('1')
  await opened.frameWith(isLoaded)
  expect(opened.frame().join('\n')).toContain(first)
})
