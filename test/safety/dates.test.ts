import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allCommands } from '../../src/commands/command-table.ts'
import { NOW } from '../helpers/demos.ts'
import { answer, type FaultyServer, startFaultyServer } from '../helpers/faulty-server.ts'
import { runQd } from '../helpers/run-qd.ts'

let server: FaultyServer
beforeAll(async () => {
  server = await startFaultyServer(
    answer(200, { data: [], meta: {}, changes: [], pagination: {}, reports: [], jobs: [] }),
  )
})
afterAll(() => server.close())
beforeEach(() => {
  server.received.length = 0
})

/** Every command that takes a range, by its own options, so that a new one is judged too. */
const withRange = (await allCommands())
  .filter(({ options }) => options.some(({ flags }) => flags.startsWith('--last')))
  .map(({ name }) => name)

// The clock stands at noon of 21 November 2026: the last day is the 20th.
const refused: [range: string, says: string][] = [
  // What else is no day and no number of days, range-words.test.ts shows.
  ['--from 2026-02-30 --to 2026-03-01', '2026-02-30 is not in the calendar'],
  ['--from 2026-11-01T00:00:00Z', 'is not a day'],
  ['--from=', '"" is not a day'],
  ['--from 2026-11-10 --to 2026-11-09', 'after its end on 2026-11-09'],
  ['--from 2026-01-13', 'the first day with data is 2026-01-14'],
  ['--to 2026-01-13', '2026-01-14'],
  ['--to 2026-11-23', 'the last day with data is yesterday, 2026-11-20 UTC'],
  ['--last 99999d', '"99999d" is not a number of days'],
  ['--last -3d', '-3d'],
  ['--last 7d --to 2026-11-20', '--last and --from/--to exclude each other'],
  ['--from', '--from needs a value'],
]

/** Days that are over for a server whose clock is up to two days ahead: its clock decides. */
const undecided: typeof refused = [
  ['--to 2026-11-21', 'the last day with data is yesterday, 2026-11-20 UTC'],
  ['--to 2026-11-22', 'the last day with data is yesterday, 2026-11-20 UTC'],
  ['--from 2026-11-21', '2026-11-20'],
]

test('the commands that take a range are known', () => {
  expect(withRange).toEqual([
    'overview',
    'report',
    'analytics tokens',
    'analytics tools',
    'analytics activity',
    'analytics productivity',
    'analytics users',
  ])
})

/** One day of small rows: its answer is read for the time in its head alone. */
const TIME_PATH = '/api/v1/analytics/activity?startDate=2026-01-14&endDate=2026-01-14'
const pathsSent = (): string[] => server.received.map(({ path }) => path)

/** Where a report goes that nobody looks at. */
const target = join(tmpdir(), `quarterdeck-dates-${process.pid}.md`)
afterAll(() => rmSync(target, { force: true }))

const qd = (line: string) =>
  runQd(
    [...line.split(' '), ...(line.startsWith('report') && !line.endsWith('--from') ? ['--force', '-o', target] : [])],
    {
      url: server.url,
      key: 'qd-secret-key-7f3a9c',
    },
  )

const refuses = async (line: string, says: string) => {
  const { out, err, code } = await qd(line)
  expect(err, line).toContain(says)
  expect(err, line).toMatch(/^[^\n]+[.?]\n$/)
  expect(out, line).toBe('')
  expect(code, line).toBe(2)
}
const linesOf = (name: string, range: string): string[] => [
  `${name} ${range}`,
  ...(name === 'analytics users' ? [`${name} --all ${range}`] : []),
]

test.each(withRange)('qd %s refuses a range there is no data for in one sentence, and sends nothing', async (name) => {
  for (const [range, says] of refused) for (const line of linesOf(name, range)) await refuses(line, says)
  expect(server.received).toEqual([])
})

test.each(withRange)('qd %s refuses the next two days after one small request for the time', async (name) => {
  for (const [range, says] of undecided)
    for (const line of linesOf(name, range)) {
      server.received.length = 0
      await refuses(line, says)
      expect(pathsSent(), line).toEqual([TIME_PATH])
    }
})

test.each(withRange)('qd %s sends the first and the last day there can be', async (name) => {
  for (const range of ['--from 2026-01-14 --to 2026-01-14', '--from 2026-11-20', '--last 1d']) {
    const { err, code } = await qd(`${name} ${range}`)
    expect(code, `${range}: ${err}`).toBe(0)
  }
  const days = server.received.map(({ path }) => new URL(path, server.url).searchParams.get('endDate')).filter(Boolean)
  expect(new Set(days)).toEqual(new Set(['2026-01-14', '2026-11-20']))
})

test('what counts as yesterday is a matter of UTC, not of the zone of the machine', async () => {
  expect(new Date(NOW).getTimezoneOffset()).not.toBe(0)
  for (const [now, last, next] of [
    ['2026-11-20T23:59:59Z', '2026-11-19', '2026-11-20'],
    ['2026-11-21T00:00:00Z', '2026-11-20', '2026-11-21'],
  ]) {
    const at = { url: server.url, key: 'qd-secret-key-7f3a9c', now: () => Date.parse(now ?? '') }
    server.received.length = 0
    expect((await runQd(['analytics', 'tokens', '--from', last ?? '', '--to', last ?? ''], at)).code, now).toBe(0)
    expect(pathsSent()).toEqual([expect.stringContaining(`endDate=${last}`)])
    expect((await runQd(['analytics', 'tokens', '--to', next ?? ''], at)).code, now).toBe(2)
    expect(pathsSent().slice(1)).toEqual([TIME_PATH])
  }
})
