import { expect, test } from 'vitest'
import { filterRows, type RowTable, rowColumns } from '../../../src/domain/filter/row-columns.ts'
import { readTerms } from '../../../src/domain/filter/where-terms.ts'

type Row = { name: string; level?: number; pass?: number; branch?: string; judged?: string; lost?: string[] }

const table: RowTable<Row> = {
  fields: [
    { name: 'level', kind: 'number', read: ({ level }) => level },
    { name: 'pass', aliases: ['rate'], kind: 'percent', read: ({ pass }) => pass },
    { name: 'branch', kind: 'word', read: ({ branch }) => branch },
    { name: 'judged', kind: 'day', read: ({ judged }) => judged },
    { name: 'lost', kind: 'word', read: ({ lost }) => lost },
  ],
  nameOf: ({ name }) => name,
  textsOf: ({ branch }) => [branch],
  isPhrase: true,
}
const rows: Row[] = [
  { name: 'web/checkout', level: 3, pass: 0.82, branch: 'main', judged: '2026-11-19', lost: ['readme', 'codeowners'] },
  { name: 'api', level: 4, pass: 0.91, branch: 'release line', judged: '2026-10-02', lost: [] },
  { name: 'api client', branch: 'main' },
]
const found = (text: string) => filterRows(rows, table, readTerms(text, table)).map(({ name }) => name)

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
  ['level>3 api', ['api']],
  ['level>=3', ['web/checkout', 'api']],
  ['level=?', ['api client']],
  ['pass>90', ['api']],
  ['rate<=82%', ['web/checkout']],
  ['branch=main', ['web/checkout', 'api client']],
  ['branch=line', ['api']],
  ['branch', []],
  ['judged>=2026-11-01', ['web/checkout']],
  ['judged=2026-10', ['api']],
  ['lost=readme', ['web/checkout']],
  ['lost=owners', []],
  ['lost~owners', ['web/checkout']],
  ['lost=?', ['api', 'api client']],
  ['!lost=?', ['web/checkout']],
])('%j finds %j', (text, names) => {
  expect(found(text)).toEqual(names)
})

test('without a filter the rows are the same array', () => {
  expect(filterRows(rows, table, readTerms(' ', table))).toBe(rows)
})

test('a column is read once, however many conditions ask for it', () => {
  let reads = 0
  const read = ({ level }: Row) => {
    reads++
    return level
  }
  const counting: RowTable<Row> = {
    ...table,
    fields: [{ name: 'level', kind: 'number', read }],
  }
  const columns = rowColumns(rows, counting)
  for (let times = 0; times < 5; times++) columns.numbers('level', undefined)
  expect(reads).toBe(rows.length)
})

test('rows without a field are a mistake of the program', () => {
  expect(() => rowColumns(rows, table).numbers('weight', undefined)).toThrow(RangeError)
})
