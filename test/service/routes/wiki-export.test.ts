import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { safeEntryName } from '../../../src/domain/text/safe-file-name.ts'
import { demoIds } from '../../../src/service/demo/kit/repositories.ts'
import type { createStore } from '../../../src/service/store/store.ts'
import { entryNames, zipStream } from '../../../src/service/zip/zip-stream.ts'
import { unzip } from '../../helpers/unzip.ts'
import { createTestService, NOW } from '../test-service.ts'

/** A run of more than a mebibyte. */
const largeWiki = (wikiRunId: string): Parameters<ReturnType<typeof createStore>['wikis']['put']> => [
  { wikiRunId },
  JSON.stringify({ wikiRunId }),
  Array.from({ length: 30 }, (_, at) => ({ path: `page ${at}`, markdown: 'text '.repeat(10_000) })),
]

const bytesOf = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray())

test('an exported wiki is an archive of all its pages', async () => {
  const { call } = await createTestService({ users: 1, days: 1 })
  const reply = await call(`/api/v0/wiki/${demoIds.wikiRuns.checkout}/export`)
  expect(reply.headers.get('content-disposition')).toContain('filename="wiki_checkout.zip"')
  const entries = await unzip(Buffer.from(await reply.arrayBuffer()))
  expect(entries).toHaveLength(39)
  expect(entries[0]?.text).toMatch(/^# checkout\n/)
  expect(entries.map(({ name }) => name)).toContain('Applications/apps web/Request flow.md')
  expect(entries[0]?.mtime).toBe(NOW)
  const other = await call(`/api/v0/wiki/${demoIds.wikiRuns.notices}/export`)
  const pages = await unzip(Buffer.from(await other.arrayBuffer()))
  expect(pages.map(({ name }) => name)).toContain('設計/配信の流れ.md')
  expect(pages.find(({ name }) => name === '用語集.md')?.text).toContain('一斉配信')
})

test('an export whose wiki is deleted meanwhile aborts instead of ending normally', async () => {
  const { call, store } = await createTestService({ users: 1, days: 1 })
  await store.wikis.put(...largeWiki(demoIds.wikiRuns.checkout))
  const reply = await call(`/api/v0/wiki/${demoIds.wikiRuns.checkout}/export`)
  const reader = reply.body?.getReader()
  await reader?.read()
  await store.wikis.delete(demoIds.wikiRuns.checkout)
  await expect(
    (async () => {
      for (;;) if ((await reader?.read())?.done) return
    })(),
  ).rejects.toThrow('was deleted during its export')
})

test('a small archive is sent with its length, and a large one without it', async () => {
  const { call, store } = await createTestService({ users: 1, days: 1 })
  const small = await call(`/api/v0/wiki/${demoIds.wikiRuns.checkout}/export`)
  expect(small.headers.get('content-length')).toBe(String((await small.arrayBuffer()).byteLength))
  await store.wikis.put(...largeWiki('large'))
  const large = await call('/api/v0/wiki/large/export')
  expect(large.headers.get('content-length')).toBeNull()
  expect(await unzip(Buffer.from(await large.arrayBuffer()))).toHaveLength(30)
})

test('incompressible, empty and large pages are returned unchanged', async () => {
  const texts = ['', 'x', 'a'.repeat(1_000_000), '\u0000\r\n', '🚀'.repeat(10)]
  const archive = await bytesOf(
    zipStream(
      texts.map((text, at) => ({ name: `${at}.md`, read: async () => text })),
      NOW,
    ),
  )
  expect((await unzip(archive)).map(({ text }) => text)).toEqual(texts)
  expect(archive.length).toBeLessThan(5_000)
  expect(await unzip(await bytesOf(zipStream([], NOW)))).toEqual([])
})

test('names of entries are safe, end in .md and are unique ignoring case', () => {
  const names = entryNames(['Home', 'home', 'a/../../b', 'con', 'x\\y:z', '..', '', 'a/b', 'A/B'])
  const safe = ['Home', 'home-2', 'a/b', '_con', 'x-y-z', 'untitled', 'untitled-2', 'a/b-2', 'A/B-3']
  expect(names).toEqual(safe.map((name) => `${name}.md`))
  expect(safeEntryName('\u001b[31mred\u202e')).toBe('--31mred-')
  expect([...safeEntryName('字'.repeat(300))]).toHaveLength(80)
})
