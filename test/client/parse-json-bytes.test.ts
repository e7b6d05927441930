import { expect, test } from 'vitest'
import { parseJsonBytes } from '../../src/client/parse-json-bytes.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

test('a body in pieces reads as a whole one, wherever a character is cut', () => {
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

test('a piece larger than what is decoded at once loses nothing', () => {
  const name = '€'.repeat(300_000)
  const body = parseJsonBytes([bytesOf(JSON.stringify({ name }))], undefined)
  expect(body.is === 'json' && (body.value as { name: string }).name === name).toBe(true)
})

test('a byte order mark is left out, no bytes are nothing, and bytes that end inside a character are not UTF-8', () => {
  expect(parseJsonBytes([Uint8Array.of(0xef), Uint8Array.of(0xbb, 0xbf), bytesOf('1')], undefined)).toMatchObject({
    value: 1,
  })
  expect(parseJsonBytes([], undefined)).toEqual({ is: 'empty' })
  expect(parseJsonBytes([bytesOf('"'), Uint8Array.of(0xe2, 0x82)], undefined)).toEqual({ is: 'notUtf8' })
})
