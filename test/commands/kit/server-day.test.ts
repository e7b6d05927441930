import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { startDemoOrganisation } from '../../helpers/demo-organisation.ts'
import { NOW } from '../../helpers/demos.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

const HOUR = 3_600_000
const yesterday = '2026-11-20'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())

/** Runs a command on a machine whose clock is ahead of the server's. */
const qd = (line: string, aheadMs: number, options = {}) =>
  demo.qd(line, { now: () => NOW + aheadMs, skewMs: -aheadMs, ...options })

const leads = [26 * HOUR, -26 * HOUR, 40 * 24 * HOUR, 0]
test.each(leads)('with a clock %i ms ahead, days end yesterday by the server clock', async (aheadMs) => {
  const days = await qd('analytics tokens --last 2d', aheadMs)
  expect([days.code, days.err.includes("This machine's clock is")]).toEqual([0, aheadMs !== 0])
  expect(JSON.parse(days.out).data.map(({ date }: { date: string }) => date)).toEqual(['2026-11-19', yesterday])
  // By this machine's clock the day may not have ended.
  const day = await qd(`analytics tokens --from ${yesterday} --to ${yesterday}`, aheadMs)
  expect([day.code, JSON.parse(day.out).data.length]).toEqual([0, 1])
  const { meta } = JSON.parse((await qd('analytics tools --by tool --last 3d', aheadMs)).out)
  expect([meta.start_date, meta.end_date]).toEqual(['2026-11-18', yesterday])
  expect(JSON.parse((await qd('analytics users --last 1d --all', aheadMs)).out).meta.end_date).toBe(yesterday)
  expect(JSON.parse((await qd('overview --last 7d --json', aheadMs)).out).range).toMatchObject({ to: yesterday })
})

test('a clock behind the newest time in the cache is corrected, even if all days are cached', async () => {
  const cache = `${makeFolder()}/cache.db`
  const endOf = async (line: string, aheadMs: number) => {
    const { code, out } = await qd(line, aheadMs, { cache })
    return [code, JSON.parse(out).meta.end_date]
  }
  expect((await qd('analytics tokens --last 30d', 0, { cache })).code).toBe(0)
  demo.requested()
  expect(await endOf('analytics tokens --last 5d', 0)).toEqual([0, yesterday])
  expect(demo.requested()).toEqual([])
  for (const behindMs of [26 * HOUR, 20 * 24 * HOUR]) {
    expect(await endOf('analytics tokens --last 5d', -behindMs)).toEqual([0, yesterday])
    expect(await endOf('analytics tokens --last 5d --offline', -behindMs)).toEqual([0, yesterday])
  }
  const day = `analytics tokens --from ${yesterday} --to ${yesterday} --offline`
  expect(await endOf(day, -26 * HOUR)).toEqual([0, yesterday])
})

test("a clock behind the cache is corrected, even if the cache is older than the server's day", async () => {
  const cache = `${makeFolder()}/cache.db`
  const earlier = { now: () => NOW - 48 * HOUR, skewMs: 0, cache }
  const filled = await demo.qd('analytics tokens --last 30d', earlier)
  expect(JSON.parse(filled.out).meta.end_date).toBe('2026-11-18')
  const { out } = await qd('analytics tokens --last 2d', -72 * HOUR, { cache })
  expect(JSON.parse(out).meta.end_date).toBe(yesterday)
})

test('a day that has not ended on the server is rejected, and an invalid day without a request', async () => {
  const late = await qd('analytics tokens --from 2026-11-21 --to 2026-11-21', -26 * HOUR)
  expect([late.code, late.err]).toEqual([
    2,
    expect.stringContaining(`the last day with data is yesterday, ${yesterday} UTC`),
  ])
  const early = await qd('analytics tokens --from 2026-11-21 --to 2026-11-21', 26 * HOUR)
  expect(early.code).toBe(2)
  demo.requested()
  expect((await qd('analytics tokens --to 2026-11-24', 26 * HOUR)).code).toBe(2)
  expect((await qd(`analytics tokens --to ${yesterday} --from ${yesterday} --offline`, -26 * HOUR)).code).toBe(2)
  expect(demo.requested()).toEqual([])
})

test("qd report uses the days of the server's clock", async () => {
  const file = `${makeFolder()}/report.md`
  const { code } = await qd(`report --last 7d -o ${file}`, 26 * HOUR)
  expect([code, readFileSync(file, 'utf8')]).toEqual([0, expect.stringContaining('Nov 14–20 (7 days, UTC)')])
})

test('if rows were printed for the days of a wrong clock, the command fails', async () => {
  const cache = `${makeFolder()}/cache.db`
  expect((await qd('analytics users --last 7d --all', 0, { cache })).code).toBe(0)
  const { code, err } = await qd('analytics users --last 7d --all', 26 * HOUR, { cache })
  expect([code, err]).toEqual([7, expect.stringContaining("correct this machine's clock")])
})
