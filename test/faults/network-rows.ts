import { gzipSync } from 'node:zlib'
import {
  answer,
  type Behaviour,
  hang,
  hangAfter,
  rawBytes,
  redirect,
  reset,
  resetAfter,
  trickle,
} from '../helpers/faulty-server.ts'

/** What a server does wrong, and the error that a command reports. */
export type NetworkRow = {
  name: string
  /** Exit status. */
  code: number
  /** The expected message. The host is checked for every row. */
  message: RegExp
  behaviour: Behaviour
  /** Exit status of `qd api`, whose arguments are the request. @default code */
  apiCode?: number
  /** Number of requests of a command that needs a single one. @default not checked */
  tries?: number
  /** Whether `qd api` prints the response as received. @default false */
  isPrinted?: boolean
}
type More = Pick<NetworkRow, 'apiCode' | 'tries' | 'isPrinted'>

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

const row = (name: string, code: number, message: RegExp, behaviour: Behaviour, more: More = {}): NetworkRow => ({
  name,
  code,
  message,
  behaviour,
  ...more,
})
const status = (number: number, code: number, tries: number, message: RegExp, more: More = {}) => {
  const problem = { status: number, title: 'T', detail: 'some detail', requestId: 'req-1' }
  return row(`status ${number}`, code, message, answer(number, problem), { tries, ...more })
}
const statuses = [
  ...[400, 422].map((number) => status(number, 1, 1, /rejected the request .*: check its values/, { apiCode: 2 })),
  status(401, 3, 1, /rejected the key from QUARTERDECK_API_KEY \(401\): check that it is complete/),
  status(402, 3, 1, /plan does not include this .*: ask the organisation's owner/),
  status(403, 3, 1, /[Tt]he key from QUARTERDECK_API_KEY .*\(403\): (its user needs the role|ask an owner)/),
  status(404, 4, 1, /\/api\/\S+ \(404\)[:;] check the id and the address/),
  status(409, 1, 1, /in the current state \(409\): refresh, then retry/),
  ...[405, 410, 413, 418, 451].map((number) => status(number, 1, 1, /refused the request .*: check it and try again/)),
  status(429, 1, 3, /rate limit reached \(429\): try again later/),
  status(500, 1, 2, /failed \(500\): try again; if it persists, report the request id/),
  ...[502, 503, 504].map((number) => status(number, 1, 3, /is not available .*: try again later/)),
  ...[501, 520, 599].map((number) =>
    status(number, 1, 1, /failed \(\d+\): try again; if it persists, report the request id/),
  ),
]

const page = (number: number, code: number, message: RegExp) => {
  const behaviour = answer(number, '<html><title>Sign in</title>', { 'content-type': 'text/html' })
  return row(`a web page with ${number}`, code, message, behaviour, { isPrinted: number === 200 })
}
/** An unusable response with status 200. */
const body = (name: string, message: RegExp, behaviour: Behaviour, isPrinted = true) =>
  row(name, 1, message, behaviour, { tries: 1, isPrinted })
/** A connection that ends before the response is complete. */
const broken = (name: string, message: RegExp, behaviour: Behaviour, more?: More) =>
  row(name, 5, message, behaviour, more)
const redirects = (to: string, message: RegExp, number = 302) =>
  row(`a redirect (${number}) to ${to}`, 1, message, redirect(number, to))

const unexpectedShape = /(is not an object|has no list "\w+"): is the address (right|correct)/
const unpacked = /can't be decompressed: /
const notHttpMessage = /did not respond in HTTP: check the address and port/
const tryAgain = /: try again/

const bomb = answer(200, gzipSync(Buffer.alloc(48_000_000, 32)), { 'content-encoding': 'gzip' })

export const networkRows: readonly NetworkRow[] = [
  ...statuses,
  row('429 with a wait', 1, /try again in 5 seconds/, answer(429, {}, { 'retry-after': '5' })),
  row('429 with a wait of hours', 1, /try again in 3 hours/, answer(429, {}, { 'retry-after': '9999' })),
  row('503 with an invalid wait', 1, /try again later/, answer(503, {}, { 'retry-after': 'soon' })),
  page(200, 1, /web page \(200, Sign in\): is there a proxy or a sign-in page, or is the address wrong\?/),
  page(403, 3, /web page \(403, Sign in\): .*, or was the key from QUARTERDECK_API_KEY refused\?/),
  page(502, 1, /web page \(502, Sign in\): .*, or is the address wrong\?/),
  body('an empty answer', /sent an empty response \(200\): check the address/, answer(200, '')),
  body('204', /sent an empty response \(204\): check the address/, answer(204)),
  body('half an object', /a response that is not JSON \(200\): check the address/, answer(200, '{"data": [')),
  body('bytes that are not text', /is not UTF-8 text/, answer(200, Buffer.from([0x7b, 0xff, 0x7d]))),
  ...['null', '[]', '7', '"x"'].map((text) => body(`the answer ${text}`, unexpectedShape, answer(200, text))),
  body('an empty object', unexpectedShape, answer(200, {})),
  body('a string for a list', unexpectedShape, answer(200, { data: 'x', reports: 'x', changes: 'x' })),
  body('deeply nested lists', unexpectedShape, answer(200, '['.repeat(100_000) + ']'.repeat(100_000))),
  broken('a reset', /reset the connection: try again/, reset, { tries: 3 }),
  broken('a reset in the middle', /reset the connection: try again/, resetAfter('{"data":', 1_000), { tries: 3 }),
  broken('no answer', /did not respond in time: try again/, hang, { tries: 3 }),
  broken('silence in the middle', tryAgain, hangAfter('{"data":')),
  broken('an endless body, byte by byte', /timed out: try again, or request less data/, trickle(10)),
  broken('no HTTP', notHttpMessage, rawBytes('nonsense\r\n\r\n')),
  broken('a TLS alert', notHttpMessage, rawBytes(Buffer.from([0x15, 3, 1, 0, 2, 2, 0x28]))),
  broken('a closed connection', tryAgain, rawBytes(''), { tries: 3 }),
  broken('100 Continue and no more', tryAgain, rawBytes('HTTP/1.1 100 Continue\r\n\r\n'.repeat(2))),
  broken(
    '101 without a request',
    tryAgain,
    rawBytes('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ),
  broken('two lengths', tryAgain, rawBytes(`${HEAD}content-length: 2\r\ncontent-length: 5\r\n\r\n{}`)),
  broken('a chunk without a length', notHttpMessage, rawBytes(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}`)),
  broken('a body shorter than announced', tryAgain, rawBytes(`${HEAD}content-length: 50\r\n\r\n{}`)),
  broken(
    'headers without end',
    /sent too many headers: check the address/,
    answer(200, {}, Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`x-h${at}`, 'v'.repeat(200)]))),
  ),
  redirects('https://example.com/x', /to https:\/\/example\.com, which must not receive the key: check the address/),
  redirects('http://example.com', /to http:\/\/example\.com, which must not receive the key/, 307),
  redirects('file:///etc/passwd', /to an address that begins with file:, which must not receive the key/, 303),
  redirects('http://[', /to an invalid address; check the address/, 301),
  row('a redirect to nowhere', 1, /without a target; check the address/, answer(302)),
  row('a redirect to itself', 1, /more than 3 times: check the address/, (received, response, socket) =>
    redirect(302, received.path)(received, response, socket),
  ),
  body('48 MB unpacked from a few kB', /more than 32 MiB: request|is too large\. Request less data/, bomb),
  body('a body that is not gzip', unpacked, answer(200, 'no gzip', { 'content-encoding': 'gzip' }), false),
  body('an unknown packing', unpacked, answer(200, 'x', { 'content-encoding': 'zebra' }), false),
  row('status 999', 1, /failed \(999\): try again/, rawBytes('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n{}')),
]
