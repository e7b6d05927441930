import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { loadMachineSalt } from '../../src/config/machine-salt.ts'
import { makeFolder } from '../helpers/make-folder.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = makeFolder()
  path = join(folder, 'state', 'quarterdeck', 'salt')
})

const hex = (salt: Uint8Array): string => Buffer.from(salt).toString('hex')

test('the salt is 32 random bytes, the same every time, in a file for its owner only', () => {
  const first = loadMachineSalt(path)
  expect([first.salt.length, first.notice]).toEqual([32, undefined])
  expect(hex(loadMachineSalt(path).salt)).toBe(hex(first.salt))
  expect(hex(readFileSync(path))).toBe(hex(first.salt))
  expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700])
  expect(readdirSync(dirname(path))).toEqual(['salt'])
  expect(hex(loadMachineSalt(join(folder, 'other')).salt)).not.toBe(hex(first.salt))
})

test('a salt file that others can read gets private permissions', () => {
  const { salt } = loadMachineSalt(path)
  chmodSync(path, 0o644)
  expect(hex(loadMachineSalt(path).salt)).toBe(hex(salt))
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test.each([0, 31, 33])('a file of %d bytes is replaced by a salt', (length) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, Buffer.alloc(length))
  const { salt } = loadMachineSalt(path)
  expect(salt.length).toBe(32)
  expect(hex(readFileSync(path))).toBe(hex(salt))
})

test('a salt that cannot be stored, or that others could replace, is replaced by one for this run', () => {
  const { salt } = loadMachineSalt(path)
  chmodSync(dirname(path), 0o777)
  const other = loadMachineSalt(path)
  expect(hex(other.salt)).not.toBe(hex(salt))
  expect(other.notice).toContain('run chmod go-w on it')
  writeFileSync(join(folder, 'file'), '')
  const blocked = join(folder, 'file', 'salt')
  expect(loadMachineSalt(blocked).notice).toContain(blocked)
})

test('programs that create the salt at the same time get the same one', async () => {
  const module = new URL('../../src/config/machine-salt.ts', import.meta.url).href
  const code = `const { loadMachineSalt } = await import('${module}'); console.log(Buffer.from(loadMachineSalt('${path}').salt).toString('hex'))`
  const run = () => promisify(execFile)(process.execPath, ['--no-warnings', '--input-type=module', '-e', code])
  const said = await Promise.all(Array.from({ length: 6 }, run))
  expect(new Set(said.map(({ stdout }) => stdout.trim()))).toEqual(new Set([hex(readFileSync(path))]))
  expect(readdirSync(dirname(path))).toEqual(['salt'])
})
