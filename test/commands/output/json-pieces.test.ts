import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LongList } from '../../../src/base/long-list.ts'
import { masked } from '../../../src/client/masked.ts'
import { jsonPieces } from '../../../src/commands/output/json-pieces.ts'
import { toJson } from '../../../src/domain/output/output.ts'
import { forMany } from '../../helpers/for-all.ts'

const SECRET = 'top-secret'
const redact = (text: string): string => text.replaceAll(SECRET, '••••••')

const inParts = <Item>(items: readonly Item[], size: number): LongList<Item> =>
  new LongList(function* () {
    for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
  })

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(SECRET, `"${SECRET}`, '\n', '\u202e', 'by_user'))
const item = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.record({ user_id: text, n: fc.double() }))
const row = fc.record({ date: text, by_user: fc.array(item), by_model: fc.array(item) }, { requiredKeys: ['by_user'] })

test('the pieces of rows with long lists are the JSON of rows with whole lists', () => {
  const envelope = fc.record({ data: fc.array(row), meta: fc.dictionary(text, item), none: fc.constant(undefined) })
  forMany(200, envelope, fc.integer({ min: 1, max: 4 }), fc.constantFrom(0, 2), (value, size, indent) => {
    const long = { ...value, data: value.data.map((one) => ({ ...one, by_user: inParts(one.by_user, size) })) }
    expect([...jsonPieces(long, { indent, redact })].join('')).toBe(toJson(masked(value, redact), { indent }))
  })
})

test('a long list is written one part at a time', () => {
  let parts = 0
  const list = new LongList(function* () {
    for (; parts < 1_000; parts++) yield [parts]
  })
  const pieces = jsonPieces({ data: [{ by_user: list }] }, { indent: 0, redact })
  for (let piece = pieces.next().value; !piece?.includes('[0'); piece = pieces.next().value);
  expect(parts).toBe(0)
  expect([...pieces].at(-1)).toBe('}')
  expect(parts).toBe(1_000)
})
