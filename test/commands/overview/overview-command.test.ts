import { afterAll, expect, test } from 'vitest'
import { startOrganisation } from '../../helpers/organisation.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'

const organisation = await startOrganisation()
afterAll(() => organisation.close())

const qd = (line: string, options: RunOptions = {}) =>
  runQd(line.split(' '), { url: organisation.url, key: organisation.keys.owner, ...options })

test('the figures are the sums and means of the raw answers', async () => {
  const { out, err, code } = await qd('overview --from 2026-11-19 --to 2026-11-20 --compare prev')
  const overview = JSON.parse(out)
  expect(overview.range).toEqual({ from: '2026-11-19', to: '2026-11-20', days: 2 })
  expect(overview.previous).toEqual({ from: '2026-11-17', to: '2026-11-18', days: 2 })
  // 2034 + 500 over the range; of the two days before only the 18th has data.
  expect(overview.credits).toEqual({
    value: 2534,
    previous: 1200,
    change: (2534 - 1200) / 1200,
    missing_days: 0,
    previous_missing_days: 1,
    by_day: [2034, 500],
  })
  expect(overview.people).toMatchObject({ value: 4.5, by_day: [5, 4], previous: 3, change: 0.5 })
  expect(overview.stickiness.value).toBe(4.5 / 8)
  expect(overview.sessions).toMatchObject({ value: 27, previous: 9, change: 2 })
  expect(overview.turns_per_session.value).toBe(4)
  expect(overview.tool_calls).toMatchObject({ value: 203 + 1003, by_day: [203, 1003] })
  expect(overview.calls_per_turn.value).toBe(4)
  expect(overview.commits).toMatchObject({ value: 9, by_day: [0, 9] })
  expect(overview.pull_requests.value).toBe(2)
  expect(err).toBe('')
  expect(code).toBe(0)
})

const wide: RunOptions = { isOutputTerminal: true, columns: 100 }

test('for people it is a table with signs and sparklines', async () => {
  const { out } = await qd('overview --from 2026-11-19 --to 2026-11-20 --compare prev', wide)
  expect(out).toBe(`Nov 19–20 vs Nov 17–18 (UTC)

FIGURE                      VALUE   BEFORE     CHANGE  BY DAY
Credits                     2,534   1,200?  ▲ 111.2 %  █▃
People a day                  4.5     3.0?   ▲ 50.0 %  █▇
Daily of monthly people    56.3 %  37.5 %?  ▲ 18.8 pt  █▇
Sessions                       27       9?  ▲ 200.0 %  █▇
Turns a session               4.0     4.0?    = 0.0 %  ██
Commits                         9       4?  ▲ 125.0 %  ▁█
Pull requests                   2       1?  ▲ 100.0 %  ██
Tool calls                  1,206     103?    ▲ 11.7x  ▃█
Tool calls a turn, median     4.0     4.0?    = 0.0 %  ██
? some days of this are missing

NEEDS ATTENTION  1
◇ https://git.example/down  fell from L2 to L1: readme

REVISION  WHEN                  WHO            CHANGED
       2  2026-11-19 08:30 UTC  Ann ⟨202E⟩eve  cloudSessionSync, env
       1  2026-11-10 08:30 UTC  Ann ⟨202E⟩eve  cloudSessionSync

READINESS  2 repositories, organisation L1, median L1
L1 1  L2 1  L3 0  L4 0  L5 0
▼ https://git.example/down  L2 → L1
▲ https://git.example/up  L1 → L2
`)
})

test('with --ascii nothing but ASCII is drawn', async () => {
  const { out } = await qd('overview --from 2026-11-19 --to 2026-11-20 --compare prev --ascii', wide)
  const drawn = out.replaceAll('⟨202E⟩', '')
  expect(drawn).toMatch(/^[\x20-\x7e\n]*$/)
  expect(drawn).toContain('^ 111.2 %')
})

test.each([
  [{ LC_ALL: 'C' }, '^ 111.2 %'],
  [{ LANG: 'de_DE.ISO-8859-1' }, '^ 111.2 %'],
  [{ TERM: 'linux', LANG: 'C.UTF-8' }, '^ 111.2 %'],
  [{ LANG: 'C.UTF-8' }, '▲ 111.2 %'],
  [{ LC_ALL: '', LC_CTYPE: 'en_US.utf8', LANG: 'C' }, '▲ 111.2 %'],
  [{}, '▲ 111.2 %'],
])('with %j signs are those that the terminal has', async (locale, change) => {
  const env = { QUARTERDECK_BASE_URL: organisation.url, QUARTERDECK_API_KEY: organisation.keys.owner, ...locale }
  const { out } = await qd('overview --from 2026-11-19 --to 2026-11-20 --compare prev', { ...wide, env })
  expect(out).toContain(change)
})

test('a period that reaches before the first data is not compared with, and it says so', async () => {
  const { out, err, code } = await qd('overview --from 2026-01-20 --to 2026-01-30 --compare prev')
  expect(JSON.parse(out).previous).toBeNull()
  expect(err).toContain('There is nothing to compare with')
  expect(code).toBe(0)
})

test('what a member may not see is left out and named, and the rest is there', async () => {
  const { out, err, code } = await qd('overview', { key: organisation.keys.member })
  const overview = JSON.parse(out)
  expect(overview.credits).toBeNull()
  expect(overview.readiness.repositories).toBe(2)
  expect(overview.missing.map((part: { part: string; status: number }) => [part.part, part.status]).sort()).toEqual([
    ['activity', 403],
    ['credits', 403],
    ['productivity', 403],
    ['revisions', 403],
    ['tools', 403],
  ])
  expect(overview.incomplete).toBe(true)
  expect(err).toContain('Without credits')
  expect(code).toBe(7)
})

test('a guest, who may see nothing of it, is refused', async () => {
  const { out, err, code } = await qd('overview', { key: organisation.keys.guest })
  expect(out).toBe('')
  expect(err).toContain('403 Forbidden')
  expect(code).toBe(3)
})
