import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowTexts } from '../../../src/service/sync/row-texts.ts'
import { forAll } from '../../helpers/for-all.ts'

test('rows are the texts between the commas, unchanged', () => {
  const rows = ['{"a":1.0,"b":"]},\\"{"}', '[1e400,[]]', '"x\\\\"', 'null', '-0', '{"__proto__":{},"a":1,"a":2}']
  expect(rowTexts(`{"meta":{"data":[1]}, "data" :\n[ ${rows.join(' ,\n ')} ]\t}`, 'data')).toEqual(rows)
  expect(rowTexts('{"data":[],"x":1}', 'data')).toEqual([])
  expect(rowTexts('{ }', 'data')).toEqual([])
})

test('of two lists with the same name the last one counts, and escapes in names are decoded', () => {
  expect(rowTexts('{"data":[1],"d\\u0061ta":[2,3]}', 'data')).toEqual(['2', '3'])
  expect(rowTexts('{"data":[1],"data":{"0":2}}', 'data')).toEqual([])
})

test('for all JSON: each text parses to its row', () => {
  forAll(fc.array(fc.jsonValue()), (rows) => {
    for (const indent of [0, 2]) {
      const text = JSON.stringify({ before: rows, data: rows, after: 'x' }, undefined, indent)
      expect(rowTexts(text, 'data').map((row) => JSON.parse(row))).toEqual(JSON.parse(text).data)
    }
  })
})
