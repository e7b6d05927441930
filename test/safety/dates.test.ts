import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allCommands } from '../../src/commands/command-table.ts'
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

/** Every command that takes a range, found by its options, so that a new one is tested too. */
const withRange = (await allCommands())
  // The audit log has events of all days, which it doesn't request by range.
  .filter(({ name, options }) => name !== 'audit list' && options.some(({ flags }) => flags.startsWith('--last')))
  .map(({ name }) => name)

test('the commands that take a range are known', () => {
  expect(withRange).toEqual([
    'overview',
    'report',
    'savings',
    'export',
    'analytics tokens',
    'analytics tools',
    'analytics activity',
    'analytics productivity',
    'analytics users',
  ])
})

/** A request for one day with small rows. Only the date header of its response is used. */
const TIME_PATH = '/api/v1/analytics/activity?startDate=2026-01-14&endDate=2026-01-14'
const pathsSent = (): string[] => server.received.map(({ path }) => path)

const target = join(tmpdir(), `quarterdeck-dates-${process.pid}.md`)
const folder = join(tmpdir(), `quarterdeck-dates-${process.pid}`)
afterAll(() => {
  for (const path of [target, folder]) rmSync(path, { force: true, recursive: true })
})
const targets: Partial<Record<string, readonly string[]>> = {
  report: ['--force', '-o', target],
  export: ['--force', '--parquet', folder],
}

const qd = (name: string, range: string) =>
  runQd([...`${name} ${range}`.split(' '), ...(targets[name] ?? [])], {
    url: server.url,
    key: 'qd-secret-key-7f3a9c',
  })

// It is noon of 21 November 2026, so the last day with data is the 20th. range-words.test.ts tests
// the messages. The next two days are rejected only after a request, because the server's clock may be two days ahead.
test.each([...withRange, 'analytics users --all'])('qd %s refuses days without data and future days', async (name) => {
  for (const [range, words, sent] of [
    ['--from 2026-01-13', 'the first day with data is 2026-01-14', []],
    ['--to 2026-11-23', 'the last day with data is yesterday, 2026-11-20 UTC', []],
    ['--last 7d --to 2026-11-20', '--last cannot be used together with --from or --to', []],
    ['--to 2026-11-22', 'the last day with data is yesterday, 2026-11-20 UTC', [TIME_PATH]],
  ] as const) {
    const { out, err, code } = await qd(name, range)
    expect(err, range).toContain(words)
    expect(err, range).toMatch(/^[^\n]+[.?]\n$/)
    expect([out, code, pathsSent()], range).toEqual(['', 2, sent])
  }
})

test.each(withRange)('qd %s loads the first and the last day with data', async (name) => {
  for (const range of ['--from 2026-01-14 --to 2026-01-14', '--from 2026-11-20', '--last 1d']) {
    const { err, code } = await qd(name, range)
    expect(code, `${range}: ${err}`).toBe(0)
  }
  const days = server.received.map(({ path }) => new URL(path, server.url).searchParams.get('endDate')).filter(Boolean)
  expect(new Set(days)).toEqual(new Set(['2026-01-14', '2026-11-20']))
})
