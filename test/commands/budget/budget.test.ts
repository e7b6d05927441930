import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { foldersOf } from '../../../src/config/folders.ts'
import { startDemo } from '../../helpers/demos.ts'
import { startFront } from '../../helpers/front-server.ts'
import { fileFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'

const demo = await startDemo()
const folder = fileFolder()
let homes = 0

type Entry = { user_email?: string; billable_tokens: number }
type Day = { date: string; billable_tokens: number; by_user: Entry[] }

const api = async (path: string) => JSON.parse((await runQd(['api', path], demo)).out)
const days: Day[] = (await api('/api/v1/analytics/tokens?startDate=2026-10-24&endDate=2026-11-20')).data
const november = days.filter(({ date }) => date >= '2026-11-01')

/** Runs with a profile that has these members, and with files next to config.json. */
const withProfile = async (words: string[], profile: object, files: Readonly<Record<string, string>> = {}) => {
  const home = join(folder, String(homes++))
  const { configFile } = foldersOf({ XDG_CONFIG_HOME: home })
  mkdirSync(dirname(configFile), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dirname(configFile), name), text)
  const acme = { baseUrl: demo.url, ...profile }
  writeFileSync(configFile, JSON.stringify({ profile: 'acme', profiles: { acme } }))
  const env = { XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, QUARTERDECK_API_KEY: demo.key }
  return runQd(words, { env })
}

/** The median of the values of each weekday, computed independently of the program. */
const expectedOf = (creditsIn: (day: Day) => number): number => {
  const remaining = Array.from({ length: 10 }, (_, at) => new Date(Date.UTC(2026, 10, 21 + at)).getUTCDay())
  return remaining
    .map((weekday) => {
      const values = days
        .filter(({ date }) => new Date(date).getUTCDay() === weekday)
        .map(creditsIn)
        .sort((a, b) => a - b)
      return ((values[1] ?? 0) + (values[2] ?? 0)) / 2
    })
    .reduce(
      (sum, value) => sum + value,
      november.reduce((sum, day) => sum + creditsIn(day), 0),
    )
}

test('the budgets and teams of a profile replace those of the server, with money', async () => {
  const emails = [
    ...new Set(days.flatMap(({ by_user }) => by_user.flatMap(({ user_email }) => user_email ?? []))),
  ].sort()
  const [first = '', second = ''] = emails
  const creditsOf =
    (...own: string[]) =>
    ({ by_user }: Day): number =>
      by_user.reduce(
        (sum, { user_email = '', billable_tokens }) => sum + (own.includes(user_email) ? billable_tokens : 0),
        0,
      )
  const all = ({ billable_tokens }: Day): number => billable_tokens
  const sofar = (creditsIn: (day: Day) => number): number => november.reduce((sum, day) => sum + creditsIn(day), 0)
  const budgets = [
    { scope: 'organization', credits: 10_000_000 },
    { scope: 'team:core', credits: sofar(creditsOf(first, second)) },
    { scope: 'team:core/compilers', credits: sofar(creditsOf(first)) + 1 },
    { scope: `user:${second.toUpperCase()}`, credits: 10_000_000 },
    { scope: 'team:unknown', credits: 5 },
  ]
  const creditPrice = { amount: 0.4, per: 1_000, currency: 'EUR' }
  const files = { 'teams.csv': `email,team\n${first},core/compilers\n${second},core\n` }
  const profile = { budgets, creditPrice, billingDay: 1, teams: 'teams.csv' }
  const { out, err, code } = await withProfile(['budget', '--json', '--exit-code'], profile, files)
  expect(err).toContain('Month from 2026-11-01 to 2026-11-30, beginning on day 1.\n')
  expect(code).toBe(1)
  const rows = JSON.parse(out).budgets
  expect(
    rows.map(({ scope, status, monthCredits, forecast }: Record<string, unknown>) => [
      scope,
      status,
      monthCredits,
      forecast,
    ]),
  ).toEqual([
    ['organization', 'ok', sofar(all), Math.round(expectedOf(all))],
    ['team:core', 'over', sofar(creditsOf(first, second)), Math.round(expectedOf(creditsOf(first, second)))],
    ['team:core/compilers', 'forecast over', sofar(creditsOf(first)), Math.round(expectedOf(creditsOf(first)))],
    [`user:${second.toUpperCase()}`, 'ok', sofar(creditsOf(second)), Math.round(expectedOf(creditsOf(second)))],
    ['team:unknown', 'unknown', null, null],
  ])
  expect(rows[0].money).toBe(Math.round(sofar(all) * 0.04) / 100)
  const { out: named } = await withProfile(['budget', '--pseudonyms', '--json'], profile, files)
  expect(named).not.toContain(second.toUpperCase())
  expect(named).toContain('"scope":"user:Person ')
})

test('without budgets in the profile, those of the server are used', async () => {
  const { out, code } = await runQd(['budget', '--format', 'table', '--where', 'scope=team:data'], demo)
  expect(code).toBe(0)
  expect(out).toMatch(/^SCOPE +BUDGET +SO FAR +USED +FORECAST +STATUS\nteam:data /)
})

test('a server without budgets has none, and one that refuses them is an error', async () => {
  const strict = await startDemo({ users: 3, days: 10, seed: 1, isStrict: true })
  expect(await runQd(['budget', '--exit-code'], strict)).toMatchObject({
    code: 0,
    err: 'There are no budgets: add them as "budgets" to the profile, or with qd serve budgets import FILE.\n',
  })
  expect((await runQd(['analytics', 'tokens', '--by', 'team'], strict)).err).toBe(
    'There are no teams: name a teams.csv with --teams, or as "teams" in the profile.\n',
  )
  for (const status of [402, 403]) {
    const body = { status, title: 'Refused', detail: 'Your plan has no budgets.' }
    const front = await startFront(demo, (path) => (path === '/api/v1/budgets' ? { status, body } : undefined))
    onTestFinished(() => front.close())
    expect(await runQd(['budget'], front)).toMatchObject({ code: 3 })
  }
})

test('wrong budgets in config.json are named with their line', async () => {
  const { err, code } = await withProfile(['budget'], { budgets: [{ scope: 'team:', credits: 1 }] })
  expect(code).toBe(2)
  expect(err).toContain(
    'line 1, column 86: profiles.acme.budgets.0.scope must be organization, team:NAME or user:EMAIL',
  )
})
