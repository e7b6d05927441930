import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { type WordPiece, wordMarks } from '../../../src/domain/settings-diff/word-marks.ts'
import { forMany } from '../../helpers/for-all.ts'
import { commonLength } from './common-length.ts'

const marked = (pieces: readonly WordPiece[]) =>
  pieces.map(({ text, isSame }) => (isSame ? text : `[${text}]`)).join('')

test.each([
  ['run the guard now', 'run a guard now', 'run [the] guard now', 'run [a] guard now'],
  ['npm run test --all', 'npm run lint --all -v', 'npm run [test] --all', 'npm run [lint] --all[ -v]'],
  ['x a y b z', 'a b', '[x ]a[ y] b[ z]', 'a b'],
  ['größer 査読', 'größe 査読', '[größer] 査読', '[größe] 査読'],
])('the words that differ between %j and %j are marked', (before, after, old, now) => {
  const marks = wordMarks(before, after)
  expect(marked(marks.before)).toBe(old)
  expect(marked(marks.after)).toBe(now)
})

test('the pieces form both texts and mark as few words as possible', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '-'), { maxLength: 14 })
  forMany(500, words, words, (olds, nows) => {
    // A character between the words separates them.
    const [before, after] = [olds.join('.'), nows.join('.')]
    const marks = wordMarks(before, after)
    const text = (pieces: WordPiece[]) => pieces.map((piece) => piece.text).join('')
    const same = (pieces: WordPiece[]) => text(pieces.filter(({ isSame }) => isSame))
    expect(text(marks.before)).toBe(before)
    expect(text(marks.after)).toBe(after)
    expect(same(marks.before)).toBe(same(marks.after))
    expect(same(marks.before)).toHaveLength(commonLength([...before], [...after]))
  })
})

test('a secret within a text is one word, changed or unchanged, and is never shown', () => {
  const hash = (secret: string) => Buffer.from(secret.padEnd(24, 'x')).toString('base64url').slice(0, 64)
  const masked = (text: string) => String(maskSettings({ a: text }, hash).a)
  const marks = wordMarks(masked('get https://one:x@host/a now'), masked('get https://two:x@host/a then'))
  expect(marked(marks.before)).toBe('get https://[••••••]@host/a [now]')
  expect(marked(marks.after)).toBe('get https://[••••••]@host/a [then]')
})

test('very long texts are compared quickly and differ between their common start and end', () => {
  const long = (word: string) => `begin ${`${word} x `.repeat(50_000)}end`
  const marks = wordMarks(long('a'), long('b'))
  expect([marks.after[0], marks.after.at(-1)]).toEqual([
    { text: 'begin ', isSame: true },
    { text: ' x end', isSame: true },
  ])
})
