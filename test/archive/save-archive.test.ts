import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ArchiveStream, type SaveArchiveOptions, saveArchive } from '../../src/archive/save-archive.ts'
import { assertEmptyOrNew, type OnProgress } from '../../src/archive/writing.ts'
import { AppError } from '../../src/base/errors.ts'
import { failureOf, makeFolder } from '../helpers/make-folder.ts'
import { zipFile } from '../helpers/zip-file.ts'

const whole = zipFile([{ name: 'a.md', content: '# A' }])

async function* slowly(bytes: Buffer, then?: () => void): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 10) yield bytes.subarray(at, at + 10)
  then?.()
}
const stream = (bytes = whole, sizeBytes: number | undefined = bytes.length, then?: () => void): ArchiveStream => ({
  chunks: slowly(bytes, then),
  sizeBytes,
})
const saveIn = (folder: string, from: ArchiveStream, options: Partial<SaveArchiveOptions> = {}) =>
  saveArchive(async () => from, { path: join(folder, 'a.zip'), mayReplace: false, ...options })

test('an archive of known or unknown length is saved for its owner only, with progress reports', async () => {
  const folder = makeFolder()
  const reports: Parameters<OnProgress>[0][] = []
  const saved = await saveIn(folder, stream(), { onProgress: (progress) => reports.push(progress) })
  expect(saved).toEqual({
    path: join(folder, 'a.zip'),
    sizeBytes: whole.length,
    entries: [{ name: 'a.md', isFolder: false, sizeBytes: 3 }],
  })
  expect(readFileSync(saved.path)).toEqual(whole)
  expect(statSync(saved.path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['a.zip'])
  expect(reports[0]).toEqual({ doneBytes: 0, totalBytes: whole.length })
  expect(reports.at(-1)).toEqual({ doneBytes: whole.length, totalBytes: whole.length })
  const endless = { ...stream(), sizeBytes: undefined }
  await saveIn(folder, endless, { mayReplace: true, onProgress: (progress) => reports.push(progress) })
  expect(reports.at(-1)).toEqual({ doneBytes: whole.length, totalBytes: undefined })
})

test.each([
  ['cut', stream(whole.subarray(0, 40), whole.length), /ended after 40 of/],
  ['cut, of unknown length', { ...stream(whole.subarray(0, 40)), sizeBytes: undefined }, /is not a valid archive/],
  ['not an archive', stream(Buffer.from('hello')), /it is not a zip file/],
  ['empty', stream(Buffer.alloc(0)), /it is not a zip file/],
  ['hostile', stream(zipFile([{ name: '../a' }])), /is not a valid archive/],
] as const)('a stream that is %s leaves no file', async (_, from, words) => {
  const folder = makeFolder()
  expect((await failureOf(saveIn(folder, from))).message).toMatch(words)
  expect(readdirSync(folder)).toEqual([])
})

test('a download over the size limit is stopped', async () => {
  const limits = { entries: 1, ratio: 200, totalBytes: 100 }
  const folder = makeFolder()
  let isRead = false
  const announced = stream(whole, 101, () => {
    isRead = true
  })
  for (const large of [announced, { ...stream(Buffer.alloc(200)), sizeBytes: undefined }])
    expect((await failureOf(saveIn(folder, large, { limits }))).message).toMatch(/larger than the limit of 100 bytes/)
  expect([isRead, readdirSync(folder)]).toEqual([false, []])
})

test('an existing file or link is kept unless mayReplace is set', async () => {
  const folder = makeFolder()
  const path = join(folder, 'a.zip')
  writeFileSync(path, 'mine')
  const never = () => Promise.reject(new Error('requested'))
  expect(await failureOf(saveArchive(never, { path, mayReplace: false }))).toMatchObject({ kind: 'refused' })
  expect(readFileSync(path, 'utf8')).toBe('mine')
  await saveIn(folder, stream(), { mayReplace: true })
  expect(readFileSync(path)).toEqual(whole)

  const other = join(folder, 'link.zip')
  symlinkSync(join(folder, 'nowhere'), other)
  expect(await failureOf(saveIn(folder, stream(), { path: other }))).toMatchObject({ kind: 'refused' })
  mkdirSync(join(folder, 'b'))
  const onFolder = saveIn(folder, stream(), { path: join(folder, 'b'), mayReplace: true })
  expect(await failureOf(onFolder)).toMatchObject({ kind: 'usage' })
})

test('a file created during the download is kept, and the archive gets another name', async () => {
  const folder = makeFolder()
  const from = stream(whole, whole.length, () => writeFileSync(join(folder, 'a.zip'), 'theirs'))
  const error = await failureOf(saveIn(folder, from))
  expect(error).toMatchObject({ kind: 'refused' })
  const [kept = ''] = readdirSync(folder).filter((name) => name !== 'a.zip')
  expect(error.message).toContain(join(folder, kept))
  expect(readFileSync(join(folder, kept))).toEqual(whole)
  expect(readFileSync(join(folder, 'a.zip'), 'utf8')).toBe('theirs')
})

test('a cancelled download leaves no files', async () => {
  const folder = makeFolder()
  const cancelled = {
    sizeBytes: undefined,
    chunks: (async function* () {
      yield whole.subarray(0, 10)
      throw new AppError('interrupted', 'cancelled')
    })(),
  }
  expect(await failureOf(saveIn(folder, cancelled))).toMatchObject({ kind: 'interrupted' })
  const late = new AbortController()
  const whileVerified = saveIn(
    folder,
    stream(whole, whole.length, () => late.abort()),
    { signal: late.signal },
  )
  expect(await failureOf(whileVerified)).toMatchObject({ kind: 'interrupted' })
  expect(readdirSync(folder)).toEqual([])
})

test('if the file cannot be created, nothing is requested and the error gives the reason', async () => {
  const folder = makeFolder()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const never = () => Promise.reject(new Error('requested'))
  for (const [parent, why] of [
    [join(folder, 'missing'), 'the folder does not exist; create it or choose another folder'],
    [file, 'a part of the path is not a folder; choose another path'],
  ] as const) {
    const path = join(parent, 'a.zip')
    const expected = { kind: 'failed', message: `Can't write ${path}: ${why}.` }
    expect(await failureOf(saveArchive(never, { path, mayReplace: false }))).toMatchObject(expected)
    if (parent === file) expect(await failureOf(() => assertEmptyOrNew(path))).toMatchObject(expected)
  }
})
