import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { assertOwnFile, readOwnFile } from '../../src/base/own-file.ts'
import { createOwnFolder, UntrustedPathError } from '../../src/base/own-folder.ts'
import { makeFolder } from '../helpers/make-folder.ts'

let root: string
/** The folder under test. */
let own: string
beforeEach(() => {
  root = makeFolder()
  own = join(root, 'above', 'own')
})

const OTHER_UID = 65_534
const isRoot = process.getuid?.() === 0

test('a folder is created once, for its owner only', () => {
  createOwnFolder(own)
  createOwnFolder(own)
  expect(statSync(own).mode & 0o777).toBe(0o700)
})

const openToGroup = () => {
  chmodSync(own, 0o770)
  chownSync(own, process.getuid?.() ?? 0, 12_345)
}
const linked = () => {
  rmSync(own, { recursive: true })
  mkdirSync(`${own}-2`, { mode: 0o700 })
  symlinkSync(`${own}-2`, own)
}
/** Only root can give files to another user or group. */
const foreign: [string, () => void, RegExp][] = [
  ['that a group can write to', openToGroup, /^other users can write to/],
  ['of another user', () => chownSync(own, OTHER_UID, OTHER_UID), /is owned by another user$/],
  ["in another user's folder", () => chownSync(join(root, 'above'), OTHER_UID, OTHER_UID), /is owned by another user$/],
]
test.each<[string, () => void, RegExp]>([
  ['that others can write to', () => chmodSync(own, 0o777), /^other users can write to/],
  ['where others can add files', () => chmodSync(own, 0o1777), /^other users can write to/],
  ['in a folder that others can write to', () => chmodSync(join(root, 'above'), 0o777), /^other users can/],
  ['below a folder that others can write to', () => chmodSync(root, 0o777), /^other users can write to/],
  ['that is a link', linked, /must be a folder, not a link or a file/],
  ...(isRoot ? foreign : []),
])('a folder %s is refused', (_, spoil, message) => {
  createOwnFolder(own)
  spoil()
  expect(() => createOwnFolder(own)).toThrow(UntrustedPathError)
  expect(() => createOwnFolder(own)).toThrow(message)
})

test('a link of the user in the path is followed, and its target is checked', () => {
  createOwnFolder(own)
  symlinkSync(join(root, 'above'), join(root, 'link'))
  createOwnFolder(join(root, 'link', 'own'))
  chmodSync(join(root, 'above'), 0o777)
  expect(() => createOwnFolder(join(root, 'link', 'own'))).toThrow(UntrustedPathError)
})

test('a file of the user is read, unless it is too large or missing', () => {
  createOwnFolder(own)
  writeFileSync(join(own, 'a'), 'abc')
  const textOf = (most: number) => Buffer.from(readOwnFile(join(own, 'a'), most) ?? []).toString()
  expect([textOf(3), textOf(2), readOwnFile(join(own, 'b'), 9)]).toEqual(['abc', '', undefined])
  expect(readOwnFile(join(root, 'no', 'folder'), 9)).toBeUndefined()
})

test.each<[string, (path: string) => void]>([
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a folder', (path) => mkdirSync(path)],
  ['a link to a device without an end', (path) => symlinkSync('/dev/zero', path)],
])('%s in place of a file is rejected without blocking', (_, make) => {
  createOwnFolder(own)
  make(join(own, 'a'))
  expect(() => assertOwnFile(join(own, 'a'))).toThrow(UntrustedPathError)
  expect(() => readOwnFile(join(own, 'a'), 9)).toThrow('is not a regular file')
})

test.skipIf(process.platform !== 'linux')('a folder below /proc fails with ENOENT, without endless retries', () => {
  expect(() => createOwnFolder('/proc/nowhere/deeper')).toThrow('ENOENT')
})
