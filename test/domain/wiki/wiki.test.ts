import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textWidth } from '../../../src/domain/text/width.ts'
import { markdownLines, wordedMarkdown } from '../../../src/domain/wiki/markdown-lines.ts'
import { pageRows } from '../../../src/domain/wiki/page-tree.ts'
import { archiveName, matchesRepository, newestRuns, runName } from '../../../src/domain/wiki/run-name.ts'
import { forMany } from '../../helpers/for-all.ts'

const file = (name: string, sizeBytes = 1) => ({ name, isFolder: false, sizeBytes })

test('a tree has folders before files, with their contents, and hides folded ones', () => {
  const entries = [
    file('Home.md', 5),
    file('b/x/1.md', 10),
    file('b/2.md', 20),
    { ...file('empty/', 0), isFolder: true },
  ]
  const listed = (closed: string[] = []) =>
    pageRows(entries, new Set(closed)).map(({ path, depth, files, sizeBytes }) => [path, depth, files, sizeBytes])
  expect(listed()).toEqual([
    ['b/', 0, 2, 30],
    ['b/x/', 1, 1, 10],
    ['b/x/1.md', 2, undefined, 10],
    ['b/2.md', 1, undefined, 20],
    ['empty/', 0, 0, 0],
    ['Home.md', 0, undefined, 5],
  ])
  expect(listed(['b/']).map(([path]) => path)).toEqual(['b/', 'empty/', 'Home.md'])
})

test('paragraphs are rewrapped, items have a hanging indent, and code is unchanged', () => {
  const page =
    '# Title\nOne two\nthree four five.\n\n- an item that is long\n- next\n\n```js\nlet   a\n```\n> said\n---'
  expect(markdownLines(page, 14).map(({ text, role }) => (role ? `${role}: ${text}` : text))).toEqual([
    'heading: # Title',
    'One two three',
    'four five.',
    '',
    '- an item',
    '  that is long',
    '- next',
    '',
    'code: ```js',
    'code: let   a',
    'code: ```',
    'quote: > said',
    'rule: ',
  ])
})

test('a page starts with text, and only an indented line after a blank one is code', () => {
  const shown = markdownLines('\n\none\n    two\n\n    let a', 40).map(({ text, role }) =>
    role ? `${role}: ${text}` : text,
  )
  expect(shown).toEqual(['one two', '', 'code:     let a'])
})

test.each([
  ['a fence as long as the opening one', '````\n```\n# a\n````\n# b'],
  ['a longer fence', '```\n# a\n`````\n# b'],
  ['a fence with trailing spaces', '~~~~ js\n~~~\n# a\n~~~~  \n# b'],
  ['a fence of the same character', '~~~\n```\n# a\n~~~\n# b'],
  ['the next fence; a line with more backticks after its fence begins no code', '```a`b`\n\n```\n# a\n```\n# b'],
])('code ends at %s', (_, page) => {
  const roles = new Map(markdownLines(page, 40).map(({ text, role }) => [text, role]))
  expect([roles.get('# a'), roles.get('# b')]).toEqual(['code', 'heading'])
})

test('the columns of a table are aligned, and wide cells wrap', () => {
  const page = 'See:\n| part | rows |\n|:--|--:|\n| 大 | 117495 |\n| part-0001 \\| x | 2 |\n| no table'
  const read = (width: number) => markdownLines(page, width).map(({ text }) => text)
  expect(read(40)).toEqual([
    'See:',
    '| part           |   rows |',
    '| :------------- | -----: |',
    '| 大             | 117495 |',
    '| part-0001 \\| x |      2 |',
    '| no table       |        |',
  ])
  expect(read(23).slice(3)).toEqual([
    '| 大         | 117495 |',
    '| part-0001  |      2 |',
    '| \\| x       |        |',
    '| no table   |        |',
  ])
  // A table that is too narrow, or has no line below its head, is not aligned.
  expect(read(16).slice(1, 4)).toEqual(['| part | rows |', '|:--|--:|', '| 大 | 117495 |'])
  expect(markdownLines('| a\n| bcd', 20).map(({ text }) => text)).toEqual(['| a', '| bcd'])
})

test('no line is wider than the width, or has a control character', () => {
  const blocks = ['# ', '- ', '1. ', '> ', '```\n', '    ', '| 大文字 | b |\n|---|--:|\n', '| a |']
  const piece = fc.constantFrom(...blocks, '\n', '大文字', 'word ', '\x1b[31m', '\u009d')
  forMany(300, fc.array(piece, { maxLength: 40 }), fc.integer({ min: 20, max: 80 }), (pieces, width) => {
    for (const { text } of markdownLines(pieces.join(''), width)) {
      expect(textWidth(text)).toBeLessThanOrEqual(width)
      expect(text).not.toMatch(/\p{Cc}/u)
    }
  })
})

test('a run is found by the name or the URL of its repository, which also names its archive', () => {
  const run = { id: 'wr_1', name: 'https://github.example/acme/Checkout.git' }
  expect(runName(run)).toBe('Checkout')
  expect(archiveName(run)).toBe('Checkout-wiki.zip')
  expect(archiveName({ id: '../..', name: undefined })).toBe('wiki.zip')
  for (const wanted of ['checkout', 'acme/checkout', run.name]) expect(matchesRepository(run, wanted)).toBe(true)
  for (const wanted of ['out', 'heckout', '', 'acme']) expect(matchesRepository(run, wanted)).toBe(false)
})

test('the newest run is first, and runs without a time are last', () => {
  const run = (id: string, createdAt?: number) => ({ id, name: undefined, item: { createdAt } })
  expect(newestRuns([run('none'), run('old', 1), run('new', 2)]).map(({ id }) => id)).toEqual(['new', 'old', 'none'])
})

test.each([
  ['## Title', 'heading: Title'],
  ['  - one', 'item: one'],
  ['> said', 'quote: said'],
  ['| a | b |', 'a, b'],
  ['|---|:-:|', ''],
  ['a - b # c', 'a - b # c'],
])('%s in words is %s', (line, words) => {
  expect(wordedMarkdown(line)).toBe(words)
})
