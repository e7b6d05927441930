import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../helpers/make-folder.ts'

/** Written by the build, which npm test runs first. */
const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))

let home: string
let code: string
beforeEach(() => {
  home = makeFolder()
  code = join(home, 'cache', 'quarterdeck', 'code')
  mkdirSync(join(home, 'tmp'))
})

const run = (arg?: string, cacheFolder = join(home, 'cache')) =>
  promisify(execFile)(process.execPath, [program, ...(arg === undefined ? [] : [arg])], {
    env: { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: cacheFolder, TMPDIR: join(home, 'tmp') },
  })

test('what Node compiled is kept in a folder of ours, and nothing of it in one for everybody', async () => {
  await run('--help')
  expect(statSync(code).mode & 0o777).toBe(0o700)
  expect(readdirSync(code)).toHaveLength(1)
  expect(readdirSync(join(home, 'tmp'))).toEqual([])
})

test('a folder that others can write to is not used for it, and the program runs all the same', async () => {
  mkdirSync(code, { recursive: true })
  chmodSync(code, 0o777)
  const { stdout, stderr } = await run('--version')
  expect([stdout, stderr]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\n$/), ''])
  expect([readdirSync(code), readdirSync(join(home, 'tmp'))]).toEqual([[], []])
})

test('where no folder can be made the program runs all the same', async () => {
  const { stdout } = await run('--version', '/dev/null/cache')
  expect(stdout).toMatch(/^\d/)
  expect(existsSync(code)).toBe(false)
})

test('compiled code that was damaged on the disk is not run, and that of other versions is not kept', async () => {
  const open = () =>
    run().then(
      () => '',
      ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr}`,
    )
  const said = await open()
  expect(said).toMatch(/^2 The explorer needs a terminal/)
  const [kept = '', ...others] = readdirSync(code, { recursive: true, encoding: 'utf8' }).filter(isCode)
  expect(others).toEqual([])
  const file = join(code, kept)
  const whole = readFileSync(file)
  const { ino } = statSync(file)
  await open()
  // What V8 refused would have been written again.
  expect(statSync(file).ino).toBe(ino)
  // Every 500th byte: V8 by itself would run it, and end with a signal.
  const damaged = whole.map((byte, at) => (at % 500 === 499 ? byte ^ 0x10 : byte))
  const older = join(dirname(file), 'chunk-OLDER000.code')
  for (const bytes of [damaged, whole.subarray(0, 100_000), Buffer.alloc(0)]) {
    writeFileSync(file, bytes)
    writeFileSync(older, 'of an older version')
    expect(await open()).toBe(said)
    expect(readFileSync(file).equals(bytes)).toBe(false)
    expect(existsSync(older)).toBe(false)
  }
})

test('compiled code is run from a folder of ours only, and from files of the user only', async () => {
  const shared = join(home, 'shared')
  const open = (env = {}) =>
    promisify(execFile)(process.execPath, [program], {
      env: { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), ...env },
    }).catch(() => {})
  const codeIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(isCode)
      .map((name) => join(folder, name))
  await open({ NODE_COMPILE_CACHE: shared })
  expect(codeIn(shared)).toEqual([])
  const [file = ''] = codeIn(code)
  const { ino } = statSync(file)
  await open({ NODE_COMPILE_CACHE: shared })
  // What was not taken would have been written again.
  expect(statSync(file).ino).toBe(ino)
  if (process.getuid?.() !== 0) return
  chownSync(file, 12_345, 12_345)
  await open({ NODE_COMPILE_CACHE: shared })
  expect(statSync(file)).toMatchObject({ uid: 0 })
})

const isCode = (name: string): boolean => name.endsWith('.code')
