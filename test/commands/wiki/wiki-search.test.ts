import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { zipFile } from '../../helpers/zip-file.ts'

const write = (content: string, says = {}): string => {
  const path = join(makeFolder(), 'a.zip')
  const pages = [
    { name: 'docs/Flow.md', content },
    { name: 'Home.md', content: '# Home', says },
  ]
  writeFileSync(path, zipFile(pages))
  return path
}

const search = (...words: string[]) => runQd(['wiki', 'search', ...words], { now: () => NOW })

test('each line with all words is a row, and so is a page whose name has them', async () => {
  const path = write('# Request flow\n\nThe flow of a request.\r\nA request.\n')
  const { code, out } = await search('request FLOW', '--file', path, '--json')
  const hit = { archive: path, wikiRunId: null, repository: null, page: 'docs/Flow.md' }
  expect([code, JSON.parse(out)]).toEqual([
    0,
    {
      schema: 1,
      hits: [
        { ...hit, line: 1, text: '# Request flow' },
        { ...hit, line: 3, text: 'The flow of a request.' },
      ],
    },
  ])
  expect(
    (await search('flow', '--file', path, '--where', 'line>1', '--format', 'csv', '--columns', 'line,text')).out,
  ).toBe('line,text\r\n3,The flow of a request.\r\n')
  const named = await search('docs', '--file', path, '--format', 'table')
  expect(named.out.split('\n').map((line) => line.trim())).toContainEqual(expect.stringMatching(/docs\/Flow\.md$/))
  expect(await search('docs', '--file', path, '--exit-code')).toMatchObject({ code: 1 })
})

test('without a match nothing is printed and the status is 0; without words it is 2', async () => {
  const path = write('text')
  expect(await search('nothing', '--file', path, '--exit-code')).toMatchObject({ code: 0 })
  expect(await search(' ""', '--file', path)).toMatchObject({ code: 2, out: '' })
})

test('a corrupt page and a missing file are named, the rest is printed, and the status is 7', async () => {
  const path = write('one word', { crc32: 1 })
  const { code, out, err } = await search('word', '--file', path, '--file', '/nowhere/b.zip', '--json')
  expect(code).toBe(7)
  expect(JSON.parse(out)).toMatchObject({ hits: [{ text: 'one word' }], incomplete: true })
  expect(err).toContain(`${path}: entry "Home.md" is corrupt: the checksum is wrong.`)
  expect(err).toContain('File not found: /nowhere/b.zip')
})

test('without files the exported archives that still exist are searched', async () => {
  const { url, key } = await startDemo()
  const home = makeFolder()
  const options = { url, key, home, cache: join(home, 'cache.db'), now: () => NOW }
  const none = await runQd(['wiki', 'search', 'gateway'], options)
  expect([none.code, none.err]).toEqual([0, expect.stringContaining('There are no exported wikis')])
  const paths = ['a.zip', 'b.zip'].map((name) => join(home, name))
  await runQd(['wiki', 'list'], options)
  await runQd(['wiki', 'export', 'wiki_checkout', '-o', paths[0] ?? ''], options)
  await runQd(['wiki', 'export', 'wiki_payments', '-o', paths[1] ?? ''], options)
  const repositories = async () => {
    const { out } = await runQd(['wiki', 'search', 'gateway', '--json'], options)
    const { hits } = JSON.parse(out) as { hits: { repository: string; wikiRunId: string }[] }
    return [...new Set(hits.map(({ repository, wikiRunId }) => `${repository} ${wikiRunId}`))].sort()
  }
  expect(await repositories()).toEqual(['checkout wiki_checkout', 'payments wiki_payments'])
  rmSync(paths[1] ?? '')
  expect(await repositories()).toEqual(['checkout wiki_checkout'])
})
