import { expect, test } from 'vitest'
import { fileService, open } from '../helpers/e2e.ts'
import { makeConfig, makeFolder } from '../helpers/make-folder.ts'
import { envOf, foldersIn } from '../helpers/pty.ts'
import { testFront } from '../helpers/test-server.ts'

const USERS = '/api/v1/analytics/users'
const DAY_MS = 86_400_000

const service = fileService({ demo: { users: 260, days: 40, seed: 1 }, isStrict: true })

/** The explorer on its list of people, in its own folders, through a front that counts requests. */
const openPeople = async () => {
  const home = makeFolder()
  const front = await testFront({ url: service.url, key: service.keys.owner })
  const env = { ...envOf(front.url, front.key), ...foldersIn(home) }
  const openList = () => open({ args: ['--screen', 'people'], rows: 36, env })
  const pages = () => front.requests.filter(({ path }) => path === USERS).map(({ query }) => query)
  return { program: openList(), openList, pages }
}

/** The number of users with any use in the last 14 days, and their credits, summed from the rows of the API. */
const totalsOfApi = async () => {
  const daysAgo = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString().slice(0, 10)
  const people = new Set<string>()
  let credits = 0
  for (let cursor: string | undefined = '', isMore = true; isMore; ) {
    const query = new URLSearchParams({ startDate: daysAgo(14), endDate: daysAgo(1), limit: '100' })
    if (cursor) query.set('cursor', cursor)
    const { data, meta } = (await service.ask(`${USERS}?${query}`)).body
    for (const row of data) {
      people.add(row.user_id)
      credits += row.billable_tokens
    }
    cursor = meta.next_cursor
    isMore = meta.has_more === true
  }
  return { people: people.size, credits: credits.toLocaleString('en-US') }
}

test('every page loads once by itself, and the next run shows all users without a request', async () => {
  const { program, openList, pages } = await openPeople()
  const { people, credits } = await totalsOfApi()
  const whole = await program.waitFor((screen) => (screen[3] ?? '').startsWith(` ${people} users   ranks are final `))
  expect(whole[3]).toContain(`credits ${credits}`)
  await program.waitFor('0 req')
  expect(pages()).toHaveLength(3)
  expect(new Set(pages()).size).toBe(3)
  program.press('^c')
  program.press('^c')
  await program.exited
  const second = openList()
  await second.waitFor((screen) => screen[3] === whole[3] && screen[0]?.includes('0 req') === true)
  expect(pages()).toHaveLength(3)
})

test('peopleAutoload of the profile limits the users that load by themselves', async () => {
  const acme = { baseUrl: service.url, peopleAutoload: 100 }
  const folders = { ...foldersIn(makeFolder()), XDG_CONFIG_HOME: makeConfig({ profile: 'acme', profiles: { acme } }) }
  const env = { ...folders, QUARTERDECK_API_KEY: service.keys.owner ?? '' }
  const program = open({ args: ['--screen', 'people'], rows: 36, env })
  const limited = / 100 of about 2\d0 users {2}2 more requests: G loads all /
  await program.waitFor((screen) => limited.test(screen[3] ?? '') && screen[0]?.includes('0 req') === true)
  await program.pressUntil('G', 'ranks are final')
})
