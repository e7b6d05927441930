import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonSplitter } from '../../src/client/json-splitter.ts'
import { forMany } from '../helpers/for-all.ts'

const MARK = 'the list '

/** Splits a text in pieces, parses all parts, and joins them. Throws SyntaxError. */
const parseSplit = (bytes: Uint8Array, cuts: readonly number[], batchBytes: number): unknown => {
  const lists: unknown[][] = []
  const splitter = createJsonSplitter(
    { rows: 'data', member: 'by_user' },
    {
      batchBytes,
      onElements: (parts, { list, isOnly }) => {
        const items = JSON.parse(`[${Buffer.concat(parts)}]`)
        if (items.length === 0 && !isOnly) throw new SyntaxError('no items')
        lists[list] = [...(lists[list] ?? []), ...items]
      },
      onEnd: (list) => JSON.stringify(`${MARK}${list}`),
    },
  )
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  let start = 0
  for (const end of [...ends, bytes.length]) {
    splitter.write(bytes.subarray(start, end))
    start = end
  }
  if (splitter.isBroken()) throw new SyntaxError('broken')
  return joined(JSON.parse(Buffer.concat(splitter.rest).toString()), lists)
}

const joined = (value: unknown, lists: readonly unknown[][]): unknown => {
  if (Array.isArray(value)) {
    const [first] = value
    if (value.length === 1 && typeof first === 'string' && first.startsWith(MARK))
      return lists[Number(first.slice(MARK.length))] ?? []
    return value.map((item) => joined(item, lists))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, joined(member, lists)]))
}

const tried = (parse: () => unknown): unknown => {
  try {
    return JSON.stringify(parse())
  } catch (error) {
    if (error instanceof SyntaxError) return 'not JSON'
    throw error
  }
}

const item = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.record({
    user_id: fc.string({ unit: 'binary' }),
    by_user: fc.array(fc.string()),
    data: fc.jsonValue().map((value) => JSON.stringify(value)),
  }),
)
const row = fc.oneof(
  fc.record({ date: fc.string(), by_user: fc.array(item) }, { requiredKeys: [] }),
  fc.dictionary(fc.constantFrom('by_user', 'data', 'a"b', '\\', '[{'), fc.oneof(item, fc.array(item))),
  item,
)
const document = fc.oneof(
  fc.record({ data: fc.array(row), meta: item, by_user: fc.array(item) }, { requiredKeys: [] }),
  fc.record({ meta: item, data: fc.array(row) }),
  fc.array(row),
  item,
)
const cutsAndBatch = fc.tuple(fc.array(fc.nat(), { maxLength: 8 }), fc.integer({ min: 1, max: 40 }))

test('the rest and the elements together are the document, wherever its pieces end', () => {
  forMany(400, document, fc.constantFrom(0, 1, 2), cutsAndBatch, (value, indent, [cuts, batchBytes]) => {
    const text = JSON.stringify(value, null, indent) ?? 'null'
    expect(tried(() => parseSplit(Buffer.from(text), cuts, batchBytes))).toBe(tried(() => JSON.parse(text)))
  })
})

test('a text that was changed or cut is JSON exactly if JSON.parse reads it, with the same result', () => {
  const change = fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.constantFrom(...'[]{},:"\\ 0n', '', '\u0000', ',,', '[1,]'))
  forMany(1_500, document, fc.array(change, { maxLength: 3 }), cutsAndBatch, (value, changes, [cuts, batchBytes]) => {
    let text = JSON.stringify(value) ?? 'null'
    for (const [at, length, by] of changes) {
      const start = at % (text.length + 1)
      text = text.slice(0, start) + by + text.slice(start + length)
    }
    const bytes = Buffer.from(text.toWellFormed())
    expect(tried(() => parseSplit(bytes, cuts, batchBytes))).toBe(tried(() => JSON.parse(bytes.toString())))
  })
})

test.each([
  ['the list twice', '{"data":[{"by_user":[1,2],"by_user":[3]}]}'],
  ['the rows twice', '{"data":[{"by_user":[1]}],"data":[{"by_user":[2]},{"by_user":[3]}]}'],
  ['a name with escapes', '{"data":[{"by_user":[1],"by\\u005fuser":[2]}]}'],
  ['a comma before the first element', '{"data":[{"by_user":[,1]}]}'],
  ['a comma after the last element', '{"data":[{"by_user":[1,2,]}]}'],
  ['a list that ends as an object', '{"data":[{"by_user":[1}]}'],
  ['a list without an end', '{"data":[{"by_user":[1,2'],
  ['lists at other places', '{"by_user":[1],"data":{"by_user":[2]},"x":[{"by_user":[3]}],"data":[[{"by_user":[4]}]]}'],
  ['brackets in strings', '{"data":[{"a":"]}[{\\"","by_user":["],[",{"]":"\\\\"}]}]}'],
  ['two documents', '{"data":[{"by_user":[1]}]}{"data":[{"by_user":[2]}]}'],
])('%s', (_, text) => {
  for (let batchBytes = 1; batchBytes < 8; batchBytes++)
    for (let cut = 0; cut < text.length; cut++)
      expect(tried(() => parseSplit(Buffer.from(text), [cut], batchBytes))).toBe(tried(() => JSON.parse(text)))
})

test('elements with a million levels are passed on without recursion', () => {
  const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
  const sizes: number[] = []
  const splitter = createJsonSplitter(
    { rows: 'data', member: 'by_user' },
    { onElements: (parts) => void sizes.push(Buffer.concat(parts).length), onEnd: () => '0' },
  )
  splitter.write(Buffer.from(`{"data":[{"by_user":[${deep},1]}]}`))
  expect(sizes).toEqual([2_000_000, 1])
  expect(Buffer.concat(splitter.rest).toString()).toBe('{"data":[{"by_user":[0]}]}')
})
