import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { changeEntry, hashMark, type OwnersFile, readEntry, tryChangeEntry } from '../../src/config/owners-file.ts'
import { makeFolder } from '../helpers/make-folder.ts'

type Entry = { count: number; at: number }

let path: string
let file: OwnersFile<Entry>
beforeEach(() => {
  path = join(makeFolder(), 'state', 'quarterdeck', 'counts.json')
  file = { path, member: 'counts', parse: ({ count }) => (typeof count === 'number' ? { count } : undefined) }
})

const put = (owner: string, count: number, at = 1) => changeEntry(file, owner, () => ({ count, at }))
const countOf = (owner: string) => readEntry(file, owner)?.count
const write = (text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

test('each owner has an entry in a private file; no temporary file or lock remains', () => {
  put('a', 1)
  put('b', 2)
  changeEntry(file, 'a', (before) => before && { ...before, count: before.count + 10 })
  expect(['a', 'b', 'c'].map(countOf)).toEqual([11, 2, undefined])
  changeEntry(file, 'b', () => undefined)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: 1, counts: { a: { count: 11, at: 1 } } })
  expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700])
  expect(readdirSync(dirname(path))).toEqual(['counts.json'])
})

test('the least recently written owners are removed first', () => {
  for (let owner = 0; owner <= 100; owner++) put(`o${owner}`, owner, owner)
  expect([countOf('o0'), countOf('o1'), countOf('o100')]).toEqual([undefined, 1, 100])
})

const brokenTexts = ['', '{"version":1,"counts":{"a":{"cou', '[]', 'null', '{"counts":{"a":7}}', 'x'.repeat(200_000)]
test.each(brokenTexts)('a broken file (%#) reads as empty and is replaced by the next change', (text) => {
  write(text)
  expect(countOf('a')).toBeUndefined()
  put('a', 4)
  expect(countOf('a')).toBe(4)
})

test('a corrupt entry is ignored, and the others stay', () => {
  write('{"version":1,"counts":{"a":{"count":"7"},"b":{"count":7,"at":1}}}')
  expect(['a', 'b'].map(countOf)).toEqual([undefined, 7])
})

test('a file of a newer version reads as empty and is not changed', () => {
  const newer = '{"version":2,"counts":{"a":{"count":7,"at":1}}}'
  write(newer)
  expect(countOf('a')).toBeUndefined()
  expect(() => put('a', 9)).toThrow('its version 2 is unknown')
  expect(readFileSync(path, 'utf8')).toBe(newer)
})

test('a change that cannot be written throws, and reading does not', () => {
  // There is a file in place of the folder.
  writeFileSync(dirname(dirname(path)), '')
  expect(() => put('a', 1)).toThrow('EEXIST')
  expect(tryChangeEntry(file, 'a', () => ({ count: 1, at: 1 }))).toBe(false)
  expect(countOf('a')).toBeUndefined()
})

test('a stale lock is removed, a held one is not', () => {
  write('{"version":1,"counts":{}}')
  const lock = `${path}.lock`
  writeFileSync(lock, '')
  expect(() => put('a', 3)).toThrow()
  utimesSync(lock, new Date(0), new Date(0))
  put('a', 3)
  expect([countOf('a'), existsSync(lock)]).toEqual([3, false])
})

test('programs that change the file at the same time lose no changes', async () => {
  const counter = join(makeFolder(), 'counter.ts')
  const source = new URL('../../src/config/owners-file.ts', import.meta.url).href
  writeFileSync(
    counter,
    `import { changeEntry } from '${source}'
     const file = { path: ${JSON.stringify(path)}, member: 'counts', parse: (entry) => entry, lockWaitMs: 3_000 }
     for (let n = 0; n < 30; n++)
       changeEntry(file, process.argv[2], (before = { count: 0 }) => ({ count: before.count + 1, at: 1 }))`,
  )
  const run = promisify(execFile)
  await Promise.all(['a', 'a', 'a', 'b'].map((owner) => run(process.execPath, [counter, owner])))
  expect(['a', 'b'].map(countOf)).toEqual([90, 30])
  expect(readdirSync(dirname(path))).toEqual(['counts.json'])
}, 30_000)

test('a mark is stored as a hash that differs between machines', () => {
  const [one, other] = [new Uint8Array(32), new Uint8Array(32).fill(7)].map((salt) => hashMark(salt, 'fell:repo'))
  expect(one).toMatch(/^[\w-]{16}$/)
  expect(other).not.toBe(one)
})
