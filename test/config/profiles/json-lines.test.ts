import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineOfMember, syntaxErrorPosition } from '../../../src/config/profiles/config-file.ts'
import { forMany } from '../../helpers/for-all.ts'

const membersIn = (value: unknown, path: PropertyKey[] = []): PropertyKey[][] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const own = [...path, Array.isArray(value) ? Number(name) : name]
    return [own, ...membersIn(member, own)]
  })
}

test('each member of any JSON is found on its line', () => {
  forMany(300, fc.jsonValue({ maxDepth: 4 }), (value) => {
    // Each member and each item has its own line, in the order in which they are visited.
    const text = JSON.stringify(value, undefined, 2)
    const lines = text.split('\n')
    const starts = lines.flatMap((line, at) => (/^\s*[}\]],?$/.test(line) ? [] : [at + 1]))
    const found = membersIn(value).map((path) => lineOfMember(text, path))
    expect(found).toEqual(starts.slice(1))
  })
})

test('lineOfMember finds the last of duplicate members, and the parent of a missing one', () => {
  const text = '{\n"a": 1,\n"a": {\n"b": 2}\n}'
  expect(lineOfMember(text, ['a'])).toBe(3)
  expect(lineOfMember(text, ['a', 'b'])).toBe(4)
  expect(lineOfMember(text, ['a', 'c'])).toBe(3)
  expect(lineOfMember(text, ['x', 'b'])).toBe(1)
})

test.each([
  ['', 'line 1, column 1'],
  ['{"a": 1,\n}', 'line 2, column 1'],
  ['{"a": 1\n"b": 2}', 'line 2, column 1'],
  ['{"a": 1,\n  b: 2}', 'line 2, column 3'],
  ['{"a": [1, 2}', 'line 1, column 12'],
  ['{"a"\n= 1}', 'line 2, column 1'],
  ['// habits\n{]', 'line 2, column 2'],
  ['{"a": 1, /* b */}', 'line 1, column 17'],
])('%j is invalid JSON from %s on', (text, place) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(syntaxErrorPosition(text)).toBe(place)
})
