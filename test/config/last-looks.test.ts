import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { createLooks } from '../../src/config/own-memory.ts'
import { makeFolder } from '../helpers/make-folder.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = makeFolder()
  path = join(folder, 'state', 'quarterdeck', 'last-looks.json')
})

const open = (owner = 'acme', at = 1_000) => createLooks({ path, owner, now: () => at })
const put = (text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

test('the first look of all finds nothing before it, and the next run finds this one', () => {
  const first = open()
  expect(first.last()).toBeUndefined()
  first.saw(418)
  expect(open('acme', 2_000).last()).toEqual({ revision: 418, at: 1_000 })
  expect(open('other').last()).toBeUndefined()
})

test('what was seen before stays the same for the whole run', () => {
  open().saw(5)
  const run = open('acme', 2_000)
  run.saw(6)
  run.saw(9)
  expect(run.last()).toEqual({ revision: 5, at: 1_000 })
  expect(open().last()).toEqual({ revision: 9, at: 2_000 })
})

test('a lower number is never remembered, but the look is', () => {
  open().saw(9)
  open('acme', 2_000).saw(3)
  expect(open().last()).toEqual({ revision: 9, at: 2_000 })
})

test('the file is for its owner only and holds nothing but numbers, and no draft or lock is left', () => {
  open('0f2a').saw(7)
  expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700])
  expect(readdirSync(dirname(path))).toEqual(['last-looks.json'])
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: 1, looks: { '0f2a': { revision: 7, at: 1_000 } } })
})

test.each(['', '{"version":1,"looks":{"acme":{"revi', '[]', 'null', '{"looks":{"acme":7}}', 'x'.repeat(200_000)])(
  'a broken file (%#) marks nothing and is replaced by the next look',
  (text) => {
    put(text)
    const looks = open()
    expect(looks.last()).toBeUndefined()
    looks.saw(4)
    expect(open().last()).toEqual({ revision: 4, at: 1_000 })
  },
)

test('a broken entry is left out and the others stay', () => {
  put('{"version":1,"looks":{"acme":{"revision":"7","at":1},"other":{"revision":7,"at":1}}}')
  expect([open().last(), open('other').last()]).toEqual([undefined, { revision: 7, at: 1 }])
})

test('a file of a newer version marks nothing and stays as it is', () => {
  const newer = '{"version":2,"looks":{"acme":{"revision":7,"at":1}}}'
  put(newer)
  const looks = open()
  expect(looks.last()).toBeUndefined()
  looks.saw(9)
  expect(readFileSync(path, 'utf8')).toBe(newer)
})

test('where nothing can be written nothing is remembered, and nothing breaks', () => {
  mkdirSync(folder, { recursive: true })
  // A file where the folder should be.
  writeFileSync(join(folder, 'state'), '')
  const looks = open()
  expect(looks.last()).toBeUndefined()
  looks.saw(9)
  expect(open().last()).toBeUndefined()
})

test('a lock that a crash left behind is taken away, one that is held is not', () => {
  put('{"version":1,"looks":{}}')
  const lock = `${path}.lock`
  writeFileSync(lock, '')
  open().saw(3)
  expect([open().last(), existsSync(lock)]).toEqual([undefined, true])
  utimesSync(lock, new Date(0), new Date(0))
  open().saw(3)
  expect([open().last()?.revision, existsSync(lock)]).toEqual([3, false])
})

test('explorers that look at once never lose the higher number or the entry of another', async () => {
  const looker = join(folder, 'looker.ts')
  const source = new URL('../../src/config/own-memory.ts', import.meta.url).href
  writeFileSync(
    looker,
    `import { createLooks } from '${source}'
     const [owner, from] = process.argv.slice(2)
     for (let revision = Number(from); revision < Number(from) + 100; revision += 2)
       createLooks({ path: ${JSON.stringify(path)}, owner, now: () => 1 }).saw(revision)`,
  )
  const run = promisify(execFile)
  await Promise.all(
    [
      ['a', '1'],
      ['a', '2'],
      ['b', '51'],
    ].map((args) => run(process.execPath, [looker, ...args])),
  )
  expect([open('a').last()?.revision, open('b').last()?.revision]).toEqual([100, 149])
  expect(readdirSync(dirname(path))).toEqual(['last-looks.json'])
})
