import { expect, test } from 'vitest'
import { paintFound } from '../../../../screens/kit/detail/use-detail.ts'

const paint = (text: string) => `[${text}]`

test('each match is painted ignoring case, and its line is listed once', () => {
  expect(paintFound(['A cat and a CAT', 'no dog', 'cats'], 'cat', paint)).toEqual({
    lines: ['A [cat] and a [CAT]', 'no dog', '[cat]s'],
    found: [0, 2],
  })
})

test('a match across a line break is painted on both lines and found on the first', () => {
  expect(paintFound(['it hides', 'all of them, it', 'hides', 'all'], 'hides all', paint)).toEqual({
    lines: ['it [hides]', '[all] of them, it', '[hides]', '[all]'],
    found: [0, 2],
  })
})

test('special characters match literally, and an empty text matches nothing', () => {
  expect(paintFound(['a.b (c) [d] \\ /'], '.b (c) [d] \\ /', paint).lines).toEqual(['a[.b (c) [d] \\ /]'])
  for (const sign of Array.from({ length: 0x7f - 0x21 }, (_, at) => String.fromCharCode(0x21 + at)))
    expect(paintFound([`1${sign}_`], sign, paint).lines[0]).toContain(`[${sign}]`)
  expect(paintFound(['axb'], 'a.b', paint).lines).toEqual(['axb'])
  expect(paintFound(['a', ''], '', paint)).toEqual({ lines: ['a', ''], found: [] })
})
