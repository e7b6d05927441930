import { MessageChannel } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyReader, ESCAPE_WAIT_MS, PASTE_SILENCE_MS, REPLY_SILENCE_MS } from '../../../src/ui/keys/key-reader.ts'
import { forMany } from '../../helpers/for-all.ts'

type Timer = { action: () => void; ms: number }

/** A reader with timers that the test controls. Events are in one list, pastes as `paste:…`. */
const setUp = () => {
  const events: string[] = []
  const typed: string[] = []
  const replies: string[] = []
  let timers: Timer[] = []
  const reader = createKeyReader({
    onKey: ({ id, text }) => {
      events.push(id)
      if (text !== undefined) typed.push(text)
    },
    onPaste: (text) => events.push(`paste:${text}`),
    onReply: (reply) => replies.push(reply),
    delay: (action, ms) => {
      const timer = { action, ms }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
  })
  const wait = (ms: number) => {
    const due = timers.filter((timer) => timer.ms <= ms)
    timers = timers.filter((timer) => timer.ms > ms)
    for (const { action } of due) action()
  }
  return { reader, events, typed, replies, wait, waiting: () => timers.map(({ ms }) => ms) }
}

const eventsOf = (...chunks: (string | Uint8Array)[]): string[] => {
  const { reader, events, wait } = setUp()
  for (const chunk of chunks) reader.push(chunk)
  wait(PASTE_SILENCE_MS)
  return events
}

test.each([
  ['\r', 'Enter'],
  ['\t', 'Tab'],
  ['\x1b[Z', 'S-Tab'],
  [' ', 'Space'],
  ['\x7f', 'Backspace'],
  ['\x1b[3~', 'Delete'],
  ['\x1b[H', 'Home'],
  ['\x1b[1~', 'Home'],
  ['\x1bOA', 'Up'],
  ['\x1b[5~', 'PageUp'],
  ['\x1bOP', 'F1'],
  ['\x1b[24~', 'F12'],
  ['🙂', '🙂'],
  ['\x1a', '^z'],
  ['\x1bz', 'M-z'],
  ['\x00', '^Space'],
  ['\x1b[1;5C', '^Right'],
  ['\x1b[1;3D', 'M-Left'],
  ['\x1b[1;2A', 'S-Up'],
  ['\x1b\x1b', 'Esc Esc'],
  ['jjG\r\x1b[B/', 'j j G Enter Down /'],
])('%j is %s', (bytes, ids) => {
  expect(eventsOf(bytes).join(' ')).toBe(ids)
})

test('a typed key has the text that it inserts, a named key has none', () => {
  const { reader, typed } = setUp()
  reader.push('a é🙂\r\t\x1b[A\x04')
  expect(typed).toEqual(['a', ' ', 'é', '🙂'])
})

test.each([
  ['cursor position', '\x1b[12;40R'],
  ['device attributes', '\x1b[?62;22c'],
  ['keyboard protocol', '\x1b[?0u'],
  ['background colour, ended by BEL', '\x1b]11;rgb:0000/0000/0000\x07'],
  ['background colour, ended by ST', '\x1b]11;rgb:0000/0000/0000\x1b\\'],
  ['version', '\x1bP>|xterm(370)\x1b\\'],
  ['focus', '\x1b[I\x1b[O'],
  ['mouse', '\x1b[<0;10;20M\x1b[<0;10;20m'],
  ['old mouse', '\x1b[M !!'],
])('the reply or report of %s is dropped', (_, bytes) => {
  expect(eventsOf(`j${bytes}k`)).toEqual(['j', 'k'])
  expect(eventsOf('j', ...[...bytes], 'k')).toEqual(['j', 'k'])
})

test.each<[what: string, steps: (string | number)[], events: string[]]>([
  ['a lone Escape is not a key before the wait', ['\x1b', ESCAPE_WAIT_MS - 1], []],
  ['a lone Escape is a key after the wait', ['\x1b', ESCAPE_WAIT_MS, 'j'], ['Esc', 'j']],
  ['an endless reply does not swallow keys typed after the wait', ['\x1b]', ESCAPE_WAIT_MS, 'jk'], ['M-]', 'j', 'k']],
  ['a cut reply ends at the first other key', ['\x1b]11;rgb:ff', ESCAPE_WAIT_MS, 'jr', ESCAPE_WAIT_MS], ['j', 'r']],
  ['a cut reply ends after a silence', ['\x1b]11;rgb:ff', ESCAPE_WAIT_MS, REPLY_SILENCE_MS, 'r'], ['r']],
  ['a paste keeps its escapes and line ends', ['a\x1b[200~q\r\nj\x1b[A\x1b[201~b'], ['a', 'paste:q\r\nj\x1b[A', 'b']],
  ['a paste goes on after a pause', ['\x1b[200~a', PASTE_SILENCE_MS - 1, 'b\x1b[20', PASTE_SILENCE_MS - 1], []],
  ['an unfinished paste ends after a silence', ['\x1b[200~a\x1b[20', PASTE_SILENCE_MS, 'j'], ['paste:a\x1b[20', 'j']],
  ['Ctrl-C ends an unfinished paste and is a key', ['\x1b[200~lost\x03q'], ['paste:lost', '^c', 'q']],
])('%s', (_what, steps, events) => {
  const { reader, events: got, wait } = setUp()
  for (const step of steps) typeof step === 'string' ? reader.push(step) : wait(step)
  expect(got).toEqual(events)
})

const pieces = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 4 }),
    fc.constantFrom('\x1b[A', '\x1bOP', '\x1bx', '\x1b[1;5C', '\x1b[200~', '\x1b[201~', '\x1b]11;?\x07', '\x1b[M !!'),
    fc.constantFrom('\x1b', '\x1b[', '\x1b]', '\x1bP', '\x03', '\r', '\x1b\\', '\x07'),
  ),
  { maxLength: 12 },
)

