import { expect, test } from 'vitest'
import { safeFileName, withoutSecondExtension } from '../../../src/domain/text/safe-file-name.ts'

test.each([
  ['controls-412-418.md', 'controls-412-418.md'],
  ['web/checkout report.md', 'web-checkout-report.md'],
  ['../../etc/passwd', 'etc-passwd'],
  ['..', 'untitled'],
  ['.bashrc', 'bashrc'],
  ['-rf.md', 'rf.md'],
  ['Ünïcödé.csv', 'Unicode.csv'],
  ['名前.csv', 'csv'],
  ['a\u0000b\u001b]52;c;x\u0007.md', 'a-b-52-c-x-.md'],
  ['right\u202egnp.md', 'right-gnp.md'],
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['LPT1.md', '_LPT1.md'],
  ['console.md', 'console.md'],
  ['dots...', 'dots'],
  ['', 'untitled'],
])('the safe file name of %j is %j', (name, expected) => {
  expect(safeFileName(name)).toBe(expected)
})

test('a name of more than 100 characters is cut before its extension', () => {
  expect(safeFileName(`${'a'.repeat(300)}.json`)).toBe(`${'a'.repeat(95)}.json`)
  expect(safeFileName('a'.repeat(300))).toBe('a'.repeat(100))
  expect(safeFileName(`con.${'b'.repeat(300)}`)).toHaveLength(100)
})

test('a safe file name never leaves its folder', () => {
  const signs = ['.', '..', '/', '\\', '-', ' ', 'a', 'é', '\u0000', '\ud800', '\u202e', '😀', '~', 'com1', ':', '\n']
  for (const first of signs)
    for (const second of signs)
      for (const third of signs) {
        const name = safeFileName(first + second + third)
        expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/)
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
      }
})

test.each([
  ['x.csv.csv', 'csv', 'x.csv'],
  ['~/a/X.CSV.csv', 'csv', '~/a/X.CSV'],
  ['x.md.issue.md', 'issue.md', 'x.md'],
  ['x.issue.md.issue.md', 'issue.md', 'x.issue.md'],
  ['x.csv.json', 'json', 'x.csv.json'],
  ['x.csv.csv2', 'csv', 'x.csv.csv2'],
])('%s from a form that adds .%s is saved as %s', (file, extension, expected) => {
  expect(withoutSecondExtension(file, extension)).toBe(expected)
})
