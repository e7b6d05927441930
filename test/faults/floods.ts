import { Buffer } from 'node:buffer'
import { numberOf } from './numbers.ts'

const MEGABYTE = 1_000_000
const filled = (piece: string, size = MEGABYTE): string => piece.repeat(Math.ceil(size / piece.length))

/** Keys that open, move, sort and choose; none of them quits, stops or hands the terminal to another program. */
const bound = [...'jkGhl1235snm?@', 'gg', '\t', '\r', '\x1b[Z', '\x1b[A', '\x1b[B']
const keys = (count: number): string =>
  Array.from({ length: count }, (_, at) => bound[numberOf(at, bound.length)]).join('')

const bytes = (count: number, byteAt: (at: number) => number): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, at) => byteAt(at)))

/** What is typed at once, by its name. What holds Ctrl-C, or what quits, is not among it. */
export const floods: Readonly<Record<string, string | Buffer>> = {
  'one key': 'j'.repeat(100_000),
  'one key that is bound to nothing': '§'.repeat(100_000),
  'keys that mean something': keys(20_000),
  arrows: '\x1b[B\x1b[A'.repeat(50_000),
  escapes: '\x1b'.repeat(100_000),
  'Alt and letters': '\x1bj\x1bk'.repeat(50_000),
  'a paste outside of a field': `\x1b[200~${filled('paste\n')}\x1b[201~`,
  'a paste into a filter': `/\x1b[200~${filled('some words ')}\x1b[201~`,
  'text typed into a filter': `/${filled('ab ', 100_000)}`,
  'wide text typed into a filter': `/${filled('漢字👩‍👩‍👧', 50_000)}`,
  'a paste without an end': `\x1b[200~${filled('x')}`,
  'pastes that begin and do not end': '\x1b[200~'.repeat(100_000),
  'ends of pastes that never began': '\x1b[201~'.repeat(100_000),
  'mouse reports': '\x1b[<0;12;7M\x1b[<0;12;7m\x1b[<64;40;9M'.repeat(20_000),
  'mouse reports of old terminals': '\x1b[M !!\x1b[M#!!'.repeat(50_000),
  'reports of focus': '\x1b[I\x1b[O'.repeat(100_000),
  'reports of the cursor': '\x1b[12;40R'.repeat(100_000),
  'keys by their numbers': '\x1b[106;1u\x1b[107;1u'.repeat(50_000),
  'a sequence without an end': `\x1b[${filled('1;')}`,
  'a command without an end': `\x1b]52;c;${filled('A')}`,
  'a string without an end': `\x1bP${filled('A')}`,
  'commands that end': '\x1b]11;rgb:0000/0000/0000\x07'.repeat(40_000),
  'bytes that are no text': bytes(MEGABYTE, (at) => 0x80 + numberOf(at, 0x80)),
  'beginnings of signs': bytes(MEGABYTE, (at) => [0xf0, 0x9f, 0xe6, 0xc3][at % 4] ?? 0),
  zeros: bytes(MEGABYTE, () => 0),
  controls: bytes(
    200_000,
    (at) => [1, 2, 5, 6, 7, 8, 11, 12, 14, 15, 20, 22, 23, 24, 25, 28, 29, 31][numberOf(at, 18)] ?? 0,
  ),
}
