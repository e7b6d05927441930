import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { paintFound } from '../../../screens/kit/detail/found-words.ts'
import { shellWord } from '../../../screens/kit/export/shell-word.ts'

const paint = (text: string) => `[${text}]`

test('each place is painted, in either case, and its line told once', () => {
  expect(paintFound(['A cat and a CAT', 'no dog', 'cats'], 'cat', paint)).toEqual({
    lines: ['A [cat] and a [CAT]', 'no dog', '[cat]s'],
    found: [0, 2],
  })
})

test('a text that a line breaks in is painted on both lines and found on the first', () => {
  expect(paintFound(['it hides', 'all of them, it', 'hides', 'all'], 'hides all', paint)).toEqual({
    lines: ['it [hides]', '[all] of them, it', '[hides]', '[all]'],
    found: [0, 2],
  })
})

test('signs stand for themselves, and an empty text for nothing', () => {
  expect(paintFound(['a.b (c) [d] \\ /'], '.b (c) [d] \\ /', paint).lines).toEqual(['a[.b (c) [d] \\ /]'])
  expect(paintFound(['axb'], 'a.b', paint).lines).toEqual(['axb'])
  expect(paintFound(['a', ''], '', paint)).toEqual({ lines: ['a', ''], found: [] })
})

test.each([
  ['sandbox.network.allowedDomains', 'sandbox.network.allowedDomains'],
  ['customModels[cm_1].apiKey', "'customModels[cm_1].apiKey'"],
  ['commandAllowlist{"npm test"}', `'commandAllowlist{"npm test"}'`],
  ["it's", `'it'\\''s'`],
  ['sandbox.**', "'sandbox.**'"],
  ['~a', "'~a'"],
  ['', "''"],
])('%s is written %s', (text, word) => {
  expect(shellWord(text)).toBe(word)
})

test.each(['a b', "o'clock $HOME `id` \\ !", '*', '$(id)', 'a\u0007b'])(
  'a shell reads one word and runs nothing: %j',
  (text) => {
    const read = execFileSync('/bin/sh', ['-c', `printf '%s' ${shellWord(text)}`], { encoding: 'utf8' })
    expect(read).toBe(text.replace('\u0007', '␇'))
  },
)
