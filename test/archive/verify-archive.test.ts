import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ARCHIVE_LIMITS, ArchiveError, type ArchiveLimits } from '../../src/archive/archive-error.ts'
import { entryParts } from '../../src/archive/entry-name.ts'
import { verifyArchive } from '../../src/archive/read-archive.ts'
import { AppError } from '../../src/base/errors.ts'
import { forManyAsync } from '../helpers/for-all.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { type ZipMember, zip64File, zipFile } from '../helpers/zip-file.ts'

const verify = async (bytes: Uint8Array, limits?: Partial<ArchiveLimits>) => {
  const path = join(makeFolder(), 'a.zip')
  writeFileSync(path, bytes)
  const file = await open(path)
  try {
    return await verifyArchive(file, { limits: { ...ARCHIVE_LIMITS, ...limits } })
  } finally {
    await file.close()
  }
}
const errorOf = (members: readonly ZipMember[], limits?: Partial<ArchiveLimits>, says?: { count?: number }) =>
  verify(zipFile(members, says), limits).then(
    () => 'trusted',
    (error) => (error instanceof ArchiveError ? error.message : Promise.reject(error)),
  )

test('an archive of packed, stored, empty and large files is verified', async () => {
  const large = 'one two three '.repeat(200_000) + Math.random()
  const members: ZipMember[] = [
    { name: 'a.md', content: '# A' },
    { name: 'b/', mode: 0o040755 },
    { name: 'b/stored.md', content: 'as it is', isStored: true },
    { name: 'b/empty.md' },
    { name: 'b/Größe 大.md', content: large },
  ]
  const entries = await verify(zipFile(members), { ratio: 2_000 })
  expect(entries.map(({ name, sizeBytes, isFolder }) => [name, sizeBytes, isFolder])).toEqual([
    ['a.md', 3, false],
    ['b/', 0, true],
    ['b/stored.md', 8, false],
    ['b/empty.md', 0, false],
    ['b/Größe 大.md', large.length, false],
  ])
  expect(await verify(zipFile([]))).toEqual([])
})

