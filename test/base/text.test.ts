import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { splitWords } from '../../src/base/text.ts'

test.each<[string, string[] | undefined]>([
  ['  less \t -R\n ', ['less', '-R']],
  ['code --wait ""', ['code', '--wait', '']],
  ['', []],
  ['   ', []],
  ['less "', undefined],
  ["less 'a", undefined],
])('%j is split into %j', (text, words) => {
  expect(splitWords(text, false)).toEqual(words)
})

test('splitWords expands and runs nothing', () => {
  expect(splitWords('less $HOME `id` $(id) ~ * ; rm -rf / | cat && x > y', false)).toEqual(
    ['less', '$HOME', '`id`', '$(id)', '~', '*', ';', 'rm', '-rf', '/', '|', 'cat', '&&', 'x', '>', 'y'], // no shell
  )
})

test('on Windows a backslash is part of a path', () => {
  expect(splitWords('C:\\tools\\less.exe -R', true)).toEqual(['C:\\tools\\less.exe', '-R'])
  expect(splitWords('"C:\\Program Files\\less.exe" "-R"', true)).toEqual(['C:\\Program Files\\less.exe', '-R'])
})

test.runIf(process.platform !== 'win32')('a shell splits quotes, backslashes and spaces alike', () => {
  const pieces = ['a', ' ', '\\', '"', "'", '\\"', "\\'", 'b c', '\\\\']
  const texts = pieces.flatMap((x) => pieces.flatMap((y) => pieces.map((z) => `p${x}q${y}r${z}s`)))
  const split = texts.map((text) => splitWords(text, false))
  const whole = texts.filter((_, index) => split[index] !== undefined)
  expect(whole.length).toBeGreaterThan(300)
  expect(whole.length).toBeLessThan(texts.length)
  const script = whole.map((text) => `printf '%s\\0' ${text}; printf '\\n\\0'`).join('\n')
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
  const expected = output.split('\n\0').slice(0, -1)
  expect(
    split.filter((words) => words !== undefined).map((words) => words.map((word) => `${word}\0`).join('')),
  ).toEqual(expected)
})
