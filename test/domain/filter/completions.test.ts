import { expect, test } from 'vitest'
import { completionsOf } from '../../../src/domain/filter/completions.ts'
import { unknownWord } from '../../../src/domain/filter/where-note.ts'
import { type FilterSyntax, parseFilter } from '../../../src/domain/filter/where-terms.ts'
import { whereText } from '../../../src/domain/filter/where-text.ts'

const words: FilterSyntax = {
  fields: [
    { name: 'credits', aliases: ['billable_tokens'], kind: 'number', partOf: 'model' },
    { name: 'commits', kind: 'number' },
    { name: 'model', kind: 'word' },
    { name: 'lang', kind: 'word' },
    { name: 'name', kind: 'text' },
    { name: 'last', kind: 'day' },
    { name: 'age', kind: 'age' },
  ],
}
const known: Readonly<Record<string, readonly string[]>> = {
  model: ['claude-opus-4', 'claude-haiku-4', 'sonnet'],
  lang: ['Go', 'Objective C', 'Go Template'],
  name: ['charlie'],
}
const wordsOf = (field: string) => known[field]
const completed = (text: string): string[] => {
  const { from, texts } = completionsOf(text, words, wordsOf)
  return texts.map((one) => text.slice(0, from) + one)
}

test.each([
  ['', ['credits>', 'commits>', 'model=', 'lang=', 'name~', 'last>=', 'age>']],
  ['name~ch cre', ['name~ch credits>']],
  ['c', ['credits>', 'commits>', 'model=claude-opus-4', 'model=claude-haiku-4', 'lang="Objective C"']],
  ['cre', ['credits>']],
  ['BILL', ['credits>']],
  ['!cre', ['!credits>']],
  ['opus', ['model=claude-opus-4']],
  ['credits.', ['credits.claude-opus-4>', 'credits.claude-haiku-4>', 'credits.sonnet>']],
  ['credits.OP', ['credits.claude-opus-4>']],
  ['model!=so', ['model!=sonnet']],
  ['model=sonnet,op', ['model=sonnet,claude-opus-4']],
  ['lang=GO', ['lang=Go', 'lang="Go Template"']],
  ['lang="obj', ['lang="Objective C"']],
  ['model=sonnet', []],
  ['model=laude', []],
  ['lang="go"', []],
  ['credits>', []],
  ['name~ch', []],
  ['xyz=', []],
  ['~ch', []],
  ['"cre', []],
])('the completions of %j are %j', (text, texts) => {
  expect(completed(text)).toEqual(texts)
})

test.each([
  ['model=opsu', "no model matches 'opsu': did you mean opus?"],
  ['lang=cobol', "no lang matches 'cobol'"],
  [`lang=${'x'.repeat(40)}`, `no lang matches '${'x'.repeat(30)}'`],
  ['credits.sonet>1k', "no model matches 'sonet': did you mean sonnet?"],
  ['model=opus lang=go credits.haiku>1 model=? name~nope', undefined],
])('a filter %j that matches nothing is explained by %j', (text, note) => {
  expect(unknownWord(parseFilter(text, words), words, wordsOf)).toBe(note)
})

test.each([
  ['rate limit', '"rate limit"'],
  ['!rate limit level>3', '!"rate limit" level>3'],
  ['level > 3 branch="a b"', 'level > 3 branch="a b"'],
  ['~ra li', '~rali'],
  ['  one ', 'one'],
  ['', ''],
])('the filter %j of a screen becomes --where %j', (typed, text) => {
  expect(whereText(typed, { isPhrase: true })).toBe(text)
})
