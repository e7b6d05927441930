import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { foldersOf } from '../../../src/config/folders.ts'
import { startDemo } from '../../helpers/demos.ts'
import { fileFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'

const demo = await startDemo()
const home = fileFolder()
const RANGE = '--from 2026-11-14 --to 2026-11-20'

/** Runs with a profile in which 1,000 credits cost 0.40 EUR. */
const priced = async (line: string) => {
  const { configFile } = foldersOf({ XDG_CONFIG_HOME: home })
  mkdirSync(dirname(configFile), { recursive: true })
  const acme = { baseUrl: demo.url, creditPrice: { amount: 0.4, per: 1_000, currency: 'EUR' } }
  writeFileSync(configFile, JSON.stringify({ profile: 'acme', profiles: { acme } }))
  const env = { XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, QUARTERDECK_API_KEY: demo.key }
  return runQd(line.split(' '), { env })
}

type Row = Record<string, unknown> & { billable_tokens: number }

const days: Row[] = JSON.parse(
  (await runQd(['api', '/api/v1/analytics/tokens?startDate=2026-11-14&endDate=2026-11-20'], demo)).out,
).data

const cents = (credits: number): number => Math.round(credits * 0.04) / 100

test.each(['tokens', 'tokens --group-by model', 'tokens --group-by model --totals', 'tokens --compare prev'])(
  'with a price of credits, %s has money in each row',
  async (words) => {
    const rows: Row[] = JSON.parse((await priced(`analytics ${words} ${RANGE} --json`)).out).data
    expect(rows.length).toBeGreaterThan(2)
    for (const { billable_tokens: credits, money, currency } of rows)
      expect([money, currency]).toEqual([cents(credits), 'EUR'])
    const { out } = await priced(`analytics ${words} ${RANGE} --format table`)
    expect(out.split('\n')[0]).toMatch(/CREDITS +EUR/)
  },
)

test('money of users is that of their raw rows', async () => {
  const rows: Row[] = JSON.parse((await priced(`analytics users --totals ${RANGE} --json`)).out).data
  const raw = days.flatMap(({ by_user }) => by_user as { user_id: string; billable_tokens: number }[])
  expect(rows.length).toBeGreaterThan(10)
  for (const { user_id: id, money } of rows)
    expect(money).toBe(cents(raw.reduce((sum, one) => sum + (one.user_id === id ? one.billable_tokens : 0), 0)))
  const { out } = await priced(`analytics users --totals ${RANGE} --format table`)
  expect(out.split('\n')[0]).toMatch(/CREDITS +EUR/)
})

test('the report has money in its tables of models, teams and users', async () => {
  const file = join(home, 'report.md')
  const { code } = await priced(`report ${RANGE} -o ${file}`)
  expect(code).toBe(0)
  const text = readFileSync(file, 'utf8')
  for (const heading of ['| Model | Credits | EUR |', '| Team | Users | Credits | EUR |', '| Person | Credits | EUR |'])
    expect(text).toContain(heading)
  const opus = days
    .flatMap(({ by_model }) => by_model as { model_id: string; billable_tokens: number }[])
    .filter(({ model_id }) => model_id === 'opus')
    .reduce((sum, { billable_tokens }) => sum + billable_tokens, 0)
  expect(text).toContain(`| opus | ${opus.toLocaleString('en-US')} | ${cents(opus).toLocaleString('en-US')} |`)
})

test('without a price, rows have no money', async () => {
  for (const words of ['tokens', 'users --totals']) {
    const { out } = await runQd(`analytics ${words} ${RANGE} --json`.split(' '), demo)
    expect(Object.keys(JSON.parse(out).data[0]).filter((name) => /money|currency/.test(name))).toEqual([])
  }
})
