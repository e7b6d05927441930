import { expect, test } from 'vitest'
import { pageOf } from '../../../src/commands/mcp/result-pages.ts'
import { startDemo } from '../../helpers/demos.ts'
import { openMcp } from '../../helpers/mcp-client.ts'
import { ownService } from '../../helpers/own-service.ts'
import { runQd } from '../../helpers/run-qd.ts'

test.each([
  ['analytics_users', { all: true, last: '30d' }, 'data'],
  ['readiness_list', { all: true }, 'reports'],
  ['readiness_criteria', {}, 'criteria'],
])('the parts of %s have each row once, in order, and none is larger than the limit', async (name, given, list) => {
  const { url, key } = await startDemo()
  const whole = await openMcp({ url, key }, ['--max-result-bytes', '10000000'])
  const expected = (await whole.call(name, given)).parse()
  const { call } = await openMcp({ url, key }, ['--max-result-bytes', '20000'])
  const rows: unknown[] = []
  let cursor: string | undefined
  let parts = 0
  do {
    const { parse, texts } = await call(name, cursor === undefined ? given : { ...given, cursor })
    expect(Buffer.byteLength(texts[0] ?? '')).toBeLessThanOrEqual(20_000)
    const page = parse()
    rows.push(...page[list])
    expect(page.continue?.remaining ?? 0).toBe(expected[list].length - rows.length)
    cursor = page.continue?.cursor
    parts += 1
  } while (cursor !== undefined)
  expect(parts).toBeGreaterThan(1)
  expect(rows).toEqual(expected[list])
})

test('a cursor belongs to its input, and an invalid one is an error', async () => {
  const { url, key } = await startDemo()
  const { call } = await openMcp({ url, key }, ['--max-result-bytes', '20000'])
  const { cursor } = (await call('readiness_list', { all: true })).parse().continue
  const errors = [
    await call('readiness_list', { cursor }),
    await call('readiness_criteria', { cursor }),
    await call('readiness_list', { all: true, cursor: 'qd-1' }),
    await call('readiness_list', { all: true, cursor: 'other' }),
  ]
  expect(errors.map(({ isError, texts }) => [isError, texts[0]])).toEqual([
    [true, '"cursor" belongs to another call: repeat the input of that call together with it.'],
    [true, '"cursor" belongs to another call: repeat the input of that call together with it.'],
    [true, '"cursor" must be the cursor of an earlier result: copy all of it.'],
    [true, '"cursor" must be the cursor of an earlier result: copy all of it.'],
  ])
})

test('a command that has pages of the API takes their cursor, too', async () => {
  const { url, key } = await startDemo()
  const { call } = await openMcp({ url, key }, ['--names'])
  const first = (await call('analytics_users', { limit: 5 })).parse()
  const second = (await call('analytics_users', { limit: 5, cursor: first.meta.next_cursor })).parse()
  const usersOf = ({ data }: { data: { user_id: string }[] }) => [...new Set(data.map(({ user_id }) => user_id))]
  expect(usersOf(first).length).toBeGreaterThan(0)
  expect(usersOf(first).filter((id) => usersOf(second).includes(id))).toEqual([])
})

test('a continuation has the rows of the first part after the data has changed, unless it is no longer stored', async () => {
  const { service } = await ownService({ demo: { users: 30, days: 40, seed: 1 } })
  const at = { url: service.url, key: service.keys.owner ?? '' }
  const { call } = await openMcp(at, ['--max-result-bytes', '4000'])
  const { cursor, remaining } = (await call('users_list')).parse().continue
  expect((await runQd(['limits', 'set', '3M', '--global', '--yes'], at)).code).toBe(0)
  const stored = (await call('users_list', { cursor })).parse()
  expect(stored.users.length + (stored.continue?.remaining ?? 0)).toBe(remaining)
  // Other cut results replace the stored one.
  for (const sort of ['urgency', 'name', 'idle', 'credits'])
    expect((await call('users_list', { sort, refresh: true })).parse().continue.remaining).toBeGreaterThan(0)
  const { isError, texts } = await call('users_list', { cursor })
  expect([isError, texts[0]]).toEqual([true, 'The data has changed since this cursor was made: call again without it.'])
})

const cursorAt = (row: number): string => `row ${row}`

test('a row that is larger than a part has shorter lists, and says so', () => {
  const long = { name: 'a', users: Array.from({ length: 1000 }, (_, index) => `user ${index}`) }
  const page = pageOf(
    { is: 'document', document: { schema: 1, data: [long, { name: 'b', users: [] }] } },
    { start: 0, maxBytes: 4000, cursorAt },
  )
  expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(4000)
  const { data, cut, continue: next } = JSON.parse(page.text)
  expect(data.map(({ users }: { users: unknown[] }) => users.length)).toEqual([256, 0])
  expect(cut.items).toBe(744)
  expect(next).toBeUndefined()
})

test('an object without rows that is too large is an error', () => {
  const document = { settings: { text: 'x'.repeat(5000) } }
  expect(() => pageOf({ is: 'document', document }, { start: 0, maxBytes: 4000, cursorAt })).toThrow(
    'The result does not fit into 4000 bytes',
  )
})
