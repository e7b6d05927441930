import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { assertOwnFile, readOwnFile } from '../../src/base/own-file.ts'
import { ForeignError, makeOwnFolder } from '../../src/base/own-folder.ts'
import { makeFolder } from '../helpers/make-folder.ts'

let root: string
/** The folder that is looked at. */
let own: string
beforeEach(() => {
  root = makeFolder()
  own = join(root, 'above', 'own')
})

const NOBODY = 65_534
/** Nobody else can give files away. */
const isRoot = process.getuid?.() === 0

test('it is made for its owner only, and is found again', () => {
  makeOwnFolder(own)
  makeOwnFolder(own)
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
test.each<[string, () => void]>([
  ['that others can write to', () => chmodSync(own, 0o777)],
  ...(isRoot ? [['that a group can write to', openToGroup] as [string, () => void]] : []),
  ['where others can add files', () => chmodSync(own, 0o1777)],
  ['in a folder that others can write to', () => chmodSync(join(root, 'above'), 0o777)],
  ['that is a link', linked],
])('a folder %s is refused', (_, spoil) => {
  makeOwnFolder(own)
  spoil()
  expect(() => makeOwnFolder(own)).toThrow(ForeignError)
})

test.runIf(isRoot).each<[string, () => void]>([
  ['of somebody else', () => chownSync(own, NOBODY, NOBODY)],
  ['below one of somebody else', () => chownSync(join(root, 'above'), NOBODY, NOBODY)],
])('a folder %s is refused', (_, spoil) => {
  makeOwnFolder(own)
  spoil()
  expect(() => makeOwnFolder(own)).toThrow(/belongs to somebody else$/)
})

test('a link of ours on the way is followed, and what it leads to is looked at', () => {
  makeOwnFolder(own)
  symlinkSync(join(root, 'above'), join(root, 'link'))
  makeOwnFolder(join(root, 'link', 'own'))
  chmodSync(join(root, 'above'), 0o777)
  expect(() => makeOwnFolder(join(root, 'link', 'own'))).toThrow(ForeignError)
})

test('a file of ours is read, unless it is too large; none is none', () => {
  makeOwnFolder(own)
  writeFileSync(join(own, 'a'), 'abc')
  const textOf = (most: number) => Buffer.from(readOwnFile(join(own, 'a'), most) ?? []).toString()
  expect([textOf(3), textOf(2), readOwnFile(join(own, 'b'), 9)]).toEqual(['abc', '', undefined])
  expect(readOwnFile(join(root, 'no', 'folder'), 9)).toBeUndefined()
})

test.each<[string, (path: string) => void]>([
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a folder', (path) => mkdirSync(path)],
  ['a link to a device without an end', (path) => symlinkSync('/dev/zero', path)],
])('%s in the place of a file is refused at once', (_, make) => {
  makeOwnFolder(own)
  make(join(own, 'a'))
  expect(() => assertOwnFile(join(own, 'a'))).toThrow(ForeignError)
  expect(() => readOwnFile(join(own, 'a'), 9)).toThrow()
})

test.skipIf(process.platform !== 'linux')('a folder that takes none says so, where Node would try for ever', () => {
  expect(() => makeOwnFolder('/proc/nowhere/deeper')).toThrow('ENOENT')
})
