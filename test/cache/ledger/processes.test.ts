import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { clearLedger } from '../../../src/cache/ledger/clear-ledger.ts'
import { isLong } from '../../helpers/tries.ts'
import { testLedgers } from './test-ledgers.ts'

const ledgers = testLedgers()

/** Duration for which the programs use one file concurrently. */
const SECONDS = isLong ? 30 : 0.5

const child = join(import.meta.dirname, 'explorer-child.ts')
const start = (number: number, ms: number) => {
  const args = ['--no-warnings', child, ledgers.path, String(number), String(ms)]
  const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  running.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  return {
    isWriting: () => said.includes('.'),
    report: once(running, 'close').then(() => JSON.parse(said.split('\n')[1] || 'null')),
  }
}
const integrity = (): unknown => {
  const database = new DatabaseSync(ledgers.path)
  try {
    return database.prepare('PRAGMA integrity_check').all()
  } finally {
    database.close()
  }
}
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20))
}
test(
  'two processes write, walk and read one file concurrently, and every result is complete',
  async () => {
    const reports = await Promise.all([1, 2].map((number) => start(number, SECONDS * 1_000).report))
    for (const report of reports) {
      expect(report).toMatchObject({ wrong: [], notice: null, isKept: true })
      expect(report.walks).toBeGreaterThan(3)
    }
    expect(integrity()).toEqual([{ integrity_check: 'ok' }])
  },
  (SECONDS + 60) * 1_000,
)

test('processes that write continue after the cache is cleared', async () => {
  const one = start(1, 1_000)
  await until(one.isWriting)
  for (let time = 0; time < 3; time++) {
    clearLedger(ledgers.path)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { wrong, ...report } = await one.report
  // A walk may lose pages when the cache is cleared, but then it is not complete.
  expect(wrong.filter((each: string) => !each.endsWith('days of a complete walk are held'))).toEqual([])
  expect(report).toMatchObject({ notice: null, isKept: true })
  expect(integrity()).toEqual([{ integrity_check: 'ok' }])
})
