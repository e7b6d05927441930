import { afterAll, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import { answer, type FaultyServer, hang } from '../../helpers/faulty-server.ts'
import { startOrganisation } from '../../helpers/organisation.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'
import { testServer } from '../../helpers/test-server.ts'

const organisation = await startOrganisation()
afterAll(() => organisation.close())
beforeEach(() => {
  organisation.requests.length = 0
})

const qd = (line: string, options: RunOptions = {}) =>
  runQd(line.split(' '), { url: organisation.url, key: organisation.keys.owner, ...options })

const idsOf = (rows: { user_id: string; date: string }[]): string[] => rows.map((row) => `${row.user_id} ${row.date}`)
const everyone = [1, 2, 3, 4, 5].flatMap((person) => [`u${person} 2026-11-19`, `u${person} 2026-11-20`])

test('a page is the unchanged envelope, with a note on how to continue', async () => {
  const { out, err, code } = await qd('analytics users --last 3d --limit 2')
  const { data, meta } = JSON.parse(out)
  expect(idsOf(data)).toEqual(everyone.slice(0, 4))
  expect(meta).toMatchObject({ has_more: true, next_cursor: 'u2' })
  expect(err).toBe('There are more pages: use --all to load them, or --cursor u2 for the next one.\n')
  expect(code).toBe(0)
})

test('--all joins the pages into one envelope', async () => {
  const { out, err, code } = await qd('analytics users --last 3d --limit 2 --all')
  const { data, meta, ...others } = JSON.parse(out)
  expect(idsOf(data)).toEqual(everyone)
  expect(meta).toMatchObject({ org_id: 'org_test', start_date: '2026-11-18', end_date: '2026-11-20', has_more: false })
  expect(others).toEqual({ schema: 1 })
  expect(err).toBe('')
  expect(code).toBe(0)
  expect(organisation.requests).toHaveLength(3)
})

test('ndjson of a walk is printed page by page', async () => {
  const pieces: string[] = []
  await qd('analytics users --last 3d --limit 2 --all --format ndjson', { out: (text) => void pieces.push(text) })
  expect(pieces.map((piece) => piece.trimEnd().split('\n').length)).toEqual([4, 4, 2])
  const lines = pieces.join('').trimEnd().split('\n')
  expect(idsOf(lines.map((line) => JSON.parse(line)))).toEqual(everyone)
})

test('the table of a page has the totals of the page, and that of all pages the totals of all rows', async () => {
  const page = await qd('analytics users --last 1d --limit 2 --format table')
  expect(page.out).toBe(
    [
      'DATE                PERSON          CREDITS  TOOL CALLS  SESSIONS  COMMITS  PRS  MODE       MODEL',
      '2026-11-20          p1@example.com    1,000          10         2        1    0  auto-high  opus',
      '2026-11-20          p2@example.com    2,000          20         2        2    0  auto-high  opus',
      'total of this page                    3,000          30         4        3    0',
      '',
    ].join('\n'),
  )
  const walk = await qd('analytics users --last 1d --all --format table')
  expect(walk.out.trimEnd().split('\n').slice(-2)).toEqual([
    '2026-11-20  u5                5,000          50         2        5    0  auto-high  opus',
    'total                        15,000         150        10       15    0',
  ])
})

test('csv prints lists as JSON and null as an empty cell', async () => {
  const { out } = await qd('analytics users --last 1d --all --format csv')
  const [heading = '', ...lines] = out.trimEnd().split('\r\n')
  expect(heading).toBe(
    'user_id,user_email,date,tool_calls,billable_tokens,primary_model,primary_model_tier,files_created,files_edited,' +
      'git_commits,git_prs_created,mcp_calls,skill_calls,slash_commands,hooks,sessions,messages,user_messages,' +
      'assistant_messages,autonomy_ratio,delegation_level,languages',
  )
  expect(lines.at(-1)).toBe(
    'u5,,2026-11-20,50,5000,opus,thinking,0,0,5,0,0,0,0,0,2,20,6,14,1.5,auto-high,"[""TypeScript"",""SQL""]"',
  )
})

const row = (id: string) => ({ user_id: id, user_email: `${id}@example.com`, date: '2026-11-20', billable_tokens: 7 })
const page = (rows: unknown[], meta: object) =>
  answer(200, { data: rows, meta: { org_id: 'o', start_date: '2026-11-20', end_date: '2026-11-20', ...meta } })

const walkFaulty = (server: FaultyServer, format: string, options: RunOptions = {}, more = '') =>
  qd(`analytics users --last 1d --all --format ${format}${more}`, {
    url: server.url,
    key: 'a-key-for-the-faulty-server',
    ...options,
  })

const brokenWalk = () =>
  testServer(
    page([row('a'), row('b')], { has_more: true, next_cursor: 'b' }),
    answer(403, { detail: 'No longer a manager', status: 403, title: 'Forbidden', requestId: 'req-9' }),
  )

test('a walk that fails halfway keeps its rows, is marked incomplete and exits with 7', async () => {
  const { out, err, code } = await walkFaulty(await brokenWalk(), 'json')
  const joined = JSON.parse(out)
  expect(idsOf(joined.data)).toEqual(['a 2026-11-20', 'b 2026-11-20'])
  expect(joined).toMatchObject({ incomplete: true, meta: { has_more: true } })
  expect(joined.missing[0].why).toContain('403')
  expect(err).toContain('Loading stopped after 2 rows')
  expect(err).toContain('403 Forbidden, request req-9')
  expect(code).toBe(7)
  const lines = await walkFaulty(await brokenWalk(), 'ndjson')
  expect([lines.out.trimEnd().split('\n').length, lines.code]).toEqual([2, 7])
  const table = await walkFaulty(await brokenWalk(), 'table')
  expect([table.out, table.code]).toEqual([expect.stringContaining('total of the loaded rows'), 7])
})

/** The second page repeats a's day with other figures and b's day with the same. */
const repeatedWalk = () =>
  testServer(
    page([row('a'), row('b')], { has_more: true, next_cursor: 'b' }),
    page([{ ...row('a'), billable_tokens: 9 }, row('b'), row('c')], { has_more: false }),
  )

test.each(['json', 'ndjson'])('%s rows that arrive with other figures after printing exit with 7', async (format) => {
  const { out, err, code } = await walkFaulty(await repeatedWalk(), format)
  expect(out.match(/"a"/g)).toHaveLength(1)
  expect(err).toContain('1 row arrived again with other figures after the first ones were printed')
  expect(code).toBe(7)
})

test.each([
  ['', 'a,9 b,7 c,7'],
  [' --totals', 'a,9 b,7 c,7'],
  [' --sort credits', 'a,9 b,7 c,7'],
  [' --where credits>8', 'a,9'],
])('if rows arrive again before any row is printed, the last ones are used, with options%s', async (options, rows) => {
  const more = ` --columns user_id,billable_tokens${options}`
  const { out, code } = await walkFaulty(await repeatedWalk(), 'csv', {}, more)
  expect([out.trimEnd().split('\r\n').slice(1).toSorted().join(' '), code]).toEqual([rows, 0])
})

test('an interrupted walk keeps its rows and exits with 130', async () => {
  const server = await testServer(page([row('a')], { has_more: true, next_cursor: 'a' }), hang)
  const interruption = new AbortController()
  let out = ''
  const running = walkFaulty(server, 'json', {
    signal: interruption.signal,
    out: (text) => {
      out += text
      // The first page has been printed. The second one is requested next, and its response never arrives.
      setImmediate(() => interruption.abort())
    },
  })
  const { err, code } = await running
  expect(JSON.parse(out)).toMatchObject({ incomplete: true, data: [{ user_id: 'a' }] })
  expect(err.split('\n').filter(Boolean)).toContain('Interrupted.')
  expect(code).toBe(130)
})

test('progress is shown only on a terminal, and cleared at the end', async () => {
  const { err } = await qd('analytics users --last 3d --limit 2 --all', { isErrorTerminal: true })
  expect(err).toContain('page 3, 10 rows')
  expect(err.endsWith('\r')).toBe(true)
})

test('a walk whose rows cannot be written fails and is not incomplete', async () => {
  let pages = 0
  const out = () => {
    pages += 1
    if (pages > 1) throw new AppError('failed', 'Standard output could not be written, because the disk is full.')
  }
  const { err, code } = await qd('analytics users --last 3d --limit 2 --all --format ndjson', { out })
  expect([err, code]).toEqual(['Standard output could not be written, because the disk is full.\n', 1])
})
