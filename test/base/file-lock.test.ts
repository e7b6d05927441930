import fs, { linkSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withFileLock } from '../../src/base/file-lock.ts'
import { makeFolder } from '../helpers/make-folder.ts'

/** Makes a lock stale, as after a crash. */
const makeStale = (path: string): void => {
  const then = (Date.now() - 60_000) / 1_000
  utimesSync(path, then, then)
}

const staleLock = () => {
  const folder = makeFolder()
  const path = join(folder, 'file.json')
  writeFileSync(`${path}.lock`, '')
  makeStale(`${path}.lock`)
  return { folder, path, lock: `${path}.lock` }
}

test('a lock that another program took after it was found stale is left alone', () => {
  const { folder, path, lock } = staleLock()
  const { lstatSync } = fs
  const restore = (): void => {
    Object.assign(fs, { lstatSync })
    syncBuiltinESMExports()
  }
  const look = (...args: Parameters<typeof lstatSync>) => {
    const stats = lstatSync(...args)
    if (args[0] === lock) {
      restore()
      rmSync(lock)
      writeFileSync(lock, '')
    }
    return stats
  }
  Object.assign(fs, { lstatSync: look })
  syncBuiltinESMExports()
  onTestFinished(restore)
  expect(() => withFileLock(path, () => 'both')).toThrow('EEXIST')
  expect(readdirSync(folder)).toEqual(['file.json.lock'])
})

test('only one program takes over a stale lock, even after crashes during a takeover, and no file is left', () => {
  const { folder, path } = staleLock()
  const aside = makeFolder()
  for (let crashes = 0; crashes < 3; crashes += 1) {
    // Restore the files after the release, as if the program had crashed.
    withFileLock(path, () => {
      expect(() => withFileLock(path, () => 'both')).toThrow('EEXIST')
      for (const name of readdirSync(folder)) linkSync(join(folder, name), join(aside, name))
    })
    expect(readdirSync(folder)).toEqual([])
    const names = readdirSync(aside).sort()
    for (const name of names) renameSync(join(aside, name), join(folder, name))
    expect(() => withFileLock(path, () => 'both')).toThrow('EEXIST')
    makeStale(join(folder, names.at(-1) ?? ''))
  }
  expect(withFileLock(path, () => 'taken')).toBe('taken')
  expect(readdirSync(folder)).toEqual([])
})

test('a folder in place of a lock stays, and does not block once it is old', () => {
  const folder = makeFolder()
  const path = join(folder, 'file.json')
  mkdirSync(join(`${path}.lock`, 'within'), { recursive: true })
  makeStale(`${path}.lock`)
  expect([withFileLock(path, () => 1), withFileLock(path, () => 2)]).toEqual([1, 2])
  expect(readdirSync(folder)).toEqual(['file.json.lock'])
})
