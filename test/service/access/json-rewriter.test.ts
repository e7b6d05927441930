import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonRewriter } from '../../../src/service/access/json-rewriter.ts'
import { forMany } from '../../helpers/for-all.ts'

const inParts = (json: string, size: number, string: (text: string) => string): string => {
  const rewrite = createJsonRewriter({ string, open: () => {}, close: () => {} })
  let out = ''
  for (let at = 0; at < json.length; at += size) out += rewrite(json.slice(at, at + size))
  return out
}

test('any JSON in parts of any size stays the same if no string changes', () => {
  forMany(300, fc.json(), fc.integer({ min: 1, max: 50 }), (json, size) => {
    expect(inParts(json, size, (text) => text)).toBe(json)
  })
})

test('every string is rewritten, escaped ones too, and numbers keep their digits', () => {
  forMany(300, fc.jsonValue(), fc.integer({ min: 1, max: 50 }), (value, size) => {
    const json = JSON.stringify(value)
    expect(JSON.parse(inParts(json, size, (text) => `<${text}>`))).toEqual(marked(JSON.parse(json)))
  })
  expect(inParts('{"a":1.0,"b":12345678901234567890,"c":"\\u0061\\"\\\\"}', 3, (text) => text.toUpperCase())).toBe(
    '{"A":1.0,"B":12345678901234567890,"C":"A\\"\\\\"}',
  )
})

const marked = (value: unknown): unknown => {
  if (typeof value === 'string') return `<${value}>`
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [`<${name}>`, marked(member)]))
}

test('the place of a string has its member, also in a list', () => {
  const places: string[] = []
  const rewrite = createJsonRewriter({
    string: (text, { member, isName }) => {
      if (!isName) places.push(`${member}=${text}`)
      return text
    },
    open: (name) => places.push(`{${name}`),
    close: () => places.push('}'),
  })
  rewrite('{"a":{"b":["x",{"c":"y"}],"d":"z"},"e":[[{}]]}')
  expect(places).toEqual(['{', '{a', 'b=x', '{b', 'c=y', '}', 'd=z', '}', '{e', '}', '}'])
})
