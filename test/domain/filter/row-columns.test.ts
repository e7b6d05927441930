import { expect, test } from 'vitest'
import { filterRows, type RowTable } from '../../../src/domain/filter/row-columns.ts'
import { parseFilter } from '../../../src/domain/filter/where-terms.ts'

type Row = { name: string; level?: number; pass?: number; branch?: string; tested?: string; lost?: string[] }

const table: RowTable<Row> = {
  fields: [
    { name: 'level', kind: 'number', read: ({ level }) => level },
    { name: 'pass', aliases: ['rate'], kind: 'percent', read: ({ pass }) => pass },
    { name: 'branch', kind: 'word', read: ({ branch }) => branch },
    { name: 'tested', kind: 'day', read: ({ tested }) => tested },
    { name: 'lost', kind: 'word', read: ({ lost }) => lost },
    { name: 'state', kind: 'word', values: ['active', 'notAsked'], read: () => 'active' },
  ],
  nameOf: ({ name }) => name,
  textsOf: ({ branch }) => [branch],
  isPhrase: true,
}
const rows: Row[] = [
  { name: 'web/checkout', level: 3, pass: 0.82, branch: 'main', tested: '2026-11-19', lost: ['readme', 'codeowners'] },
  { name: 'api', level: 4, pass: 0.91, branch: 'release line', tested: '2026-10-02', lost: [] },
  { name: 'api client', branch: 'main' },
]
const found = (text: string) => filterRows(rows, table, parseFilter(text, table)).map(({ name }) => name)

test.each([
  ['', ['web/checkout', 'api', 'api client']],
  ['api', ['api', 'api client']],
  ['api cl', ['api client']],
  ['  API CLIENT ', ['api client']],
  ['!api client', ['web/checkout', 'api']],
  ['api !client', ['api']],
  ['release line', ['api']],
  ['line api', []],
  ['~wco', ['web/checkout']],
  ['api level>3', ['api']],
  ['level>=3', ['web/checkout', 'api']],
  ['pass>90', ['api']],
  ['rate<=82%', ['web/checkout']],
  ['branch=line', ['api']],
  ['branch', []],
  ['tested>=2026-11-01', ['web/checkout']],
  ['tested=2026-10', ['api']],
  ['lost=readme', ['web/checkout']],
  ['lost=owners', []],
  ['lost=?', ['api', 'api client']],
  ['!lost=?', ['web/checkout']],
])('the filter %j finds %j', (text, names) => {
  expect(found(text)).toEqual(names)
})

test.each([
  ['level<2 or level>3', '"or" is not supported; use FIELD=one,other, or quote it to search for the word'],
  ['level<2 || level>3', '"or" is not supported'],
  ['api or level>3', '"or" is not supported'],
  ['level>3 or api', '"or" is not supported'],
  ['level>2 AND pass>90', '"and" is not needed, all conditions must match'],
  ['!(level>3 api)', 'parentheses are not supported'],
  ['not(level>3)', 'parentheses are not supported'],
  ['branch=(main,release)', 'parentheses are not supported'],
  ['level=5..1', '5..1 is reversed; use 1..5'],
  ['tested=2026-11-20..2026-11-01', '2026-11-20..2026-11-01 is reversed; use 2026-11-01..2026-11-20'],
  ['state=nope', 'nope is not a valid state; use active, notAsked'],
  ['state=active,nope', 'nope is not a valid state'],
  ['!state~nope', 'nope is not a valid state'],
])('the filter %j is invalid: %s', (text, sentence) => {
  expect(parseFilter(text, table).wrong).toContain(sentence)
})

test.each([
  ...['api or client', 'or', 'or level>3', 'level>3 "or" api', 'lost~(x', 'a (b) c', '"(b)"', 'and', 'f(x)'],
  ...['state=ACTIVE', 'state=?', 'state~ask', 'level=1..1', 'level=5..', 'level=..1'],
])('the filter %j is valid', (text) => {
  expect(parseFilter(text, table)).toMatchObject({ wrong: undefined, unfinished: undefined })
})

test('an unfinished filter is not invalid while it is typed', () => {
  for (const text of ['state=not', 'level=5..1', 'level>3 or'])
    expect(parseFilter(text, table, { isTyping: true }).wrong, text).toBeUndefined()
})
