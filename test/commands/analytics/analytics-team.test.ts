import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startDemoOrganisation } from '../../helpers/demo-organisation.ts'
import { fileFolder } from '../../helpers/make-folder.ts'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())

const folder = fileFolder()
const DAYS = ['2026-11-14', '2026-11-20'] as const
const range = `--from ${DAYS[0]} --to ${DAYS[1]}`

type Entry = { user_id: string; user_email?: string; billable_tokens: number }
type Row = Record<string, string | number | null>

/** Credits of each user by raw rows, computed independently of the program. */
const users = async (): Promise<Entry[]> =>
  (await demo.raw('tokens', ...DAYS)).flatMap((row) => (row.by_user ?? []) as Entry[])

const sumOf = (entries: readonly Entry[]) => ({
  users: new Set(entries.map(({ user_id }) => user_id)).size,
  credits: entries.reduce((sum, { billable_tokens }) => sum + billable_tokens, 0),
})

const printed = async (line: string): Promise<Row[]> =>
  JSON.parse((await demo.qd(`analytics tokens ${line} ${range}`)).out).data

test('credits by team are the sums of the raw rows of its users, and unassigned users are last', async () => {
  const all = await users()
  const emails = [...new Set(all.flatMap(({ user_email }) => user_email ?? []))].sort()
  const [first = '', second = '', third = ''] = emails
  const file = join(folder, 'teams.csv')
  writeFileSync(file, `email,team\n${first},core/compilers\n${second},core\n${third.toUpperCase()},web\n`)
  const of = (...own: string[]) => sumOf(all.filter(({ user_email }) => user_email && own.includes(user_email)))
  const rows = await printed(`--by team --teams ${file} --sort name`)
  expect(rows.map(({ team, users: count, credits }) => ({ team, users: count, credits }))).toEqual([
    { team: 'core', ...of(first, second) },
    { team: 'core/compilers', ...of(first) },
    { team: 'web', ...of(third) },
    {
      team: 'unassigned',
      ...sumOf(all.filter(({ user_email }) => !user_email || ![first, second, third].includes(user_email))),
    },
  ])
  const { credits, users: everybody } = sumOf(all)
  const { err } = await demo.qd(`analytics tokens --by team --teams ${file} ${range}`)
  const grouped = (value: number) => value.toLocaleString('en')
  expect(err).toContain(`of ${grouped(everybody)} users, each counted once.`)
  expect(credits).toBeGreaterThan(0)
  const members = await printed(`--by person --team core --teams ${file}`)
  expect(members.map(({ person }) => person).sort()).toEqual([first, second])
})

test('without a file, the teams of the server are used', async () => {
  const names = (await printed('--by team --sort name')).map(({ team }) => team)
  expect(names).toEqual([
    'core',
    'core/infrastructure',
    'core/platform',
    'data',
    'external',
    'external/contractors',
    'product',
    'product/mobile',
    'product/payments',
    'product/web',
  ])
})

test('teams need --by team or --team, and a wrong file is reported with its lines', async () => {
  const file = join(folder, 'wrong.csv')
  writeFileSync(file, 'email,team\na@x.example\n')
  for (const [line, error] of [
    ['--by person --teams x.csv', '--teams requires --by team or --team.'],
    ['--team core', '--team requires --by person.'],
    ['--by person --team core --model opus', '--model and --team cannot be used together.'],
    [`--by team --teams ${file}`, `${file}, line 2: the team is missing.`],
  ] as const)
    expect((await demo.qd(`analytics tokens ${line}`)).err, line).toContain(error)
})

test('users by team are the rows of credits by team', async () => {
  const { out } = await demo.qd(`analytics users --by team ${range}`)
  expect(JSON.parse(out).data).toEqual(await printed('--by team'))
})

test('--team prints only the rows of the users of a team, also as totals and as pseudonyms', async () => {
  const all = await users()
  const emails = [...new Set(all.flatMap(({ user_email }) => user_email ?? []))].sort()
  const [first = '', second = '', third = ''] = emails
  const file = join(folder, 'team.csv')
  writeFileSync(file, `email,team\n${first},core/compilers\n${second},core\n${third},web\n`)
  const totals = async (line: string): Promise<Row[]> =>
    JSON.parse((await demo.qd(`analytics users --teams ${file} --totals ${range} ${line}`)).out).data
  const creditsOf = (...own: string[]) => sumOf(all.filter(({ user_email: email = '' }) => own.includes(email))).credits
  const core = await totals('--team core --sort name')
  expect(core.map((row) => [row.user_email, row.billable_tokens])).toEqual([
    [first, creditsOf(first)],
    [second, creditsOf(second)],
  ])
  expect((await totals('--team core --pseudonyms')).map((row) => row.user_email)).toEqual([null, null])
  const rest = await totals('--team unassigned')
  expect(rest.filter(({ user_email }) => [first, second, third].includes(String(user_email)))).toEqual([])
  const { out } = await demo.qd(`analytics users --team web --teams ${file} ${range}`)
  const rows: Row[] = JSON.parse(out).data
  expect(new Set(rows.map(({ user_email }) => user_email))).toEqual(new Set([third]))
})

test('options of users that do not fit a team are refused', async () => {
  const file = join(folder, 'one.csv')
  writeFileSync(file, 'email,team\na@x.example,core\n')
  for (const [line, error] of [
    ['--by team --top 3', '--by team and --top cannot be used together.'],
    ['--by team --all', '--by team and --all cannot be used together.'],
    ['--teams x.csv', '--teams requires --by team or --team.'],
    ['--team core --cursor x', '--team and --cursor cannot be used together.'],
    [`--team none --teams ${file}`, 'There is no team "none".'],
  ] as const)
    expect((await demo.qd(`analytics users ${line}`)).err, line).toContain(error)
})
