import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv, toJson, toMarkdownTable, toTextTable } from '../../../src/domain/output/output.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { forAll } from '../../helpers/for-all.ts'
import { createRandom, hostileString } from '../hostile/strings.ts'

const random = createRandom(7)
const hostile = Array.from({ length: 2_000 }, () => hostileString(random))

test('JSON of any value parses like standard JSON', () => {
  forAll(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
    expect(JSON.parse(toJson(value, { indent }))).toEqual(JSON.parse(JSON.stringify(value)))
  })
})

test('JSON escapes characters that hide text or change its direction', () => {
  expect(toJson(hostile)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
  expect(JSON.parse(toJson(hostile))).toEqual(hostile)
  expect(toJson({ a: '\x1b]52;c;x\x07\u009d\u202e\u2028' })).toBe('{"a":"\\u001b]52;c;x\\u0007\\u009d\\u202e\\u2028"}')
  expect(toJson('\u{e0041}')).toBe('"\\udb40\\udc41"')
  expect(toJson(['漢', 'ä'])).toBe('["漢","ä"]')
  expect(toJson({ a: [1] }, { indent: 2 })).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(toJson(undefined)).toBe('null')
})

test('a member name like __proto__ is an ordinary key', () => {
  const value = JSON.parse('{"__proto__": {"a": 1}, "toString": 2}')
  expect(toJson(value)).toBe('{"__proto__":{"a":1},"toString":2}')
  expect(toCsv([value], ['toString', 'constructor', 'valueOf'])).toBe('toString,constructor,valueOf\r\n2,,\r\n')
})

test('CSV quotes commas, quotes and line breaks and ends each line with CRLF', () => {
  const row = { a: 'x,y', b: 'say "hi"', c: 'two\nlines', d: null }
  expect(toCsv([row], ['a', 'b', 'c', 'd', 'e'])).toBe('a,b,c,d,e\r\n"x,y","say ""hi""","two\nlines",,\r\n')
  expect(toCsv([], ['a'])).toBe('a\r\n')
  expect(toCsv([{ a: ['x'], b: { c: 1 }, d: true }], ['a', 'b', 'd'])).toBe('a,b,d\r\n"[""x""]","{""c"":1}",true\r\n')
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['\tx', '"\'\tx"'],
  ['\r=1', '"\'\r\'=1"'],
  ['\n=1', '"\'\n\'=1"'],
  // A number is not a formula, and neither is text with a sign elsewhere.
  [-1, '-1'],
  ['x=1', 'x=1'],
  // A spreadsheet with another separator splits this field at semicolons, tabs and line breaks, so a ' precedes each
  // formula after one of them. It reads the quotes of the field as text.
  ['a;=1+1', '"a;\'=1+1"'],
  ['b\t@x', '"b\t\'@x"'],
  ['b;"=1+1;c', '"b;\'""=1+1;c"'],
  ['b\r\n=1+1', '"b\r\n\'=1+1"'],
  ['1; 2', '"1; 2"'],
])('the CSV field of %j cannot start a formula in a spreadsheet', (value, field) => {
  expect(toCsv([{ a: value }], ['a'])).toBe(`a\r\n${field}\r\n`)
  expect(toCsv([], ['=a'])).toBe("'=a\r\n")
  expect(toCsv([{ a: 'b;=1' }], ['a'], { raw: true })).toBe('a\r\n"b;=1"\r\n')
})

test('raw CSV keeps strings unchanged, other CSV replaces control characters', () => {
  expect(toCsv([{ a: '=1' }, { a: '\x1b[31m' }], ['a'], { raw: true })).toBe('a\r\n=1\r\n\x1b[31m\r\n')
  expect(toCsv([{ a: '\x1b[31m\u009d\u202e' }], ['a'])).toBe('a\r\n␛[31m⟨009D⟩⟨202E⟩\r\n')
  const text = toCsv(
    hostile.map((a) => ({ a })),
    ['a'],
  )
  expect(/[^\P{Cc}\t\r\n]/u.test(text)).toBe(false)
})

test('raw CSV round-trips every string', () => {
  forAll(fc.string({ unit: 'binary' }), (value) => {
    const field = toCsv([{ a: value }], ['a'], { raw: true }).slice('a\r\n'.length, -'\r\n'.length)
    const isQuoted = field.startsWith('"')
    expect(isQuoted ? field.slice(1, -1).replaceAll('""', '"') : field).toBe(value)
    if (!isQuoted) expect(field).not.toMatch(/[",\r\n]/)
  })
})

test('text cannot leave its Markdown cell or become markup', () => {
  const rows = [
    { name: 'a|b\n<img src=x>', n: 5, none: null },
    { name: '[x](y) `z` **b** &amp;', n: null },
  ]
  expect(toMarkdownTable(rows, ['name', 'n', 'none']).split('\n')).toEqual([
    '| name | n | none |',
    '| --- | --: | --- |',
    '| a\\|b␊&lt;img src=x&gt; | 5 |  |',
    '| \\[x\\](y) \\`z\\` \\*\\*b\\*\\* &amp;amp; |  |  |',
    '',
  ])
})

test.each([
  ['ann@example.com', 'ann&#64;example.com'],
  ['see https://evil.example/x', 'see https&#58;//evil.example/x'],
  ['WWW.evil.example', 'WWW&#46;evil.example'],
  ['@team, 3:1', '&#64;team, 3:1'],
  ['user_id', 'user_id'],
  ['_a_', '\\_a\\_'],
  ['é_b', 'é\\_b'],
  [0.09093025675066503, '0.09093'],
  [12.456220472440945, '12.46'],
  [123_456.789, '123456.79'],
  [18_356, '18356'],
  [0, '0'],
  [Number.NaN, 'NaN'],
  [1e300, '1e+300'],
])('the value %s is printed in a Markdown table as %s', (value, text) => {
  expect(toMarkdownTable([{ value }], ['value']).split('\n')[2]).toBe(`| ${text} |`)
})

test('every hostile string stays on one line of a Markdown table', () => {
  const text = toMarkdownTable(
    hostile.map((a) => ({ a })),
    ['a'],
  )
  expect(text.split('\n')).toHaveLength(hostile.length + 3)
  expect(/[^\P{Cc}\n]/u.test(text)).toBe(false)
})

test('a text table aligns its columns by terminal cells', () => {
  const columns = [{ title: 'MODEL' }, { title: 'CREDITS', align: 'right' as const }, { title: 'NOTE' }]
  const rows = [
    ['opus', '612,440', 'ok'],
    ['漢字モデル', '4', ''],
    ['👨‍👩‍👧', '–', 'x'],
  ].map((row) => row.map((cell) => safeText(cell)))
  expect(toTextTable(columns, rows)).toBe(
    [
      'MODEL       CREDITS  NOTE',
      'opus        612,440  ok',
      '漢字モデル        4',
      '👨‍👩‍👧                –  x',
      '',
    ].join('\n'),
  )
})

test('a text table that is too wide cuts its widest text column, never its numbers', () => {
  const columns = [{ title: 'NAME' }, { title: 'CREDITS', align: 'right' as const }]
  const rows = [[safeText('a.very.long.name@example.com'), safeText('1,284,320')]]
  expect(toTextTable(columns, rows, 24)).toBe('NAME             CREDITS\na.very.long.…  1,284,320\n')
  expect(toTextTable(columns, rows, 3)).toContain('1,284,320')
  // A table of names and values has no headings, so it has no heading line.
  expect(toTextTable([{ title: '' }, { title: '' }], [[safeText('file'), safeText('a')]])).toBe('file  a\n')
})

test('no line of a text table is wider than the terminal if its columns can shrink', () => {
  const columns = [{ title: 'A' }, { title: 'B' }, { title: 'N', align: 'right' as const }]
  const rows = hostile
    .slice(0, 500)
    .map((text) => [safeText(text), safeText('x'.repeat(text.length % 40)), safeText('12')])
  for (const line of toTextTable(columns, rows, 30).trimEnd().split('\n'))
    expect(textWidth(line)).toBeLessThanOrEqual(30)
})

test('a column of sentences wraps between words', () => {
  const columns = [{ title: 'ID' }, { title: 'WHY', wraps: true }]
  const row = (...cells: string[]) => cells.map((cell) => safeText(cell))
  expect(toTextTable(columns, [row('a', 'one two three four'), row('b', 'x')], 14)).toBe(
    'ID  WHY\na   one two\n    three four\nb   x\n',
  )
  expect(toTextTable(columns, [row('a', 'one two three four')])).toBe('ID  WHY\na   one two three four\n')
})

test('CSV and Markdown have one form of time, whatever the server sent', () => {
  const rows = [
    { createdAt: 1_763_980_200_000, last_seen: '2026-11-01T10:30:00+01:00', at: '2026-11-01T09:30:00Z' },
    { createdAt: '2026-11-01T09:30:00.25Z', last_seen: '2026-11-01', at: null },
    // Not times: seconds, a count, a text, and a date that does not exist.
    { createdAt: 1_763_980_200, last_seen: 7, at: 'yesterday' },
    { createdAt: 9e15, last_seen: '2026-13-01T00:00:00Z', at: [1_763_980_200_000] },
  ]
  const columns = ['createdAt', 'last_seen', 'at']
  expect(toCsv(rows, columns).split('\r\n')).toEqual([
    'createdAt,last_seen,at',
    '2025-11-24T10:30:00.000Z,2026-11-01T09:30:00.000Z,2026-11-01T09:30:00.000Z',
    '2026-11-01T09:30:00.250Z,2026-11-01,',
    '1763980200,7,yesterday',
    '9000000000000000,2026-13-01T00:00:00Z,[1763980200000]',
    '',
  ])
  expect(toMarkdownTable(rows.slice(0, 2), columns).split('\n')).toEqual([
    '| createdAt | last_seen | at |',
    '| --- | --- | --- |',
    '| 2025-11-24T10:30:00.000Z | 2026-11-01T09:30:00.000Z | 2026-11-01T09:30:00.000Z |',
    '| 2026-11-01T09:30:00.250Z | 2026-11-01 |  |',
    '',
  ])
  // A number in a column of another name stays a number.
  expect(toCsv([{ tokens: 1_763_980_200_000 }], ['tokens'])).toBe('tokens\r\n1763980200000\r\n')
})
