import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { saveFile } from '../../src/app/create-outside.ts'
import { failureOf, makeFolder } from '../helpers/make-folder.ts'

test('a saved file gets its mode from the umask, and ~/ is the home folder', async () => {
  const home = makeFolder()
  const before = process.umask(0o027)
  onTestFinished(() => void process.umask(before))
  await expect(saveFile('~/a.csv', '1', { home })).resolves.toBe('~/a.csv')
  expect([readFileSync(join(home, 'a.csv'), 'utf8'), statSync(join(home, 'a.csv')).mode & 0o777]).toEqual(['1', 0o640])
})

test('a private file can be read by its owner only, whatever the umask is', async () => {
  const folder = makeFolder()
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  await saveFile(join(folder, 'a.key'), 'k', { isPrivate: true })
  expect(statSync(join(folder, 'a.key')).mode & 0o777).toBe(0o600)
})

test('an existing file is replaced only with isForced', async () => {
  const folder = makeFolder()
  const path = join(folder, 'a.md')
  writeFileSync(path, 'mine')
  const error = await failureOf(saveFile(path, 'theirs'))
  expect(error).toMatchObject({ kind: 'refused', message: `${path} already exists and was not changed.` })
  expect(readFileSync(path, 'utf8')).toBe('mine')
  await saveFile(path, 'theirs', { isForced: true })
  expect(readFileSync(path, 'utf8')).toBe('theirs')
  expect(readdirSync(folder)).toEqual(['a.md'])
})

test('a symbolic link counts as an existing file and is not followed', async () => {
  const folder = makeFolder()
  const [target, link] = [join(folder, 'precious'), join(folder, 'a.md')]
  symlinkSync(target, link)
  expect(await failureOf(saveFile(link, 'x'))).toMatchObject({ kind: 'refused' })
  expect(readdirSync(folder)).toEqual(['a.md'])
  writeFileSync(target, 'precious')
  await saveFile(link, 'x', { isForced: true })
  expect(readFileSync(target, 'utf8')).toBe('precious')
  expect(readFileSync(link, 'utf8')).toBe('x')
})

test.each<[string, string, string]>([
  ['missing/a.md', 'failed', 'was not written: the folder does not exist; create it or choose another folder.'],
  ['file/a.md', 'failed', 'was not written: a part of the path is not a folder; choose another path.'],
  ['folder', 'usage', 'is a folder: add the name of a file.'],
  [`${'n'.repeat(300)}.md`, 'failed', 'was not written: the name is too long; shorten it.'],
])('%s is an error of one sentence, and leaves nothing', async (name, kind, words) => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'file'), '')
  mkdirSync(join(folder, 'folder'))
  const path = join(folder, name)
  const error = await failureOf(saveFile(path, 'x', { isForced: true }))
  expect(error).toMatchObject({ kind, message: `${path} ${words}` })
  expect(readdirSync(folder, { recursive: true })).toEqual(['file', 'folder'])
})

test.each(['', '  ', 'folder/', '~/'])('%j names no file', async (path) => {
  const error = await failureOf(saveFile(path, 'x', { home: makeFolder() }))
  expect(error).toMatchObject({ kind: 'usage', message: 'Not a file name. Enter one such as report.md.' })
})

// Root can write anywhere.
test.runIf(process.getuid?.() !== 0)('a folder without write permission is an error', async () => {
  const folder = makeFolder()
  chmodSync(folder, 0o500)
  const path = join(folder, 'a.md')
  const error = await failureOf(saveFile(path, 'x'))
  expect(error.message).toBe(`${path} was not written: permission denied; choose another folder.`)
})

// A limit on the size of files is the only way to make a write fail half-way without being root.
test.runIf(process.platform === 'linux')('a write that fails half-way leaves no file', () => {
  const folder = makeFolder()
  const script = `
    process.on('SIGXFSZ', () => {})
    const { saveFile } = await import(${JSON.stringify(new URL('../../src/app/create-outside.ts', import.meta.url).href)})
    await saveFile(process.argv[1], 'x'.repeat(1e6)).catch((error) => process.stdout.write(error.message))`
  const path = join(folder, 'a.md')
  const node = [process.execPath, '--input-type=module', '-e', script, path]
  // The compile cache would exceed the limit too.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }
  const message = execFileSync('sh', ['-c', 'ulimit -f 8; exec "$@"', 'sh', ...node], { encoding: 'utf8', env })
  expect(message).toBe(`${path} was not written: the file is too large for this file system; choose another folder.`)
  expect(readdirSync(folder)).toEqual([])
})
