import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventParser, type ServerEvent } from '../../src/client/event-stream.ts'

const MAX = 1_000

/** The events in these pieces; `tooLong` if the limit was exceeded. */
const parse = (pieces: readonly (string | Uint8Array)[], max = MAX): ServerEvent[] | 'tooLong' => {
  const parser = createEventParser(max)
  const events: ServerEvent[] = []
  for (const piece of pieces) {
    const found = parser.write(Buffer.from(piece as string))
    if (!found) return 'tooLong'
    events.push(...found.events)
  }
  return events
}

test.each<[string, string, ServerEvent[]]>([
  ['an event', 'event: live\ndata: {"a":1}\n\n', [{ name: 'live', data: '{"a":1}' }]],
  ['CR LF', 'event: live\r\ndata: 1\r\n\r\n', [{ name: 'live', data: '1' }]],
  ['CR', 'event: live\rdata: 1\r\r', [{ name: 'live', data: '1' }]],
  ['data of several lines', 'data: 1\ndata\ndata:  2\n\n', [{ name: 'message', data: '1\n\n 2' }]],
  [
    'comments, ids and unknown fields',
    ':\n\n: data: 1\nid: 7\nretry: 1\nother: 2\ndata:3\n\n',
    [{ name: 'message', data: '3' }],
  ],
  ['an event without data', 'event: live\n\ndata: 1\n\n', [{ name: 'message', data: '1' }]],
  ['an event that has not ended', 'data: 1\n\ndata: 2\n', [{ name: 'message', data: '1' }]],
  ['a byte order mark', '\ufeffdata: ä😀\n\n', [{ name: 'message', data: 'ä😀' }]],
])('%s', (_, text, events) => {
  expect(parse([text])).toEqual(events)
  // Byte by byte, so that characters and ends of lines are split.
  expect(parse([...Buffer.from(text)].map((byte) => Uint8Array.of(byte)))).toEqual(events)
})

test('pieces of any size give the same events', () => {
  const line = fc.constantFrom('event: live', 'data: ä😀', 'data', ':', 'id: 1', '', '')
  const end = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(fc.array(fc.tuple(line, end)), fc.array(fc.integer({ min: 1, max: 9 })), (lines, sizes) => {
      const bytes = Buffer.from(lines.flat().join(''))
      const pieces: Uint8Array[] = []
      for (let at = 0, step = 0; at < bytes.length; step++) {
        const size = sizes[step % sizes.length] ?? 3
        pieces.push(bytes.subarray(at, at + size))
        at += size
      }
      expect(parse(pieces)).toEqual(parse([bytes]))
    }),
  )
})

test.each([
  ['a line', ['data: ', 'x'.repeat(600), 'x'.repeat(600)]],
  ['a line that ends in the same piece', [`data: ${'x'.repeat(MAX)}\n\n`]],
  ['an event of short lines', Array.from({ length: 200 }, () => 'data: 123456\n')],
  ['an event of empty lines', [Array.from({ length: 1_001 }, () => 'data\n').join('')]],
  ['a comment', [':'.repeat(1_001)]],
])('%s beyond the limit is refused', (_, pieces) => expect(parse(pieces)).toBe('tooLong'))

test('any number of events within the limit is read', () => {
  const pieces = Array.from({ length: 50 }, (_, number) => `data: ${number}${'x'.repeat(900)}\n\n`)
  expect(parse(pieces)).toHaveLength(50)
})
