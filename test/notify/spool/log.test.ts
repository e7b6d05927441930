import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appendLog, readLog } from '../../../src/notify/spool/log.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

const entry = (id: string) => ({ at: 5, outcome: 'failed' as const, why: 'x', id })
const fullLog = () => {
  const folder = makeFolder()
  const file = join(folder, 'log.ndjson')
  writeFileSync(file, `${JSON.stringify(entry('old'))}\n`.repeat(25_000), { mode: 0o600 })
  return { file, aside: join(folder, 'log.ndjson.1') }
}

test('a full log is put aside, and read with the new one', () => {
  const { file } = fullLog()
  appendLog({ folders: { logFile: file }, now: () => 5 }, entry('last'))
  appendLog({ folders: { logFile: file }, now: () => 5 }, entry('new'))
  expect(readLog(file).map(({ id }) => id)).toEqual([...Array.from({ length: 25_000 }, () => 'old'), 'last', 'new'])
})

test('where a folder stands in the place of the log put aside, the log does not grow without end, and reading names it', () => {
  const { file, aside } = fullLog()
  mkdirSync(aside)
  appendLog({ folders: { logFile: file }, now: () => 5 }, entry('last'))
  appendLog({ folders: { logFile: file }, now: () => 5 }, entry('new'))
  expect(statSync(file).size).toBeLessThan(1_000)
  expect(() => readLog(file)).toThrow(`${aside} is no ordinary file`)
})