test('keys are read after random bytes in random chunks, and a closed reader has no timer', () => {
  expect(eventsOf(Uint8Array.of(0x6a, 0xff, 0xfe, 0x6b))).toEqual(['j', 'k'])
  forMany(2000, fc.array(fc.uint8Array({ maxLength: 12 }), { maxLength: 12 }), (chunks) => {
    const { reader, events, wait, waiting } = setUp()
    for (const chunk of chunks) reader.push(chunk)
    wait(PASTE_SILENCE_MS)
    reader.push('j')
    wait(PASTE_SILENCE_MS)
    expect(events.at(-1)).toBe('j')
    reader.push('\x1b')
    reader.close()
    expect(waiting()).toEqual([])
  })
})

test('the keys do not depend on the chunks', () => {
  forMany(3000, pieces, fc.array(fc.nat({ max: 6 }), { maxLength: 40 }), (parts, lengths) => {
    const bytes = Buffer.from(parts.join(''))
    const chunks: Uint8Array[] = []
    let start = 0
    for (const length of lengths) {
      chunks.push(bytes.subarray(start, start + length))
      start += length
    }
    chunks.push(bytes.subarray(start))
    expect(eventsOf(...chunks)).toEqual(eventsOf(bytes))
  })
})

const chunksOf = (text: string, length = 4_096): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length))

// Each would take minutes if a chunk were scanned again for each key, or all input for each chunk.
test.each([
  ['letters', 'j', 'j'],
  ['a reply that never ends', '\x1b]52;c;', 'A'],
  ['a sequence that never ends', '\x1b[', '1;'],
  ['replies that begin in replies', '', '\x1bP'],
  ['arrows', '', '\x1b[A'],
  ['a paste that never ends', '\x1b[200~', '\x1b[201'],
])('5 MB of %s are read, and so are the keys after it', (_, start, pump) => {
  const { reader, events, wait } = setUp()
  for (const chunk of chunksOf(start + pump.repeat(5_000_000 / pump.length))) reader.push(chunk)
  wait(PASTE_SILENCE_MS)
  reader.push('G')
  wait(PASTE_SILENCE_MS)
  expect(events.at(-1)).toBe('G')
})

test.each(['\x07', '\x1b\\'])('a reply of 300 kB is dropped up to its end', (end) => {
  expect(eventsOf(...chunksOf(`a\x1b]52;c;${'QUJD'.repeat(75_000)}${end}b`))).toEqual(['a', 'b'])
})

test('Ctrl-C is a key inside any unfinished sequence', () => {
  for (const start of ['\x1b]', '\x1b[', '\x1bP'])
    for (const length of [0, 10, 10_000]) {
      const { reader, events } = setUp()
      for (const chunk of chunksOf(`${start}${'1'.repeat(length)}\x03`)) reader.push(chunk)
      expect(events.at(-1)).toBe('^c')
    }
})

test('a fragmented reply is passed on as a whole, and a late one is not a key', () => {
  const reply = '\x1b]11;rgb:ffff/f0f0/abcd'
  for (const end of ['\x1b\\', '\x07'])
    for (let cut = 3; cut < reply.length; cut++) {
      const { reader, events, replies, wait } = setUp()
      for (const part of [reply.slice(0, cut), `${reply.slice(cut)}${end}`]) reader.push(part)
      expect([events.splice(0), replies]).toEqual([[], [reply + end]])
      reader.push(reply.slice(0, cut))
      wait(ESCAPE_WAIT_MS)
      reader.push(`${reply.slice(cut)}${end}j`)
      wait(REPLY_SILENCE_MS)
      expect([cut, events]).toEqual([cut, ['j']])
    }
})

test('pending input is read before a timer ends a sequence', async () => {
  const keys: string[] = []
  const reader = createKeyReader({ onKey: ({ id }) => keys.push(id), onPaste: () => {} })
  const { port1: terminal, port2: program } = new MessageChannel()
  const read = new Promise<void>((resolve) => {
    program.on('message', (text: string) => {
      reader.push(text)
      resolve()
    })
  })
  reader.push('\x1b')
  terminal.postMessage('[A')
  for (const endsAt = performance.now() + 2 * ESCAPE_WAIT_MS; performance.now() < endsAt; );
  await read
  terminal.close()
  expect(keys).toEqual(['Up'])
})

test('clicks and the wheel are reported with their cells, other mouse events are dropped', () => {
  const got: unknown[] = []
  const reader = createKeyReader({
    onKey: ({ id }) => got.push(id),
    onPaste: () => {},
    onMouse: (report) => got.push(report),
  })
  const typed = '\x1b[<0;3;5M\x1b[<0;3;5mj\x1b[<64;200;1M\x1b[<65;1;1M\x1b[<2;1;1M\x1b[<35;9;9M\x1b[<0;1M'
  for (const byte of typed) reader.push(byte)
  const wheel = [
    { is: 'wheelUp', x: 199, y: 0 },
    { is: 'wheelDown', x: 0, y: 0 },
  ]
  expect(got).toEqual([{ is: 'click', x: 2, y: 4 }, 'j', ...wheel])
})
