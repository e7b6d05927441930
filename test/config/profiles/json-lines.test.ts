import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offsetOfMember, parseCommentedJson, positionText } from '../../../src/config/profiles/json-problems.ts'
import { forMany } from '../../helpers/for-all.ts'

const placeOf = (text: string, path: readonly PropertyKey[]): string => positionText(text, offsetOfMember(text, path))

const membersIn = (value: unknown, path: PropertyKey[] = []): PropertyKey[][] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const own = [...path, Array.isArray(value) ? Number(name) : name]
    return [own, ...membersIn(member, own)]
  })
}

test('each member of any JSON is found at its position', () => {
  forMany(300, fc.jsonValue({ maxDepth: 4 }), (value) => {
    // Each member and each item has its own line, in the order in which they are visited.
    const text = JSON.stringify(value, undefined, 2)
    const lines = text.split('\n')
    const starts = lines.flatMap((line, at) =>
      /^\s*[}\]],?$/.test(line) ? [] : [`line ${at + 1}, column ${line.search(/\S/) + 1}`],
    )
    const found = membersIn(value).map((path) => placeOf(text, path))
    expect(found).toEqual(starts.slice(1))
  })
})

test('of duplicate members the last one is found, and for a missing one its parent', () => {
  const text = '{\n"a": 1,\n"a": {\n"b": 2}\n}'
  expect(placeOf(text, ['a'])).toBe('line 3, column 1')
  expect(placeOf(text, ['a', 'b'])).toBe('line 4, column 1')
  expect(placeOf(text, ['a', 'c'])).toBe('line 3, column 1')
  expect(placeOf(text, ['x', 'b'])).toBe('line 1, column 1')
})

test.each([
  ['', ['line 1, column 1: invalid JSON: a value is missing']],
  ['{"a": 1,\n}', ['line 2, column 1: invalid JSON: remove the comma before it']],
  ['{"a": [1, ]}', ['line 1, column 11: invalid JSON: remove the comma before it']],
  ['{"a": 1\n"b": 2}', ['line 2, column 1: invalid JSON: a comma is missing']],
  [
    '{"a": [1, 2}',
    ['line 1, column 12: invalid JSON: a comma is missing', 'line 1, column 13: invalid JSON: a closing ] is missing'],
  ],
  [
    '// habits\n{"a": tru,\n "b": "\\q"}',
    [
      'line 2, column 7: invalid JSON: text must be in double quotes',
      'line 3, column 7: invalid JSON: unknown escape sequence',
    ],
  ],
])('%j is invalid JSON: %j', (text, expected) => {
  const { value, problems } = parseCommentedJson(text)
  expect(value).toBeUndefined()
  expect(problems.map(({ offset, problem }) => `${positionText(text, offset)}: ${problem}`)).toEqual(expected)
})
