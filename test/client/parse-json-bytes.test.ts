import { expect, test } from 'vitest'
import { parseJsonBytes } from '../../src/client/parse-json-bytes.ts'
import { diffSettings } from '../../src/domain/settings-diff/diff-settings.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

test('a body in pieces is parsed like a whole one, even if a character is split', () => {
  const text = '{"name":"陳 美玲 😀","n":1}'
  const bytes = bytesOf(text)
  for (let at = 0; at <= bytes.length; at++) {
    const parts = [bytes.subarray(0, at), bytes.subarray(at)]
    expect(parseJsonBytes(parts, undefined)).toEqual({
      is: 'json',
      text,
      isCut: false,
      value: { name: '陳 美玲 😀', n: 1 },
    })
  }
})

test('a large piece is read whole, a byte order mark is dropped, and bytes that end inside a character are not UTF-8', () => {
  const large = '€'.repeat(300_000)
  const body = parseJsonBytes([bytesOf(JSON.stringify(large))], undefined)
  expect(body.is === 'json' && body.value === large).toBe(true)
  expect(parseJsonBytes([Uint8Array.of(0xef), Uint8Array.of(0xbb, 0xbf), bytesOf('1')], undefined)).toMatchObject({
    value: 1,
  })
  expect(parseJsonBytes([], undefined)).toEqual({ is: 'empty' })
  expect(parseJsonBytes([bytesOf('"'), Uint8Array.of(0xe2, 0x82)], undefined)).toEqual({ is: 'notUtf8' })
})

test('values deeper than the limit are cut, and cut values are equal only where the originals were', () => {
  const settings = (end: string) => {
    const body = parseJsonBytes([bytesOf(`${'{"a":'.repeat(5_000)}"${end}"${'}'.repeat(5_000)}`)], undefined)
    return body.is === 'json' && body.isCut ? body.value : undefined
  }
  const [one, same, other] = [settings('x'), settings('x'), settings('y')]
  expect(JSON.stringify(one)).toContain('… cut: deeper than')
  expect(diffSettings(one, same)).toEqual([])
  expect(diffSettings(one, other)).toHaveLength(1)
})
