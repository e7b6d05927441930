import fs, { linkSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { withFileLock } from '../../src/base/file-lock.ts'
import { makeFolder } from '../helpers/make-folder.ts'

/** Calls `act` once, when the lock has been looked at: what other programs do between that and the next step. */
const afterLook = (act: () => void): void => {
  const real = { statSync: fs.statSync, lstatSync: fs.lstatSync }
  const restore = (): void => {
    Object.assign(fs, real)
    syncBuiltinESMExports()
  }
  const look =
    (stat: typeof fs.statSync) =>
    (...args: Parameters<typeof fs.statSync>) => {
      const stats = stat(...args)
      if (String(args[0]).endsWith('.lock')) {
        restore()
        act()
      }
      return stats
    }
  Object.assign(fs, { statSync: look(real.statSync), lstatSync: look(real.lstatSync as typeof fs.statSync) })
  syncBuiltinESMExports()
  onTestFinished(restore)
}

/** As old as one that a program left when it crashed. */
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

test('of two that found a lock stale at once, one gets it', async () => {
  const { folder, path } = staleLock()
  const state = new Int32Array(new SharedArrayBuffer(4))
  const other = new Worker(new URL('./file-lock-holder.ts', import.meta.url), { workerData: { path, state } })
  onTestFinished(async () => void (await other.terminate()))
  await new Promise((resolve, reject) => other.once('message', resolve).once('error', reject))
  const go = (to: number): void => {
    Atomics.store(state, 0, to)
    Atomics.notify(state, 0)
    Atomics.wait(state, 0, to, 10_000)
  }
  let heldByOther: number | undefined
  afterLook(() => {
    go(2)
    heldByOther = Atomics.load(state, 0)
  })
  expect(() => withFileLock(path, () => 'both')).toThrow('EEXIST')
  expect(heldByOther).toBe(3)
  go(4)
  expect(Atomics.load(state, 0)).toBe(5)
  expect(readdirSync(folder)).toEqual([])
  expect(withFileLock(path, () => 'later')).toBe('later')
})

test('a lock that has become the one of another since it was found stale is left alone', () => {
  const { folder, path, lock } = staleLock()
  afterLook(() => {
    rmSync(lock)
    writeFileSync(lock, '')
  })
  expect(() => withFileLock(path, () => 'both')).toThrow('EEXIST')
  expect(readdirSync(folder)).toEqual(['file.json.lock'])
})

test('a stale lock is taken also from programs that crashed while they took it, and nothing is left', () => {
  const { folder, path } = staleLock()
  const aside = makeFolder()
  for (let crashes = 0; crashes < 3; crashes += 1) {
    // The very files that a program holds are there again, as after its crash.
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

test('a folder in the place of a lock is not removed, and stops nothing once it is old', () => {
  const folder = makeFolder()
  const path = join(folder, 'file.json')
  mkdirSync(join(`${path}.lock`, 'within'), { recursive: true })
  makeStale(`${path}.lock`)
  expect([withFileLock(path, () => 1), withFileLock(path, () => 2)]).toEqual([1, 2])
  expect(readdirSync(folder)).toEqual(['file.json.lock'])
})
