import { expect, test } from 'vitest'
import { People } from '../../../src/domain/people/people.ts'
import { toPersonDaysChunk } from '../../../src/domain/people/person-days.ts'
import type { Prices, SavingsInput } from '../../../src/domain/savings/savings.ts'
import { findSavings, savingsOf } from '../../../src/domain/savings/savings-rules.ts'
import { userDaysOf } from '../../../src/domain/savings/user-days.ts'

const range = { from: '2026-11-01', to: '2026-11-10' }
const day = (at: number): string => `2026-11-${String(at).padStart(2, '0')}`

type Day = { tier?: string; replies?: number; tools?: number; commits?: number | null; files?: number }

/** A row of a user's day. Without options, ten turns with 50 tool calls and a commit on a standard model. */
const row = (user: string, at: number, credits: number, { tier = 'standard', ...own }: Day = {}) => ({
  user_id: user,
  user_email: `${user}@northwind.example`,
  date: day(at),
  billable_tokens: credits,
  user_messages: 10,
  assistant_messages: own.replies ?? 10,
  tool_calls: own.tools ?? 50,
  git_commits: own.commits === undefined ? 1 : own.commits,
  files_created: 0,
  files_edited: own.files ?? 0,
  primary_model: tier === 'thinking' ? 'opus' : 'sonnet',
  primary_model_tier: tier,
})

const evaluate = (input: SavingsInput, prices?: Prices) => savingsOf(findSavings(input), range, prices)

const daysOf = (rows: readonly ReturnType<typeof row>[]): SavingsInput => {
  const people = new People()
  people.append(toPersonDaysChunk(rows))
  return { range, userDays: userDaysOf(people, range) }
}

const days = (user: string, count: number, credits: number, own: Day = {}) =>
  Array.from({ length: count }, (_, at) => row(user, at + 1, credits, own))

test('a day of ten times the median without a commit or changed file is found, once', () => {
  const idle = { commits: 0, tools: 50 }
  const rows = [
    ...days('u1', 6, 100),
    row('u1', 7, 1_000, idle),
    row('u1', 8, 999, idle),
    row('u1', 9, 5_000, { ...idle, files: 1 }),
    // An unknown count is not zero.
    row('u1', 10, 5_000, { ...idle, commits: null }),
    // Too few days for a median.
    ...days('u2', 3, 100),
    row('u2', 4, 9_000, idle),
  ]
  const { found, credits } = evaluate(daysOf(rows), { credit: { amount: 0.5, per: 100, currency: 'EUR' } })
  expect(found).toMatchObject([
    {
      rule: 'unusual-days',
      finding: '1 unusual day without a commit or changed file',
      items: [
        { name: 'u1@northwind.example', target: 'u1', finding: '1,000 credits on 2026-11-07, 10x the median day' },
      ],
      credits: { low: 0, high: 900 },
      money: { low: 0, high: 4.5, currency: 'EUR' },
    },
  ])
  expect(credits).toEqual({ low: 0, high: 900 })
})

test('thinking days with few tool calls a turn are compared with the price of standard replies', () => {
  const rows = [
    ...days('s1', 5, 100), // 10 credits a reply
    ...days('s2', 5, 300), // 30 credits a reply
    ...days('t1', 4, 1_000, { tier: 'thinking', tools: 20 }),
    row('t1', 5, 100, { tools: 20 }),
    // Many tool calls a turn.
    ...days('t2', 5, 1_000, { tier: 'thinking' }),
  ]
  const { found } = evaluate(daysOf(rows))
  // 4,000 credits for 40 replies. The quartiles of a reply are 10 and 30 credits, of 11 days.
  expect(found).toMatchObject([
    {
      rule: 'thinking-models',
      items: [
        { name: 't1@northwind.example', finding: '98 % of credits on thinking models (4 days), 2.0 tool calls a turn' },
      ],
      credits: { low: 4_000 - 40 * 30, high: 4_000 - 40 * 10 },
      money: undefined,
    },
  ])
})

test('no credits are counted by two rules', () => {
  const thinking = { tier: 'thinking', tools: 20 }
  const rows = [
    ...days('s1', 8, 100),
    ...days('s2', 8, 100),
    ...days('t1', 6, 100, thinking),
    row('t1', 7, 5_000, { ...thinking, commits: 0 }),
  ]
  const { found, credits } = evaluate(daysOf(rows))
  expect(found.map(({ rule, credits: own }) => [rule, own])).toEqual([
    ['unusual-days', { low: 0, high: 4_900 }],
    // The six other days have 600 credits for 60 replies, which cost as much on standard days.
  ])
  expect(credits).toEqual({ low: 0, high: 4_900 })
})

