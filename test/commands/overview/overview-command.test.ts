import { afterAll, expect, test } from 'vitest'
import { csvRows } from '../../helpers/csv-rows.ts'
import { startOrganisation } from '../../helpers/organisation.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'

const organisation = await startOrganisation()
afterAll(() => organisation.close())

const qd = (line: string, options: RunOptions = {}) =>
  runQd(line.split(' '), { url: organisation.url, key: organisation.keys.owner, ...options })

test('json has the previous value, change, missing days and daily values of each figure', async () => {
  const { out, err, code } = await qd('overview --from 2026-11-19 --to 2026-11-20 --compare prev')
  const overview = JSON.parse(out)
  expect(overview.range).toEqual({ from: '2026-11-19', to: '2026-11-20', days: 2 })
  expect(overview.previous).toEqual({ from: '2026-11-17', to: '2026-11-18', days: 2 })
  // The range has 2034 + 500. Of the two previous days only the 18th has data.
  expect(overview.credits).toEqual({
    value: 2534,
    previous: 1200,
    change: (2534 - 1200) / 1200,
    missingDays: 0,
    previousMissingDays: 1,
    byDay: [2034, 500],
  })
  expect([err, code]).toEqual(['', 0])
})

const wide: RunOptions = { isOutputTerminal: true, columns: 100 }

test('csv has the figures of each day', async () => {
  const { out, code } = await qd('overview --from 2026-11-18 --to 2026-11-20 --format csv')
  expect(code).toBe(0)
  const [heading, ...rows] = csvRows(out)
  expect(heading).toEqual(['date', 'credits', 'people', 'sessions', 'commits', 'pullRequests', 'toolCalls'])
  expect(rows.map(([date, credits]) => [date, credits])).toEqual([
    ['2026-11-18', '1200'],
    ['2026-11-19', '2034'],
    ['2026-11-20', '500'],
  ])
  const ndjson = await qd('overview --from 2026-11-20 --to 2026-11-20 --format ndjson --columns date,credits')
  expect(ndjson.out).toBe('{"date":"2026-11-20","credits":500}\n')
})

test('the table of the overview has signs and sparklines', async () => {
  const { out } = await qd('overview --from 2026-11-19 --to 2026-11-20 --compare prev', wide)
  expect(out).toBe(`Nov 19–20 vs Nov 17–18 (UTC)

FIGURE                         VALUE   BEFORE     CHANGE  BY DAY
Credits                        2,534   1,200?  ▲ 111.2 %  █▃
Users per day                    4.5     3.0?   ▲ 50.0 %  █▇
Daily share of monthly users  56.3 %  37.5 %?  ▲ 18.8 pt  █▇
Sessions                          27       9?  ▲ 200.0 %  █▇
Turns per session                4.0     4.0?    = 0.0 %  ██
Commits                            9       4?  ▲ 125.0 %  ▁█
Pull requests                      2       1?  ▲ 100.0 %  ██
Tool calls                     1,206     103?    ▲ 11.7x  ▃█
Tool calls per turn, median      4.0     4.0?    = 0.0 %  ██
? some days are missing

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

test('with --ascii, or a locale without UTF-8, the table is ASCII', async () => {
  const line = 'overview --from 2026-11-19 --to 2026-11-20 --compare prev'
  const env = { QUARTERDECK_BASE_URL: organisation.url, QUARTERDECK_API_KEY: organisation.keys.owner, LC_ALL: 'C' }
  for (const { out } of [await qd(`${line} --ascii`, wide), await qd(line, { ...wide, env })]) {
    expect(out.replaceAll('⟨202E⟩', '')).toMatch(/^[\x20-\x7e\n]*$/)
    expect(out).toContain('^ 111.2 %')
  }
})

test('if the previous period is before the first data, a note replaces the comparison', async () => {
  const { out, err, code } = await qd('overview --from 2026-01-20 --to 2026-01-30 --compare prev')
  expect(JSON.parse(out).previous).toBeNull()
  expect(err).toContain('No comparison: the previous period would start before 2026-01-14')
  expect(code).toBe(0)
})

test('parts that a member may not read are left out and listed as missing', async () => {
  const { out, err, code } = await qd('overview', { key: organisation.keys.member })
  const overview = JSON.parse(out)
  expect(overview).toMatchObject({ credits: null, readiness: { repositories: 2 }, incomplete: true })
  expect(
    overview.missing.map(({ what, status }: { what: string; status: number }) => `${what} ${status}`).sort(),
  ).toEqual(
    ['activity', 'budgets', 'credits', 'productivity', 'revisions', 'seats', 'today', 'tools'].map(
      (part) => `${part} 403`,
    ),
  )
  expect([code, err]).toEqual([7, expect.stringContaining('Missing credits')])
})

test('a guest, who may read no part, is rejected', async () => {
  const { out, err, code } = await qd('overview', { key: organisation.keys.guest })
  expect(out).toBe('')
  expect(err).toContain('403 Forbidden')
  expect(code).toBe(3)
})
