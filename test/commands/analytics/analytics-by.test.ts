import { afterAll, expect, test } from 'vitest'
import { earlierDays } from '../../../src/domain/calendar/weekday-baseline.ts'
import { middle } from '../../figures/days.ts'
import { type Row, startDemoOrganisation } from '../../helpers/demo-organisation.ts'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())

const NOW = ['2026-11-07', '2026-11-20'] as const
const range = '--from 2026-11-07 --to 2026-11-20'

const by = async (line: string) => JSON.parse((await demo.qd(`analytics ${line} ${range} --compare prev`)).out).data

type Entry = Record<string, unknown>

/** Sums of a nested list over raw rows, computed independently of the program. */
const sums = (rows: readonly Row[], list: string, key: string, count: string): Map<string, number> => {
  const found = new Map<string, number>()
  for (const entry of rows.flatMap((row) => (row[list] ?? []) as Entry[]))
    found.set(String(entry[key]), (found.get(String(entry[key])) ?? 0) + Number(entry[count]))
  return found
}

// The lists that test/figures does not compare.
test.each([
  ['tools --by mcp-server --apart', 'mcp_by_server', 'server', 'invocations', 'mcp_server', 'calls'],
  ['tools --by skill', 'skills_by_name', 'name', 'count', 'skill', 'uses'],
  ['tools --by slash-command', 'slash_commands_by_name', 'name', 'count', 'command', 'uses'],
  ['productivity --by extension', 'by_extension', 'extension', 'count', 'extension', 'operations'],
])('analytics %s prints the sums of the raw rows, largest first', async (line, list, key, count, name, value) => {
  const rows: Entry[] = (await by(line)).filter((row: Entry) => row[value] !== 0)
  const now = sums(await demo.raw(line.split(' ')[0] ?? '', ...NOW), list, key, count)
  expect(now.size).toBeGreaterThan(0)
  expect(new Map(rows.map((row) => [row[name], row[value]]))).toEqual(now)
  expect(rows.map((row) => row[value])).toEqual([...now.values()].toSorted((a, b) => b - a))
})

test('shares are fractions of all credits, even if only some rows are printed', async () => {
  const now = await demo.raw('tokens', ...NOW)
  const whole = now.reduce((sum, row) => sum + Number(row.billable_tokens), 0)
  const rows: Entry[] = await by("tokens --by model --where 'model=opus'")
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ model: 'opus', share: Number(rows[0]?.credits) / whole, share_of: 'all credits' })
  const { out } = await demo.qd(`analytics tokens --by model ${range} --format table`)
  expect(out.split('\n')[0]).toMatch(/^MODEL +TIER +CREDITS +% ALL +INPUT +OUTPUT$/)
})

test('rows are sorted by any column and filtered by any member', async () => {
  const rows: Entry[] = await by("tools --by tool --sort name --where 'calls>1k'")
  expect(rows.map(({ tool }) => tool)).toEqual(rows.map(({ tool }) => tool).toSorted())
  const risen: Entry[] = await by("tools --by tool --where 'delta>5% calls_previous>0 share<50%'")
  const all: Entry[] = await by('tools --by tool')
  const isRisen = (row: Entry): boolean => Number(row.calls_change) > 0.05 && Number(row.share) < 0.5
  expect(risen).toEqual(all.filter((row) => Number(row.calls_previous) > 0 && isRisen(row)))
  expect(risen.length).toBeGreaterThan(0)
  const figures: Entry[] = await by('activity --by figures')
  expect(figures.find(({ figure }) => figure === 'stickiness')?.unit).toBe('share')
  const { out } = await demo.qd(`analytics tools --by figures ${range} --format table`)
  expect(out).toMatch(/^tool calls +total +14,283$/m)
  expect(out).toMatch(/^autonomy, p90 +median day +16\.80$/m)
  expect(out).toMatch(/^autonomy levels, manual +mean day +2\.0 %$/m)
})

const FRIDAY = '--from 2026-11-13 --to 2026-11-13 --compare weekday'

test('a day is compared with the median of its weekday in the eight weeks before, in every format', async () => {
  const creditsOn = async (day: string) =>
    sums(await demo.raw('tokens', day, day), 'by_model', 'model_id', 'billable_tokens').get('opus') ?? 0
  const line = `analytics tokens --by model ${FRIDAY}`
  const { data }: { data: Entry[] } = JSON.parse((await demo.qd(line)).out)
  const [own, usual] = [
    await creditsOn('2026-11-13'),
    middle(await Promise.all(earlierDays('2026-11-13').map(creditsOn))),
  ]
  expect(data).toContainEqual(
    expect.objectContaining({ model: 'opus', credits: own, usual, difference: own - (usual ?? 0) }),
  )
  const risen = await demo.qd(`${line} --where 'delta>1k usual>0' --sort difference:asc`)
  const differences = data.map(({ difference }) => Number(difference)).filter((difference) => difference > 1_000)
  expect(JSON.parse(risen.out).data.map((row: Entry) => row.difference)).toEqual(differences.toSorted((a, b) => a - b))
  for (const [format, text] of [
    ['table', /^MODEL +TIER +CREDITS +% ALL +USUAL +VS USUAL +INPUT +OUTPUT\n\S+ .* ▲ [\d,]+ /],
    ['md', '| share_of | usual | difference |'],
    ['csv', ',share_of,usual,difference,'],
    ['ndjson', /^.*"usual":/],
  ] as const)
    expect((await demo.qd(`${line} --format ${format}`)).out).toEqual(
      typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
    )
  expect((await demo.qd(`analytics tools --by autonomy-level ${FRIDAY} --format table`)).out).toMatch(
    /[▲▼] \d+\.\d pt\n/,
  )
})

test('if too few of the earlier weeks have data, the usual values are null, with a note', async () => {
  const { out, err } = await demo.qd('analytics tokens --by model --from 2026-08-07 --to 2026-08-07 --compare weekday')
  expect(JSON.parse(out).data.length).toBeGreaterThan(0)
  for (const row of JSON.parse(out).data) expect(row).toMatchObject({ usual: null, difference: null })
  expect(err).toContain('Too few earlier Fridays to compute the usual value.')
})