test.each([
  ['leads out of the folder', [{ name: '../x.md' }], /points outside the folder|invalid relative path/],
  ['begins at the root', [{ name: '/etc/x' }], /absolute path/],
  ['names a drive', [{ name: 'C:/x' }], /absolute path/],
  ['has backslashes', [{ name: 'a\\..\\x' }], /invalid characters/],
  ['has an empty name', [{ name: '' }], /points outside the folder/],
  ['has an empty part', [{ name: 'a//x.md' }], /points outside the folder/],
  ['has control characters', [{ name: 'a\x1b[2Jb.md' }], /control characters/],
  ['has a NUL', [{ name: 'a.md\0.exe' }], /control characters/],
  ['is too long', [{ name: `${'n'.repeat(256)}.md` }], /too long/],
  ['occurs twice', [{ name: 'a.md' }, { name: 'a.md' }], /more than once/],
  ['occurs twice, in other letter case', [{ name: 'a.md' }, { name: 'A.MD' }], /more than once/],
  ['occurs twice, normalized otherwise', [{ name: 'é.md' }, { name: 'e\u0301.md' }], /more than once/],
  ['is inside a file', [{ name: 'a' }, { name: 'b' }, { name: 'a/b/c' }], /is inside a file/],
  ['is a link', [{ name: 'a', content: '/etc/passwd', mode: 0o120777 }], /link or another special file/],
  ['is a device', [{ name: 'a', mode: 0o020666 }], /link or another special file/],
  ['is encrypted', [{ name: 'a', says: { flags: 0x801 } }], /encrypted/],
  ['uses another compression', [{ name: 'a', content: 'x', says: { method: 12 } }], /unsupported compression method/],
  ['has a wrong checksum', [{ name: 'a', content: 'text', says: { crc32: 1 } }], /corrupt: the checksum/],
  ['is larger than stated', [{ name: 'a', content: 'text', says: { sizeBytes: 3 } }], /larger than the directory/],
  ['is smaller than stated', [{ name: 'a', content: 'text', says: { sizeBytes: 5 } }], /smaller than the directory/],
  ['differs from its directory entry', [{ name: 'evil', says: { name: 'good' } }], /doesn't match its directory/],
  [
    'overlaps another',
    [
      { name: 'ab', content: zipFile([{ name: 'in', content: 'x', isStored: true }]).subarray(0, 33), isStored: true },
      { name: 'in', content: 'x', isStored: true, says: { offset: 32 } },
    ],
    /overlaps another/,
  ],
  ['begins after the archive ends', [{ name: 'a', says: { offset: 1_000_000 } }], /doesn't match its directory|EOF/],
] as const)('an archive with a file that %s is rejected', async (_, members, words) => {
  expect(await errorOf(members)).toMatch(words)
})

test.each([
  ['with a part of 255 bytes is accepted', 'n'.repeat(255), 'linux', undefined],
  ['with a part of 256 bytes is rejected', `a/${'n'.repeat(256)}`, 'linux', /too long/],
  ['of 1,000 bytes is accepted', `${'n/'.repeat(499)}ab`, 'linux', undefined],
  ['of 1,001 bytes is rejected', `${'n/'.repeat(499)}abc`, 'linux', /too long/],
  ['with a backslash is rejected', 'a\\b', 'linux', /points outside/],
  ['with a drive is rejected', 'c:d', 'linux', /points outside/],
  ['of a Windows device is accepted on Linux', 'aux.md', 'linux', undefined],
  ['of a Windows device is rejected on Windows', 'b/aux.md', 'win32', /valid file name on Windows/],
  ['of an ordinary file is accepted on Windows', 'b/a.md', 'win32', undefined],
])('an entry name %s', (_, name, platform, words) => {
  if (words) expect(() => entryParts(name, platform)).toThrow(words)
  else expect(entryParts(name, platform)).toEqual(name.split('/'))
})

test('zip bombs are not unpacked', async () => {
  const bomb = { name: 'bomb', content: Buffer.alloc(1_000_000) }
  expect(await errorOf([bomb])).toMatch(/more than 200 times/)
  expect(await errorOf([{ ...bomb, says: { sizeBytes: 10_000 } }])).toMatch(/larger than the directory/)
  const two = [
    { name: 'a', content: 'x'.repeat(600), isStored: true },
    { name: 'b', content: 'x'.repeat(600), isStored: true },
  ]
  expect(await errorOf(two, { totalBytes: 1_300 })).toBe('it is larger than 1300 bytes')
  const packed = two.map((one) => ({ ...one, isStored: false }))
  expect(await errorOf(packed, { totalBytes: 1_000 })).toMatch(/unpacks to more than 1000 bytes/)
  expect(await errorOf(two, { entries: 1 })).toMatch(/more than 1 files/)
  expect(await errorOf(two, {}, { count: 60_000 })).toMatch(/more than 20000 files/)
  expect(await errorOf(two, {}, { count: 3 })).toMatch(/EOF|central directory/)
})

test('a file that is not an archive, or only its beginning, is rejected', async () => {
  const whole = zipFile([{ name: 'a.md', content: 'text' }])
  for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), Buffer.from('PK'), whole.subarray(0, 40)])
    await expect(verify(bytes)).rejects.toThrow(ArchiveError)
})

test('a 64-bit archive with one changed byte at its end is read unchanged, or rejected in one sentence', async () => {
  const whole = zip64File([{ name: 'a.md', content: '# A page' }])
  expect(await verify(whole)).toHaveLength(1)
  const said = new Set<string>()
  for (let at = whole.length - 98; at < whole.length; at += 1)
    for (const byte of [0, 0xff]) {
      const bytes = Buffer.from(whole)
      bytes[at] = byte
      await verify(bytes).catch((error) => {
        if (!(error instanceof ArchiveError)) throw error
        said.add(error.message)
      })
    }
  expect([...said].toSorted()).toEqual([
    'it contains more than 20000 files',
    'its central directory is corrupt or incomplete',
  ])
})

test('an archive with any byte changed is read unchanged or rejected, and never crashes the program', async () => {
  const whole = zipFile([
    { name: 'a.md', content: '# A page\n\nwith text' },
    { name: 'b/c.md', content: 'another', isStored: true },
  ])
  await forManyAsync(300, fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
    const bytes = Buffer.from(whole)
    bytes[at] = byte
    try {
      await verify(bytes)
    } catch (error) {
      if (!(error instanceof ArchiveError || error instanceof AppError)) throw error
    }
  })
})
