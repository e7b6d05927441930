import { afterAll, beforeEach, expect, test } from 'vitest'
import { startOrganisation } from '../../helpers/organisation.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'

const organisation = await startOrganisation()
afterAll(() => organisation.close())
beforeEach(() => {
  organisation.requests.length = 0
})

const qd = (line: string, options: RunOptions = {}) =>
  runQd(line.split(' '), { url: organisation.url, key: organisation.keys.owner, ...options })

/** The raw response of the service, requested without our client. */
const rawAnswer = async (path: string): Promise<string> => {
  const reply = await fetch(organisation.url + path, {
    headers: { authorization: `Bearer ${organisation.keys.owner}` },
  })
  return reply.text()
}

const terminal: RunOptions = { isOutputTerminal: true, columns: 100 }

test('tables have full, right-aligned numbers and a total', async () => {
  const { out, err, code } = await qd('analytics tokens --last 3d', { ...terminal, columns: 66 })
  expect(out).toBe(
    [
      'DATE        CREDITS      INPUT   OUTPUT  CACHE READ  CACHE WRITE',
      '2026-11-18    1,200  1,000,000  100,000     500,000       10,000',
      '2026-11-19    2,034  2,000,000  200,000   1,000,000       20,000',
      '2026-11-20      500    500,000   50,000     250,000        5,000',
      'total         3,734  3,500,000  350,000   1,750,000       35,000',
      '',
    ].join('\n'),
  )
  expect(err).toBe('')
  expect(code).toBe(0)
})

test('a narrow terminal shows the first columns in full, and a note lists the others', async () => {
  const { out, err } = await qd('analytics tokens --last 3d', { ...terminal, columns: 45 })
  expect(out.split('\n').slice(0, 2)).toEqual([
    'DATE        CREDITS      INPUT   OUTPUT',
    '2026-11-18    1,200  1,000,000  100,000',
  ])
  expect(err).toBe(
    'Hidden columns: CACHE READ, CACHE WRITE. Choose columns with --columns, or use --format csv for all.\n',
  )
  const narrowest = await qd('analytics tokens --last 3d', { ...terminal, columns: 10 })
  expect(narrowest.out.split('\n')[0]).toBe('DATE        CREDITS      INPUT')
})

test('sessions have a total, daily users have none', async () => {
  const { out } = await qd('analytics activity --last 3d --format table')
  expect(out).toBe(
    [
      'DATE        DAILY USERS  WEEKLY USERS  MONTHLY USERS  SESSIONS  MESSAGES  FROM USERS',
      '2026-11-18            3             5              8         9       120          36',
      '2026-11-19            5             5              8        15       200          60',
      '2026-11-20            4             5              8        12       160          48',
      'total                                                       36       480         144',
      '',
    ].join('\n'),
  )
})

test('users by client have no total', async () => {
  const { out } = await qd('analytics activity --last 1d --group-by client --format table')
  expect(out).toBe(
    'DATE        CLIENT       DAILY USERS\n2026-11-20  terminal-ui            4\n2026-11-20  web                    1\n',
  )
})

test('in a pipe the output is the envelope as received, including unknown members', async () => {
  const { out, code } = await qd('analytics tokens --last 3d')
  const raw = JSON.parse(await rawAnswer('/api/v1/analytics/tokens?startDate=2026-11-18&endDate=2026-11-20'))
  expect(JSON.parse(out)).toEqual({ schema: 1, ...raw })
  expect(raw.data[0].region_hint).toBe('eu, "west"')
  expect(out.split('\n')).toHaveLength(2)
  expect(code).toBe(0)
})

test('ndjson is one row per line', async () => {
  const { out } = await qd('analytics tokens --last 3d --group-by model --format ndjson')
  const path = '/api/v1/analytics/tokens?startDate=2026-11-18&endDate=2026-11-20&group_by=model'
  const rows: object[] = JSON.parse(await rawAnswer(path)).data
  expect(rows).toHaveLength(6)
  expect(out).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
})

test("csv has the contract's columns, nested members as JSON and unknown ones last", async () => {
  const { out } = await qd('analytics tokens --last 1d --format csv')
  expect(out).toBe(
    [
      'date,billable_tokens,input_tokens,output_tokens,cache_read_tokens,cache_write_tokens,by_model,by_user,region_hint',
      '2026-11-20,500,500000,50000,250000,5000,' +
        '"[{""model_id"":""opus"",""model_tier"":""thinking"",""billable_tokens"":500,""input_tokens"":450000,""output_tokens"":500},' +
        '{""model_id"":""haiku"",""model_tier"":""standard"",""billable_tokens"":0,""input_tokens"":0,""output_tokens"":0}]",' +
        '"[{""user_id"":""u1"",""user_email"":""ann@example.com"",""billable_tokens"":500}]",' +
        '"eu, ""west"""',
      '',
    ].join('\r\n'),
  )
})

test('md omits nested members', async () => {
  const { out } = await qd('analytics productivity --last 1d --format md')
  expect(out.split('\n')[0]).toBe('| date | files_created | files_edited | git_commits | git_prs_created |')
  expect(out.split('\n')[2]).toBe('| 2026-11-20 | 1 | 2 | 9 | 1 |')
})

test('without rows, the command prints a note and succeeds', async () => {
  const { out, err, code } = await qd('analytics tokens --from 2026-02-01 --to 2026-02-02')
  expect(JSON.parse(out).data).toEqual([])
  expect(err).toBe('No rows from 2026-02-01 to 2026-02-02.\n')
  expect(code).toBe(0)
})
