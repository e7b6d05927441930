import { expect, onTestFinished, test } from 'vitest'
import { addDays, daysOf } from '../../../../src/domain/calendar/calendar.ts'
import { startService } from '../../../../src/service/start-service.ts'
import { startFront } from '../../../helpers/front-server.ts'
import { USERS } from '../../../helpers/many-people.ts'
import { NOW } from '../../../helpers/now.ts'
import { type OpenOptions, openScreen } from '../../../helpers/screen.tsx'

const USER_COUNT = 3_000
const TOP_USERS = '/api/v1/analytics/top-users'
const LAST_DAY = addDays(new Date(NOW).toISOString().slice(0, 10), -1)

/** A server with 3,000 users. Those with the largest ids have the most credits, and pairs have equal ones. */
const startMany = async (isStrict: boolean) => {
  const service = await startService({
    now: () => NOW,
    isStrict,
    prepare: async (store) => {
      for (const [index, day] of daysOf({ from: addDays(LAST_DAY, -1), to: LAST_DAY }).entries())
        await store.personDays.put(
          Array.from({ length: USER_COUNT }, (_, user) => {
            const user_id = `user_${String(user).padStart(5, '0')}`
            const row = { user_id, user_email: null, date: day, sessions: 1 + index }
            const credits = 10 * Math.floor(user / 2) + 1
            return { day, user_id, row: JSON.stringify({ ...row, billable_tokens: credits, tool_calls: user % 100 }) }
          }),
        )
    },
  })
  onTestFinished(service.close)
  const front = await startFront({ url: service.url, key: service.keys.owner })
  onTestFinished(front.close)
  const queriesOf = (wanted: string): string[] =>
    front.requests.filter(({ path }) => path === wanted).map(({ query }) => query)
  return { front, queriesOf }
}

const open = async (isStrict = false, options: OpenOptions = {}) => {
  const { front, queriesOf } = await startMany(isStrict)
  const opened = await openScreen(front, { columns: 120, rows: 30, screen: 'people', ...options })
  const head = (): string => opened.frame()[3] ?? ''
  const rows = (): string[] =>
    opened.frame().flatMap((row) => /^[▌ ] +(\d[\d,]*) +(user_\d+)/.exec(row)?.slice(1, 3).join(' ') ?? [])
  return { opened, head, rows, queriesOf }
}

/** Fewer users than the organisation has, so that their rows do not load in the background. */
const peopleAutoload = 2_000

test('the first page of 3,000 users has their final ranks, and their rows are not loaded', async () => {
  const { opened, head, rows, queriesOf } = await open(false, { peopleAutoload })
  await opened.frameWith(() => head().includes('ranks are final'))
  await opened.loaded()
  expect(head()).toMatch(/ 3,000 users {3}ranks are final {3}credits 44,976,000/)
  expect(rows().slice(0, 4)).toEqual(['1 user_02998', '1 user_02999', '3 user_02996', '3 user_02997'])
  await opened.frameWith((frame) => !frame.join('').includes('~'))
  expect(queriesOf(USERS)).toHaveLength(1)
  expect(queriesOf(TOP_USERS)).toHaveLength(1)
})

test('the list loads further pages of the ranking when it is scrolled, and another order loads its own', async () => {
  const { opened, head, rows, queriesOf } = await open(false, { peopleAutoload })
  await opened.frameWith(() => head().includes('ranks are final'))
  await opened.press('g', '2', '5', '0', 'G')
  await opened.frameWith(() => rows().includes('249 user_02751'))
  expect(queriesOf(TOP_USERS)).toHaveLength(3)
  // The selection stays in its row.
  await opened.press('s', 't')
  await opened.frameWith(() => rows().includes('241 user_00991'))
  await opened.press('g', 'g')
  await opened.frameWith(() => rows()[0] === '1 user_00099')
  expect(head()).toContain('ranks are final')
  expect(rows().slice(0, 2)).toEqual(['1 user_00099', '1 user_00199'])
  expect(queriesOf(USERS)).toHaveLength(1)
})

test('the rows of a smaller organisation load behind the ranking, and add the columns that need them', async () => {
  const { opened, head, rows, queriesOf } = await open(false, { columns: 160 })
  await opened.frameWith(() => head().includes('ranks are final'))
  const ranked = rows()
  expect(ranked.slice(0, 4)).toEqual(['1 user_02998', '1 user_02999', '3 user_02996', '3 user_02997'])
  expect(opened.frame().join('')).not.toContain('MODE')
  await opened.frameWith((frame) => frame.some((row) => row.includes('MODE')))
  expect(head()).toMatch(/ 3,000 users {3}ranks are final {3}credits 44,976,000/)
  expect(rows()).toEqual(ranked)
  expect(queriesOf(TOP_USERS)).toHaveLength(1)
})

test('a filter needs the rows of users, which then load', async () => {
  const { opened, head, queriesOf } = await open(false, { peopleAutoload: 300 })
  await opened.frameWith(() => head().includes('ranks are final'))
  await opened.press('/', ...'tools>98', 'Enter')
  await opened.frameWith(() => head().includes(' 300 users'))
  expect(queriesOf(USERS).length).toBeGreaterThan(1)
})

test('without the extension users load page by page', async () => {
  const { opened, head, queriesOf } = await open(true, { peopleAutoload: 300 })
  await opened.frameWith(() => head().startsWith(' 300 '))
  expect(head()).not.toContain('final')
  expect(queriesOf(TOP_USERS)).toEqual([])
})
