import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pseudonymOf } from '../../../src/domain/people/pseudonym.ts'
import { type Row, startDemoOrganisation } from '../../helpers/demo-organisation.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { SALT } from '../../helpers/run-qd.ts'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())
const FROM = '2026-11-07'
const TO = '2026-11-20'
const range = `--from ${FROM} --to ${TO}`
const now = await demo.raw('users', FROM, TO)
const before = await demo.raw('users', '2026-10-24', '2026-11-06')

const users = async (line: string) => JSON.parse((await demo.qd(`analytics users ${line}`)).out)

/** Sums of a member by user, computed independently of the program. */
const sumsOf = (rows: readonly Row[], member: string): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(String(row.user_id), (sums.get(String(row.user_id)) ?? 0) + Number(row[member]))
  return sums
}
const byCredits = (rows: readonly Row[]) => [...sumsOf(rows, 'billable_tokens')].sort(([, a], [, b]) => b - a)

test('--totals sums the raw rows of each user, most credits first, for any page size', async () => {
  for (const limit of [1, 5, 100]) {
    const { data, meta } = await users(`${range} --totals --limit ${limit}`)
    expect(data.map((row: Row) => [row.user_id, row.billable_tokens])).toEqual(byCredits(now))
    expect(meta).toMatchObject({ start_date: FROM, end_date: TO, has_more: false })
  }
})

test('stopped=yes finds the stopped users of the overview, also if they have no row in the range, and with pseudonyms', async () => {
  const { attention } = JSON.parse((await demo.qd('overview --from 2026-09-22 --to 2026-10-05 --json')).out)
  const { users: gone } = attention.find(({ kind }: Row) => kind === 'stopped') as { users: Row[] }
  const [id = '', ...others] = gone.map((user) => String(user.id))
  expect(others).toEqual([])
  const stopped = async (from: string, more = '') => {
    const { data } = await users(`--from ${from} --to 2026-10-05 --totals --where stopped=yes ${more}`)
    return data.map((row: Row) => [row.user_id, row.user_email, row.billable_tokens])
  }
  const sum = sumsOf(await demo.raw('users', '2026-09-08', '2026-10-05'), 'billable_tokens').get(id)
  expect(await stopped('2026-09-22')).toEqual([[id, expect.any(String), 0]])
  expect(await stopped('2026-09-08')).toEqual([[id, expect.any(String), sum]])
  const pseudonym = pseudonymOf(id, Buffer.from(SALT).toString('hex'))
  expect(await stopped('2026-09-22', '--pseudonyms')).toEqual([[pseudonym, null, 0]])
})

test('--where and --sort apply to users with --totals, and to rows without', async () => {
  const limit = byCredits(now)[5]?.[1] ?? 0
  const totals = await users(`${range} --totals --where 'credits>=${limit}' --sort tools`)
  const calls = sumsOf(now, 'tool_calls')
  const rich = byCredits(now).filter(([, credits]) => credits >= limit)
  expect(totals.data.map((row: Row) => row.user_id)).toEqual(
    rich.map(([id]) => id).sort((a, b) => (calls.get(b) ?? 0) - (calls.get(a) ?? 0)),
  )
  const { data } = await users(`${range} --where 'credits>100 mode=auto-high' --sort credits`)
  const wanted = now.filter((row) => Number(row.billable_tokens) > 100 && row.delegation_level === 'auto-high')
  expect(wanted.length).toBeGreaterThan(1)
  expect(data.map((row: Row) => row.billable_tokens)).toEqual(
    wanted.map((row) => Number(row.billable_tokens)).sort((a, b) => b - a),
  )
})

type ByUser = { user_id: string; by_model: { model_id: string; billable_tokens: number }[] }[]

test('credits.MODEL in --where uses the credits of the days, also with pseudonyms', async () => {
  const used = new Map<string, number>()
  for (const { by_user } of await demo.raw('tokens', FROM, TO))
    for (const { user_id, by_model } of by_user as ByUser)
      for (const { model_id, billable_tokens } of by_model)
        if (model_id === 'opus') used.set(user_id, (used.get(user_id) ?? 0) + billable_tokens)
  const [least = 0] = [...used.values()].sort((a, b) => b - a).slice(2, 3)
  const spent = [...used].filter(([, credits]) => credits >= least).map(([id]) => id)
  const idsFor = async (line = '') => {
    const { data } = await users(`${range} --totals --where 'credits.opus>=${least}' ${line}`)
    return data.map((row: Row) => row.user_id).toSorted()
  }
  expect(await idsFor()).toEqual(spent.toSorted())
  expect(await idsFor('--pseudonyms')).toEqual(
    spent.map((id) => pseudonymOf(id, Buffer.from(SALT).toString('hex'))).toSorted(),
  )
})

test('shares and model conditions load the credits of the days once, and shares are of all credits', async () => {
  const whole = (await demo.raw('tokens', FROM, TO)).reduce((sum, row) => sum + Number(row.billable_tokens), 0)
  const { out, err } = await demo.qd(`analytics users ${range} --totals --where model=opus --refresh --verbose`)
  expect(err.split('\n').filter((line) => line.includes('/analytics/tokens'))).toHaveLength(1)
  const { data } = JSON.parse(out)
  expect(data.length).toBeGreaterThan(0)
  for (const row of data)
    expect(row).toMatchObject({ share: Number(row.billable_tokens) / whole, share_of: 'all credits' })
})

