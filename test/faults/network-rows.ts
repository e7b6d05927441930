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

/** What a server does wrong, and what is to be said of it. */
export type NetworkRow = {
  name: string
  /** Exit status. */
  code: number
  /** That of `qd api`, whose words are the request itself. @default code */
  apiCode?: number
  /** What happened and what to do; that the host is named is looked at for all of them. */
  says: RegExp
  behaviour: Behaviour
  /** How often a command that asks for one thing asks for it. @default not looked at */
  tries?: number
  /** Answers that `qd api` prints as they are, whatever stands in them. @default false */
  isPrinted?: boolean
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

const status = (number: number, code: number, tries: number, says: RegExp): NetworkRow => ({
  name: `status ${number}`,
  code,
  tries,
  says,
  behaviour: answer(number, { status: number, title: 'T', detail: 'some detail', requestId: 'req-1' }),
})
const statuses = [
  ...[400, 422].map((number) => ({
    ...status(number, 1, 1, /did not accept the request .*: check the values/),
    apiCode: 2,
  })),
  status(401, 3, 1, /did not accept the key from QUARTERDECK_API_KEY \(401\): check that it is whole/),
  status(402, 3, 1, /plan does not include this .*: ask the organisation's owner/),
  status(403, 3, 1, /the key from QUARTERDECK_API_KEY .*\(403\): (its user needs the role|ask an owner)/),
  status(404, 4, 1, /has nothing at \/api\/\S+ \(404\): check the id and the address/),
  status(409, 1, 1, /in the present state \(409\): look at it again/),
  ...[405, 410, 413, 418, 451].map((number) => status(number, 1, 1, /refused the request .*: check it and try again/)),
  status(429, 1, 3, /too many requests \(429\): try again in a while/),
  status(500, 1, 2, /failed \(500\): try again, and quote the request id/),
  ...[502, 503, 504].map((number) => status(number, 1, 3, /is not available .*: try again in a while/)),
  ...[501, 520, 599].map((number) => status(number, 1, 1, /failed \(\d+\): try again, and quote the request id/)),
]

const page = (number: number, code: number, says: RegExp): NetworkRow => ({
  name: `a web page with ${number}`,
  code,
  says,
  isPrinted: number === 200,
  behaviour: answer(number, '<html><title>Sign in</title>', { 'content-type': 'text/html' }),
})

/** Answers with 200 that are none. */
const body = (name: string, says: RegExp, behaviour: Behaviour): NetworkRow => ({
  name,
  code: 1,
  tries: 1,
  says,
  isPrinted: true,
  behaviour,
})
const notThat = /(is not an object|has no list "\w+"): is the address right/
const unpacked = /cannot be unpacked: /

/** Those that end before they have answered. */
const broken = (name: string, says: RegExp, behaviour: Behaviour, tries?: number): NetworkRow => ({
  name,
  code: 5,
  says,
  behaviour,
  ...(tries !== undefined && { tries }),
})
const notHttp = /did not answer in HTTP: check the address and its port/
const tryAgain = /: try again/

const led = (name: string, says: RegExp, behaviour: Behaviour): NetworkRow => ({ name, code: 1, says, behaviour })
const redirects = (to: string, says: RegExp, number = 302): NetworkRow =>
  led(`a redirect (${number}) to ${to}`, says, redirect(number, to))

const bomb = answer(200, gzipSync(Buffer.alloc(48_000_000, 32)), { 'content-encoding': 'gzip' })

export const networkRows: readonly NetworkRow[] = [
  ...statuses,
  led('429 with a wait', /try again in 5 seconds/, answer(429, {}, { 'retry-after': '5' })),
  led('429 with a wait of hours', /try again in 3 hours/, answer(429, {}, { 'retry-after': '9999' })),
  led('503 with a wait that is none', /try again in a while/, answer(503, {}, { 'retry-after': 'soon' })),
  page(200, 1, /web page \(200, Sign in\): is there a proxy or a sign-in page, or is the address wrong\?/),
  page(403, 3, /web page \(403, Sign in\): .*, or was the key from QUARTERDECK_API_KEY refused\?/),
  page(502, 1, /web page \(502, Sign in\): .*, or is the address wrong\?/),
  body('an empty answer', /answered with nothing \(200\): check the address/, answer(200, '')),
  body('204', /answered with nothing \(204\): check the address/, answer(204)),
  body('half an object', /something that is not JSON \(200\): check the address/, answer(200, '{"data": [')),
  body('bytes that are no text', /is not UTF-8 text/, answer(200, Buffer.from([0x7b, 0xff, 0x7d]))),
  ...['null', '[]', '7', '"x"'].map((text) => body(`the answer ${text}`, notThat, answer(200, text))),
  body('an empty object', notThat, answer(200, {})),
  body('a text for a list', notThat, answer(200, { data: 'x', reports: 'x', changes: 'x' })),
  body('lists of great depth', notThat, answer(200, '['.repeat(100_000) + ']'.repeat(100_000))),
  broken('a reset', /broke the connection: try again/, reset, 3),
  broken('a reset in the middle', /broke the connection: try again/, resetAfter('{"data":', 1_000), 3),
  broken('no answer', /did not begin to answer in time: try again/, hang, 3),
  broken('silence in the middle', tryAgain, hangAfter('{"data":')),
  broken('a byte now and then', /longer than a call may take: try again, or ask for less/, trickle(10)),
  broken('no HTTP', notHttp, rawBytes('nonsense\r\n\r\n')),
  broken('an alert of TLS', notHttp, rawBytes(Buffer.from([0x15, 3, 1, 0, 2, 2, 0x28]))),
  broken('a closed connection', tryAgain, rawBytes(''), 3),
  broken('100 Continue and no more', tryAgain, rawBytes('HTTP/1.1 100 Continue\r\n\r\n'.repeat(2))),
  broken(
    '101 unasked',
    tryAgain,
    rawBytes('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ),
  broken('two lengths', tryAgain, rawBytes(`${HEAD}content-length: 2\r\ncontent-length: 5\r\n\r\n{}`)),
  broken('a chunk without a length', notHttp, rawBytes(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}`)),
  broken('less than was announced', tryAgain, rawBytes(`${HEAD}content-length: 50\r\n\r\n{}`)),
  broken(
    'headers without end',
    /more headers than are read: check the address/,
    answer(200, {}, Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`x-h${at}`, 'v'.repeat(200)]))),
  ),
  redirects('https://example.com/x', /to https:\/\/example\.com, where the key must not go: check the address/),
  redirects('http://example.com', /to http:\/\/example\.com, where the key must not go/, 307),
  redirects('file:///etc/passwd', /to an address that begins with file:, where the key must not go/, 303),
  redirects('http://[', /to something that is no address: check the address/, 301),
  led('a redirect to nowhere', /without saying where to: check the address/, answer(302)),
  led('a redirect to itself', /more than 3 times: check the address/, (received, response, socket) =>
    redirect(302, received.path)(received, response, socket),
  ),
  body('48 MB unpacked from a few', /(more than 32 MiB|too large to hold): ask for/, bomb),
  {
    ...body('a packed body that is none', unpacked, answer(200, 'no gzip', { 'content-encoding': 'gzip' })),
    isPrinted: false,
  },
  {
    ...body('a packing that nobody knows', unpacked, answer(200, 'x', { 'content-encoding': 'zebra' })),
    isPrinted: false,
  },
  led('status 999', /failed \(999\): try again/, rawBytes('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n{}')),
]
