import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { writeAtomically, writeAtomicallySync } from '../../src/base/atomic-file.ts'
import { makeFolder } from '../helpers/make-folder.ts'

let folder: string
beforeEach(() => {
  folder = makeFolder()
})

for (const write of [writeAtomicallySync, writeAtomically]) {
  test(`${write.name} creates a file for its owner only, and leaves no other file`, async () => {
    const path = join(folder, 'a')
    expect(await write(path, 'text', { mayReplace: false })).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe('text')
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['a'])
  })

  test(`${write.name} replaces a file only with mayReplace`, async () => {
    const path = join(folder, 'a')
    writeFileSync(path, 'old')
    expect(await write(path, 'new', { mayReplace: false })).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(await write(path, 'new', { mayReplace: true })).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(readdirSync(folder)).toEqual(['a'])
  })

  test.skipIf(process.platform === 'win32')(`${write.name} does not replace a broken link`, async () => {
    symlinkSync(join(folder, 'nowhere'), join(folder, 'a'))
    expect(await write(join(folder, 'a'), 'new', { mayReplace: false })).toBe(false)
    expect(readdirSync(folder)).toEqual(['a'])
  })
}
