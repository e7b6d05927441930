import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ARCHIVE_LIMITS } from '../../src/archive/limits.ts'
import { createPassingCheck } from '../../src/archive/passing-check.ts'
import { readDirectory } from '../../src/archive/read-directory.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { tries } from '../helpers/tries.ts'
import { type ZipMember, zipFile } from '../helpers/zip-file.ts'

const large = Buffer.concat([randomBytes(1_500_000), Buffer.alloc(100_000, 'ab')])
const members: ZipMember[] = [
  { name: 'a.md', content: '# A page\n\nwith text' },
  { name: 'b/', mode: 0o040755 },
  { name: 'b/stored.md', content: 'as it is', isStored: true },
  { name: 'b/empty.md' },
  { name: 'large.bin', content: large },
  { name: 'last.md', content: 'the last page '.repeat(50) },
]
const whole = zipFile(members)

/** What is found in these bytes, that come in pieces of which each is overwritten once it is taken. */
const found = async (bytes: Buffer, sizes: () => number) => {
  const check = createPassingCheck(ARCHIVE_LIMITS)
  for (let at = 0; at < bytes.length; ) {
    const piece = Buffer.from(bytes.subarray(at, at + Math.max(1, sizes())))
    await check.take(piece)
    piece.fill(0xff)
    at += piece.length
  }
  return await check.end()
}
const directoryOf = async (bytes: Buffer) => {
  const path = join(makeFolder(), 'a.zip')
  writeFileSync(path, bytes)
  const file = await open(path)
  try {
    return await readDirectory(file)
  } finally {
    await file.close()
  }
}

test('each file that is packed is found as the directory has it, however the bytes come', async () => {
  const wanted = (await directoryOf(whole))
    .filter(({ packedBytes }) => packedBytes > 0)
    .map(({ start, packedBytes, isDeflated, sizeBytes, crc32 }) => ({
      start,
      packedBytes,
      isDeflated,
      sizeBytes,
      crc32,
    }))
  expect(wanted.map(({ sizeBytes }) => sizeBytes)).toContain(large.length)
  for (const size of [999, 65_536, whole.length]) expect([...(await found(whole, () => size)).values()]).toEqual(wanted)
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.integer({ min: 5_000, max: 300_000 })), async (sizes) => {
      expect([...(await found(whole, () => sizes.next().value ?? 1)).values()]).toEqual(wanted)
    }),
    { numRuns: tries(10) },
  )
})

test('a header that comes byte by byte is read', async () => {
  const small = zipFile(members.filter(({ content }) => content !== large))
  expect([...(await found(small, () => 1)).keys()]).toHaveLength(5)
})

test('a file that is damaged is not found as its directory has it', async () => {
  const text = 'page '.repeat(500)
  const packed = zipFile([{ name: 'a.md', content: text }])
  for (let at = 40; at < packed.length - 80; at += 3) {
    const bytes = Buffer.from(packed)
    bytes[at] = (bytes[at] ?? 0) ^ 0x41
    const [one] = (await found(bytes, () => 64)).values()
    expect(one?.crc32 === crc32(text) && one.sizeBytes === text.length, `byte ${at}`).toBe(false)
  }
})

test('a file that unpacks to more than its header says is given up', async () => {
  const bytes = zipFile([{ name: 'bomb', content: Buffer.alloc(3_000_000) }])
  // Its header, like its directory, tells a size that is within the limits.
  bytes.writeUInt32LE(100_000, 22)
  expect((await found(bytes, () => 1_000)).size).toBe(0)
  bytes.writeUInt32LE(0xffffffff, 22)
  expect((await found(bytes, () => 1_000)).size).toBe(0)
})

test('of what is no archive, or says its sizes elsewhere, nothing is found, and nothing breaks', async () => {
  expect((await found(randomBytes(10_000), () => 100)).size).toBe(0)
  const later = Buffer.from(whole)
  later.writeUInt16LE(0x0808, 6)
  expect((await found(later, () => 1_000)).size).toBe(0)
})

test('large pages that pack well are unpacked beside, and none of them is lost at the end', async () => {
  const pages = Array.from({ length: 12 }, (_, at) =>
    Array.from({ length: 60_000 }, (_, word) => word * (at + 1)).join(' '),
  )
  const bytes = zipFile(pages.map((content, at) => ({ name: `${at}.md`, content })))
  // In the order in which they came to an end.
  const all = [...(await found(bytes, () => 50_000)).values()].toSorted((a, b) => a.start - b.start)
  expect(all.map(({ sizeBytes, crc32 }) => [sizeBytes, crc32])).toEqual(
    pages.map((content) => [content.length, crc32(content)]),
  )
})
