import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { keyFileOf, readKeyFile, removeKeyFile, writeKeyFile } from '../../../src/config/keys/key-file.ts'
import { failureOf, makeFolder } from '../../helpers/make-folder.ts'

const written = (): string => {
  const path = keyFileOf(join(makeFolder(), 'quarterdeck', 'keys'), 'acme')
  writeKeyFile(path, 'the-stored-key')
  return path
}

const refusalOf = async (path: string) => {
  const error = await failureOf(() => readKeyFile(path))
  expect(error).toMatchObject({ name: 'AppError', kind: 'usage' })
  expect(error.message).toMatch(/^The key is not used: .*\.$/)
  return error.message
}

test('a key file is readable only by its owner (0600 in a folder with 0700), whatever the umask', () => {
  const before = process.umask(0)
  try {
    const path = written()
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700])
    expect(readdirSync(dirname(path))).toEqual(['acme.json'])
    expect(readKeyFile(path)).toBe('the-stored-key')
  } finally {
    process.umask(before)
  }
})

test('reading a missing key file returns undefined, and deleting it succeeds', () => {
  const path = written()
  removeKeyFile(path)
  removeKeyFile(path)
  expect(readKeyFile(path)).toBeUndefined()
  expect(readKeyFile(join(makeFolder(), 'keys', 'acme.json'))).toBeUndefined()
})

test.each([0o640, 0o604, 0o620, 0o666, 0o677])('a file of mode %o is refused, naming the chmod', async (mode) => {
  const path = written()
  chmodSync(path, mode)
  expect(await refusalOf(path)).toContain(
    `${path} can be read by others (mode ${mode.toString(8)}); run chmod 600 ${path}.`,
  )
})

test.each([0o750, 0o777])('a folder of mode %o is refused for reading and for writing', async (mode) => {
  const path = written()
  chmodSync(dirname(path), mode)
  const words = `run chmod 700 ${dirname(path)}.`
  expect(await refusalOf(path)).toContain(words)
  expect((await failureOf(() => writeKeyFile(path, 'new'))).message).toContain(words)
  expect(readFileSync(path, 'utf8')).toBe('the-stored-key')
})

test('links to a key file or its folder are not followed', async () => {
  const target = written()
  const folder = join(makeFolder(), 'keys')
  mkdirSync(folder, { mode: 0o700 })
  symlinkSync(target, keyFileOf(folder, 'acme'))
  expect(await refusalOf(keyFileOf(folder, 'acme'))).toContain('is a symbolic link')
  const linked = join(makeFolder(), 'keys')
  symlinkSync(dirname(target), linked)
  expect(await refusalOf(keyFileOf(linked, 'acme'))).toContain('is not a folder')
})

test('writing a key file replaces a link, not its target', () => {
  const target = join(makeFolder(), 'precious')
  writeFileSync(target, 'precious')
  const path = written()
  removeKeyFile(path)
  symlinkSync(target, path)
  writeKeyFile(path, 'new')
  expect(lstatSync(path).isFile()).toBe(true)
  expect(readKeyFile(path)).toBe('new')
  expect(readFileSync(target, 'utf8')).toBe('precious')
})

test('a folder, a pipe and a large file in place of a key file are refused', async () => {
  const path = written()
  const place = (name: string) => keyFileOf(dirname(path), name)
  mkdirSync(place('folder'), { mode: 0o700 })
  expect(await refusalOf(place('folder'))).toContain('is not a file')
  execFileSync('mkfifo', ['-m', '600', place('pipe')])
  expect(await refusalOf(place('pipe'))).toContain('is not a file')
  writeFileSync(place('flood'), 'x'.repeat(16_385), { mode: 0o600 })
  expect(await refusalOf(place('flood'))).toContain('larger than 16384 bytes')
})

test('a key that cannot be written is an error with its path', async () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')
  const error = await failureOf(() => writeKeyFile(keyFileOf(file, 'acme'), 'new'))
  expect(error).toMatchObject({ name: 'AppError' })
  expect(error.message).toContain(file)
})

test('no key file is deleted in a folder that is a link', async () => {
  const path = written()
  const link = join(makeFolder(), 'keys')
  symlinkSync(dirname(path), link)
  const error = await failureOf(() => removeKeyFile(join(link, 'acme.json')))
  expect(error.message).toMatch(/was not deleted: .* must be a folder, not a link or a file\.$/)
  expect(readKeyFile(path)).toBe('the-stored-key')
})
