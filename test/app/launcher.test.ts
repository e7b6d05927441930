import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
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

test("the compile cache is in the program's own folder, not in the shared one", async () => {
  await run('--help')
  expect(statSync(code).mode & 0o777).toBe(0o700)
  expect(readdirSync(code)).toHaveLength(1)
  expect(readdirSync(join(home, 'tmp'))).toEqual([])
})

test('a compile cache that other users can write to is not used, and the program still runs', async () => {
  mkdirSync(code, { recursive: true })
  chmodSync(code, 0o777)
  const { stdout, stderr } = await run('--version')
  expect([stdout, stderr]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\n$/), ''])
  expect([readdirSync(code), readdirSync(join(home, 'tmp'))]).toEqual([[], []])
})

test('if the folder of the compile cache cannot be created, the program still runs', async () => {
  const { stdout } = await run('--version', '/dev/null/cache')
  expect(stdout).toMatch(/^\d/)
  expect(existsSync(code)).toBe(false)
})