test('--limit counts users that match --where, with their days, and the cursor continues after the last', async () => {
  const where = "--where 'credits>1500'"
  const { data: all } = await users(`${range} --all ${where}`)
  expect((await users(`${range} ${where}`)).data).toEqual(all)
  const cache = join(makeFolder(), 'cache.db')
  // Once from the server, once from the cache.
  for (const options of [{}, { cache }]) {
    if (options.cache) await demo.qd(`analytics users ${range} --all`, { cache })
    const rows: Row[] = []
    let cursor = ''
    do {
      const { out } = await demo.qd(`analytics users ${range} --limit 2 ${where} ${cursor}`, options)
      const { data, meta } = JSON.parse(out)
      if (meta.has_more) expect(new Set(data.map((row: Row) => row.user_id)).size).toBe(2)
      rows.push(...data)
      cursor = meta.has_more ? `--cursor ${meta.next_cursor}` : ''
    } while (cursor !== '')
    const byId = (one: Row, other: Row) => (`${one.user_id} ${one.date}` < `${other.user_id} ${other.date}` ? -1 : 1)
    expect(rows.sort(byId)).toEqual(all.toSorted(byId))
  }
})

test('offline, a filter on credits by model that are not cached exits with 7', async () => {
  await demo.qd(`analytics users ${range} --all`)
  const { err, code } = await demo.qd(`analytics users ${range} --all --offline --where credits.opus>1`)
  expect([code, err]).toEqual([7, expect.stringContaining('none of these days is cached')])
})

test('--where filters a streamed walk page by page', async () => {
  const { out } = await demo.qd(`analytics users ${range} --all --limit 3 --format ndjson --where 'commits>0'`)
  const rows = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows).toEqual(now.filter(({ git_commits }) => Number(git_commits) > 0))
})

test("each row is compared with the same user's row of the corresponding day, and a missing row counts as 0", async () => {
  const { data } = await users(`${range} --compare prev`)
  const earlier = new Map(before.map((row) => [`${row.user_id} ${row.date}`, row]))
  const own = new Set(now.map((row) => `${row.user_id} ${row.date}`))
  const shift = (date: string) => new Date(Date.parse(date) - 14 * 86_400_000).toISOString().slice(0, 10)
  for (const row of data) {
    const previous = earlier.get(`${row.user_id} ${shift(row.date)}`)
    if (previous) expect(row.billable_tokens_previous).toBe(previous.billable_tokens)
    else expect([0, null]).toContain(row.billable_tokens_previous)
    if (!own.has(`${row.user_id} ${row.date}`))
      expect([row.billable_tokens, row.previous_date]).toEqual([0, shift(row.date)])
  }
  expect(data.length).toBeGreaterThan(now.length)
})

test('--pseudonyms replaces ids and e-mails everywhere, with the same pseudonym each time', async () => {
  const salt = Buffer.from(SALT).toString('hex')
  const { out } = await demo.qd(`analytics users ${range} --totals --pseudonyms`)
  const rows = await users(`${range} --all --pseudonyms`)
  expect(JSON.parse(out).data.map((row: Row) => row.user_id)).toEqual(
    byCredits(now).map(([id]) => pseudonymOf(id, salt)),
  )
  expect(rows.data.map((row: Row) => row.user_id)).toEqual(now.map(({ user_id }) => pseudonymOf(String(user_id), salt)))
  const printed = [out, JSON.stringify(rows)]
  for (const format of ['json', 'ndjson', 'csv', 'md', 'table'])
    for (const line of 'tokens, tokens --totals, tokens --by person, users --limit 2, users --all, users --sort tools'.split(
      ', ',
    )) {
      const ran = await demo.qd(`analytics ${line} ${range} --pseudonyms --format ${format}`)
      printed.push(ran.out, ran.err)
    }
  const overview = await demo.qd('overview --last 14d --pseudonyms')
  printed.push(overview.out, overview.err)
  for (const text of printed)
    for (const { user_id, user_email } of now) {
      expect(text).not.toContain(user_id)
      if (user_email) expect(text).not.toContain(user_email)
    }
})

test('the table of --totals has ranks', async () => {
  const { out } = await demo.qd(`analytics users ${range} --totals --compare prev --top 2`, {
    isOutputTerminal: true,
    columns: 140,
  })
  const [heading, first, , total] = out.split('\n')
  expect(heading).toMatch(
    /^# +MOVE +PERSON +CREDITS +CHANGE +% ALL +TOOL CALLS +SESSIONS +COMMITS +PRS +DAYS +MODE +MODEL/,
  )
  const [[, credits = 0] = [], [, next = 0] = []] = byCredits(now)
  expect(first).toContain(credits.toLocaleString('en-US'))
  expect(total).toMatch(new RegExp(`^ +total of the first 2 +${(credits + next).toLocaleString('en-US')} `))
})
