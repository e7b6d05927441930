import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type FoundPage, MAX_PAGE_LINES, type SearchReport, searchArchives } from '../../src/archive/search-archives.ts'
import { MAX_FOUND } from '../../src/domain/wiki/text-search.ts'
import { failureOf, makeFolder } from '../helpers/make-folder.ts'
import { type ZipMember, zipFile } from '../helpers/zip-file.ts'

const write = (members: readonly ZipMember[], name = 'a.zip'): string => {
  const path = join(makeFolder(), name)
  writeFileSync(path, zipFile(members))
  return path
}

const searched = async (text: string, ...paths: string[]) => {
  const reports: SearchReport[] = []
  await searchArchives({ paths, text }, { onFound: (report) => reports.push(report) })
  const pages: FoundPage[] = reports.flatMap((report) => report.pages)
  return { pages, problems: reports.flatMap(({ problems }) => problems), last: reports.at(-1), reports }
}

test('names and texts of all archives are searched, in the order of their names', async () => {
  const first = write([
    { name: 'b.md', content: '# B\n\nThe Ledger is here' },
    { name: 'ledger/a.md', content: 'nothing' },
    { name: 'a.md', content: 'ledger\nother\nLEDGER' },
  ])
  const second = write([{ name: 'c.md', content: '\ufeffledger' }])
  const { pages, problems, last } = await searched('ledger', first, second)
  expect(pages).toEqual([
    {
      archive: first,
      page: 'a.md',
      hits: 2,
      lines: [
        { line: 1, text: 'ledger' },
        { line: 3, text: 'LEDGER' },
      ],
    },
    { archive: first, page: 'b.md', hits: 1, lines: [{ line: 3, text: 'The Ledger is here' }] },
    { archive: first, page: 'ledger/a.md', hits: 0, lines: [] },
    { archive: second, page: 'c.md', hits: 1, lines: [{ line: 1, text: 'ledger' }] },
  ])
  expect([problems, last?.isCut, last?.doneBytes]).toEqual([[], false, last?.totalBytes])
})

test('a corrupt page is named and shows none of its text, and the others are searched', async () => {
  const path = write([
    { name: 'a.md', content: 'word' },
    { name: 'b.md', content: 'word', says: { crc32: 1 } },
    { name: 'c.md', content: 'word' },
  ])
  const { pages, problems } = await searched('word', path)
  expect(pages.map(({ page }) => page)).toEqual(['a.md', 'c.md'])
  expect(problems).toEqual([`${path}: entry "b.md" is corrupt: the checksum is wrong.`])
})

test('archives that are missing or can not be trusted are named, and the others are searched', async () => {
  const bomb = write([{ name: 'word.md', content: Buffer.alloc(1_000_000) }])
  const outside = write([{ name: '../word.md', content: 'word' }])
  const good = write([{ name: 'a.md', content: 'word' }])
  const { pages, problems } = await searched('word', bomb, '/nowhere/a.zip', outside, good)
  expect(pages.map(({ archive }) => archive)).toEqual([good])
  expect(problems).toEqual([
    expect.stringMatching(/not a valid archive: entry "word.md" unpacks to more than 200 times/),
    expect.stringMatching(/^File not found: \/nowhere/),
    expect.stringMatching(/not a valid archive/),
  ])
})

test('control characters and invalid UTF-8 do not hide a line, and huge lines are cut', async () => {
  const path = write([
    { name: 'a.md', content: Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('\x1b]0;x\x07 word\r\n')]) },
    { name: 'huge.md', content: `${'é'.repeat(3_000_000)} word\nword`, isStored: true },
  ])
  const { pages } = await searched('word', path)
  expect(pages.map(({ page, hits }) => [page, hits])).toEqual([
    ['a.md', 1],
    ['huge.md', 2],
  ])
  expect(pages[0]?.lines).toEqual([{ line: 2, text: '\x1b]0;x\x07 word' }])
  expect(pages[1]?.lines.map(({ line, text }) => [line, text.length < 500])).toEqual([
    [1, true],
    [2, true],
  ])
})

test('a page lists its first lines and counts all, and a search stops at a maximum', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `${at} word ${Math.random()}\n`).join('')
  const pages = (count: number) =>
    Array.from(
      { length: count },
      (_, at): ZipMember => ({ name: `${String(at).padStart(2, '0')}.md`, content: lines(2_000) }),
    )
  const { pages: found, last } = await searched('word', write(pages(12)))
  expect([found[0]?.hits, found[0]?.lines.length]).toEqual([2_000, MAX_PAGE_LINES])
  expect([found.length, last?.isCut]).toEqual([MAX_FOUND / MAX_PAGE_LINES, true])
})

test('a search can be cancelled inside a large page', async () => {
  const path = write([{ name: 'a.md', content: 'no\n'.repeat(3_000_000), isStored: true }])
  const controller = new AbortController()
  setImmediate(() => controller.abort())
  const search = searchArchives({ paths: [path], text: 'word' }, { signal: controller.signal, onFound: () => {} })
  expect(await failureOf(search)).toMatchObject({ kind: 'interrupted' })
})