/** A day with a model whose share of input is `opus`, the rest is sonnet's. */
const creditDay = (at: number, share: number, opus: number) => ({
  date: day(at),
  // 1,000 tokens; a token from the cache costs 0.1 credits, another one 1.
  billable_tokens: 1_000 * (1 - share) + 1_000 * share * 0.1,
  input_tokens: 1_000 * (1 - share),
  output_tokens: 0,
  cache_read_tokens: 1_000 * share,
  cache_write_tokens: 0,
  by_model: [
    { model_id: 'opus', input_tokens: 1_000 * (1 - share) * opus },
    { model_id: 'sonnet', input_tokens: 1_000 * (1 - share) * (1 - opus) },
  ],
})
const clientDay = (at: number, web: number) => ({
  date: day(at),
  daily_active_users_by_client: { web, 'terminal-ui': 10 - web },
})

test('a model whose days have a low cache share is estimated by what a cached token saves', () => {
  const creditDays = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => creditDay(at, at <= 2 ? 0.4 : 0.8, at <= 2 ? 0.9 : 0.1))
  const clientDays = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => clientDay(at, at <= 2 ? 5 : 5))
  const { found } = evaluate({ range, creditDays, clientDays })
  // opus has 900 tokens on each of 2 days and 100 on each of 6; its share is (1,800 x 0.4 + 600 x 0.8) / 2,400 = 0.5.
  // At 0.8 another 720 tokens would come from the cache, each 0.9 credits cheaper. sonnet: 200 tokens at 0.4, 5,400 at
  // 0.8, so 80 tokens.
  expect(found).toHaveLength(1)
  expect(found[0]?.items.map(({ id, finding }) => [id, finding])).toEqual([
    ['model opus', 'about 50.0 % of its input from the cache, median day 80.0 %'],
    ['model sonnet', 'about 78.6 % of its input from the cache, median day 80.0 %'],
    ['client web', 'about 70.0 % of input on its days from the cache, median day 80.0 %, counted with the models'],
    [
      'client terminal-ui',
      'about 70.0 % of input on its days from the cache, median day 80.0 %, counted with the models',
    ],
  ])
  const [opus, sonnet] = found[0]?.items ?? []
  for (const [item, credits] of [
    [opus, 648],
    [sonnet, 72],
  ] as const) {
    expect(item?.credits?.low).toBeCloseTo(credits)
    expect(item?.credits?.high).toBeCloseTo(credits)
  }
})

test('days without a link between cache share and credits give no estimate', () => {
  const creditDays = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => ({
    ...creditDay(at, at <= 2 ? 0.4 : 0.8, 0.5),
    billable_tokens: at <= 2 ? 100 : 900,
  }))
  const { found } = evaluate({ range, creditDays, clientDays: [] })
  expect(found.map(({ credits }) => credits)).toEqual([undefined])
})

test('unused seats cost their price for the days of the range, and a computer has no price', () => {
  const seats = [
    { id: 'u8', email: 'a@northwind.example', isNever: true, days: 61 },
    { id: 'u9', email: '\u001b[31m', isNever: false, days: 40 },
  ]
  const computers = [{ id: 'c1', name: 'atlas', maxCpuPct: 1.25, hours: 168 }]
  const { found, money, unknown } = evaluate({ range, seats, computers }, { seat: { amount: 36.5, currency: 'EUR' } })
  // Ten days of two seats at 36.5 a month, which is 438 a year.
  expect(found.map(({ finding, credits, money }) => [finding, credits, money])).toEqual([
    ['2 unused seats', undefined, { low: 24, high: 24, currency: 'EUR' }],
    ['1 active computer idle for a week', undefined, undefined],
  ])
  expect(found[0]?.items.map(({ finding }) => finding)).toEqual(['never used in 61 days', 'not used for 40 days'])
  expect(money).toEqual([{ low: 24, high: 24, currency: 'EUR' }])
  expect(unknown).toEqual(['unusual-days', 'thinking-models', 'cache-share'])
})
