import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appendLog } from '../../../src/notify/spool/log.ts'
import { readLog } from '../../../src/notify/spool/read-log.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

test('a full log is rotated and read with the new one, and the log is truncated if rotation is blocked', () => {
  const entry = (id: string) => ({ at: 5, outcome: 'failed' as const, why: 'x', id })
  for (const isBlocked of [false, true]) {
    const file = join(makeFolder(), 'log.ndjson')
    writeFileSync(file, `${JSON.stringify(entry('old'))}\n`.repeat(25_000), { mode: 0o600 })
    if (isBlocked) mkdirSync(`${file}.1`)
    for (const id of ['last', 'new']) appendLog({ folders: { logFile: file }, now: () => 5 }, entry(id))
    expect(statSync(file).size).toBeLessThan(1_000)
    if (isBlocked) expect(() => readLog(file)).toThrow(`${file}.1 is not a regular file`)
    else expect(readLog(file).map(({ id }) => id)).toEqual([...Array(25_000).fill('old'), 'last', 'new'])
  }
})

test('entries of earlier versions are read with the current outcome and prefix', () => {
  const file = join(makeFolder(), 'log.ndjson')
  const old = [
    { at: 1, outcome: 'told', why: 'rule 1 applies', id: 'a' },
    { at: 2, outcome: 'failed', why: 'rehearsal: HTTP 404', channel: 'team' },
    { at: 3, outcome: 'sent', why: 'HTTP 200', channel: 'team' },
    { at: 4, outcome: 'constructor', why: 'x' },
  ]
  writeFileSync(file, old.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 })
  expect(readLog(file)).toEqual([
    { at: 1, outcome: 'accepted', why: 'rule 1 applies', id: 'a' },
    { at: 2, outcome: 'failed', why: 'test: HTTP 404', channel: 'team' },
    { at: 3, outcome: 'sent', why: 'HTTP 200', channel: 'team' },
  ])
})
