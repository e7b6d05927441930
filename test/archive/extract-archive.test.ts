import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { extractArchive } from '../../src/archive/extract-archive.ts'
import { readArchive, readPage } from '../../src/archive/read-archive.ts'
import { failureOf, makeFolder } from '../helpers/make-folder.ts'
import { type ZipMember, zipFile } from '../helpers/zip-file.ts'

const pages: readonly ZipMember[] = [
  { name: 'b/c.md', content: '# C' },
  { name: 'a.md', content: '\ufeff# A' },
  { name: 'empty/', mode: 0o040755 },
]

const write = (members: readonly ZipMember[] = pages) => {
  const folder = makeFolder()
  const path = join(folder, 'a.zip')
  writeFileSync(path, zipFile(members))
  return { folder, path, out: join(folder, 'out') }
}

test('an archive is extracted into a new or empty folder that only its owner can access', async () => {
  const { folder, path, out } = write()
  expect(await extractArchive(path, { folder: out })).toEqual({ folder: out, files: 2, sizeBytes: 9 })
  expect(readFileSync(join(out, 'b', 'c.md'), 'utf8')).toBe('# C')
  expect(statSync(join(out, 'b', 'c.md')).mode & 0o777).toBe(0o600)
  expect(statSync(join(out, 'b')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(out, 'empty'))).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['a.zip', 'out'])
  const empty = join(folder, 'there')
  mkdirSync(empty)
  await extractArchive(path, { folder: empty })
  expect(readdirSync(empty).sort()).toEqual(['a.md', 'b', 'empty'])
})

test('nothing is extracted if the target is a non-empty folder, a file or a link, or after cancelling', async () => {
  const { folder, path, out } = write()
  mkdirSync(out)
  writeFileSync(join(out, 'mine'), 'mine')
  symlinkSync(makeFolder(), join(folder, 'link'))
  for (const target of [out, path, join(folder, 'link')])
    expect(await failureOf(extractArchive(path, { folder: target }))).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('new or empty'),
    })
  expect(readdirSync(out)).toEqual(['mine'])
  const signal = AbortSignal.abort()
  const cancelled = extractArchive(path, { folder: join(folder, 'other'), signal })
  expect(await failureOf(cancelled)).toMatchObject({ kind: 'interrupted' })
  expect(readdirSync(folder).sort()).toEqual(['a.zip', 'link', 'out'])
})

test.each([
  ['leads out of the folder', [{ name: 'ok.md' }, { name: '../evil' }]],
  ['is a link', [{ name: 'ok.md' }, { name: 'l', content: '/tmp', mode: 0o120777 }, { name: 'l/x' }]],
  ['is a folder that hides content', [{ name: 'd/', content: 'x', mode: 0o040755, says: { sizeBytes: 0, crc32: 0 } }]],
  ['is larger than stated', [{ name: 'bad.md', content: 'x'.repeat(2_000_000), says: { sizeBytes: 10_000 } }]],
] as const)('an archive with a file that %s is not extracted; reading it is the same error', async (_, members) => {
  const { folder, path, out } = write(members)
  const { message } = await failureOf(extractArchive(path, { folder: out }))
  expect(message).toContain('is not a valid archive')
  expect(message).toBe((await failureOf(readArchive(path))).message)
  expect(existsSync(out)).toBe(false)
  expect(readdirSync(folder)).toEqual(['a.zip'])
})

test('files are listed by name and read as text; long ones are cut', async () => {
  const { path } = write()
  const { entries } = await readArchive(path)
  expect(entries.map(({ name }) => name)).toEqual(['a.md', 'b/c.md', 'empty/'])
  expect(await readPage(path, 'a.md')).toEqual({ name: 'a.md', text: '# A', sizeBytes: 6, isCut: false })
  const long = write([{ name: 'long.md', content: 'line\n'.repeat(400_000), isStored: true }])
  const page = await readPage(long.path, 'long.md')
  expect(page).toMatchObject({ isCut: true, sizeBytes: 2_000_000 })
  expect(page.text).toHaveLength(256 * 1024)
  for (const isStored of [true, false]) {
    const content = Array.from({ length: 20_000 }, (_, line) => `${line}\n`).join('')
    const large = write([{ name: 'large.md', content, isStored }])
    expect(await readPage(large.path, 'large.md')).toMatchObject({ text: content, isCut: false })
  }
  expect(await failureOf(readPage(path, 'none.md'))).toMatchObject({ kind: 'notFound' })
  expect(await failureOf(readArchive(`${path}.gone`))).toMatchObject({ kind: 'notFound' })
  expect(await failureOf(readArchive(join(path, '..')))).toMatchObject({ kind: 'usage' })
  expect(await failureOf(readArchive(join(path, 'a.zip')))).toMatchObject({ kind: 'notFound' })
})

test.skipIf(process.platform === 'win32')('a pipe is rejected without blocking', async () => {
  const pipe = join(makeFolder(), 'wiki.zip')
  execFileSync('mkfifo', [pipe])
  await expect(readArchive(pipe)).rejects.toThrow(`${pipe} is not a file.`)
  await expect(readPage(pipe, 'a.md')).rejects.toThrow(`${pipe} is not a file.`)
})
