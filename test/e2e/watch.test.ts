import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startService } from '../../src/service/start-service.ts'
import { NOW } from '../helpers/demos.ts'
import { open } from '../helpers/e2e.ts'
import { startFront } from '../helpers/front-server.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { envOf } from '../helpers/pty.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const clockModule = fileURLToPath(new URL('../helpers/test-clock.mjs', import.meta.url))

/** A response with far too many credits on 21 November, which is an item once that day is over. */
const spent = (body: unknown): unknown => {
  const { data } = body as { data?: { date?: string }[] }
  if (!Array.isArray(data)) return body
  return {
    ...(body as object),
    data: data.map((row) => (row.date === '2026-11-21' ? { ...row, billable_tokens: 900_000 } : row)),
  }
}

test('a watch over midnight prints the items of the new day, and none twice', async () => {
  // The service has the last day from the beginning, but by the program's clock it has not ended yet.
  vi.setSystemTime(NOW + DAY_MS)
  const service = await startService({ now: () => Date.now(), demo: { users: 12, days: 120, seed: 1 } })
  const front = await startFront({ url: service.url, key: service.keys.owner })
  front.alter(spent)
  onTestFinished(async () => {
    vi.setSystemTime(NOW)
    await front.close()
    await service.close()
  })
  const clock = join(makeFolder(), 'clock')
  const turnTo = (time: number) => {
    vi.setSystemTime(time)
    writeFileSync(`${clock}.next`, String(time))
    renameSync(`${clock}.next`, clock)
  }
  turnTo(NOW)
  const program = open({
    args: ['watch', '--every', '10m'],
    cols: 160,
    env: {
      ...envOf(front.url, front.key),
      NODE_OPTIONS: `--import=${clockModule}`,
      CLOCK_FILE: clock,
    },
  })
  const lines = () =>
    program
      .raw()
      .split('\r\n')
      .filter((line) => line.includes(' UTC '))
  const refreshes = () => front.counts()['/api/v0/computers'] ?? 0
  const refreshAt = async (time: number) => {
    const before = refreshes()
    turnTo(time)
    await expect.poll(refreshes).toBeGreaterThan(before)
  }
  await program.waitFor('fell from')
  await refreshAt(NOW + 10 * MINUTE_MS)
  const midnight = NOW - (NOW % DAY_MS) + DAY_MS
  // A run that began before midnight belongs to the previous day. The next one starts ten minutes later.
  let time = midnight - 5 * MINUTE_MS
  const isPrinted = () => lines().some((line) => line.includes('21 Nov  credits'))
  while (!isPrinted() && time < midnight + 2 * HOUR_MS) {
    time += 10 * MINUTE_MS
    await refreshAt(time)
    await program.waitFor(isPrinted, { timeoutMs: 2_000 }).catch(() => {})
  }
  await refreshAt(time + 10 * MINUTE_MS)
  await refreshAt(time + 20 * MINUTE_MS)
  const isOfFirst = (line: string) => /^2026-11-21 09:00 UTC {2}\S /.test(line)
  expect(lines().filter(isOfFirst).length).toBeGreaterThan(4)
  const later = lines().filter((line) => !isOfFirst(line))
  expect(later.length).toBeGreaterThan(0)
  for (const line of later) expect(line).toMatch(/^2026-11-22 0\d:\d5 UTC {2}\S /)
  expect(later.filter((line) => line.includes('21 Nov  credits'))).toHaveLength(1)
  const printed = lines().map((line) => line.slice('2026-11-21 09:00 UTC'.length))
  expect(new Set(printed).size).toBe(printed.length)
  program.press('^c')
  await expect(program.exited).resolves.toMatchObject({ code: 130 })
})
