import { createServer } from 'node:net'
import { listen } from '../helpers/built-program.ts'
import { startFaultyServer } from '../helpers/faulty-server.ts'
import { type RunOptions, runQd } from '../helpers/run-qd.ts'
import { client, type Fault, KEY, type Outcome, pick, stackIn, tryTimes } from './fault.ts'
import { type NetworkRow, networkRows } from './network-rows.ts'

const range = '--from 2026-11-18 --to 2026-11-20'
const lines = [
  `analytics tokens ${range}`,
  `analytics users ${range} --limit 5`,
  `analytics users ${range} --all --format csv`,
  `overview ${range}`,
  'readiness list',
  'controls history --format md',
  'api /api/v0/automations/ci/jobs',
]

type Expected = Pick<NetworkRow, 'code' | 'apiCode' | 'message'>

const run = (line: string, options: RunOptions) =>
  runQd(line.split(' '), { key: KEY, ...options, client: { ...client, ...options.client } })

/** The problem with the status or output of a command; undefined if there is none. */
const problemOf = (
  line: string,
  ran: Awaited<ReturnType<typeof run>>,
  { code, apiCode = code, message }: Expected,
  host: string,
): string | undefined => {
  const [sentence = ''] = ran.err.split('\n')
  const stack = stackIn(ran.err)
  if (stack) return stack
  const expected = line.startsWith('api') ? apiCode : code
  if (ran.code !== expected) return `status ${ran.code} and not ${expected}: ${sentence}`
  // `qd api` also prints the body of an error.
  if (ran.out !== '' && !line.startsWith('api')) return `${ran.out.length} characters of output`
  if (!message.test(sentence)) return `said: ${sentence}`
  if (!sentence.includes(host)) return `does not name ${host}: ${sentence}`
  return ran.err.includes(KEY) ? 'the key is shown' : undefined
}

const attempts = networkRows.flatMap((row) =>
  lines.filter((line) => !(row.isPrinted && line.startsWith('api'))).map((line) => ({ row, line })),
)

const answers = (count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    // The step mixes rows and lines, so that a small share covers many of both.
    const { row, line } = pick(attempts, round * 61)
    const server = await startFaultyServer(row.behaviour)
    try {
      const wrong = problemOf(line, await run(line, { url: server.url }), row, new URL(server.url).host)
      if (wrong !== undefined) return `${row.name}, qd ${line}: ${wrong}`
      const [first] = server.received
      // After a 404, a command may request another path.
      const requested = server.received.filter(({ path }) => path === first?.path).length
      return row.tries === undefined || requested === row.tries
        ? undefined
        : `${row.name}, qd ${line}: requested ${requested} times and not ${row.tries}`
    } finally {
      await server.close()
    }
  })

/** An unreachable address. `bytes`: the reply to each connection; if undefined, nothing listens at `place`. */
type WayRow = { name: string; message: RegExp; bytes?: string; options: (place: string) => RunOptions }

const proxied = (place: string): RunOptions => ({
  url: 'https://api.example',
  client: { env: { HTTPS_PROXY: `http://${place}` } },
})
const proxy = (name: string, bytes: string): WayRow => ({
  name,
  message: /proxy .*api\.example: check HTTPS_PROXY and NO_PROXY/i,
  bytes,
  options: proxied,
})
const wayRows: readonly WayRow[] = [
  {
    name: 'an address without a listener',
    message: /refused the connection: check that the service is running and the address is correct/,
    options: (place) => ({ url: `http://${place}` }),
  },
  {
    name: 'an address without TLS',
    message: /does not speak TLS as expected: check that the address starts with https and has the right port/,
    bytes: 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n',
    options: (place) => ({ url: `https://${place}` }),
  },
  {
    name: 'a dead proxy',
    message: /Couldn't reach the proxy 127\.0\.0\.1:\d+ for api\.example: check HTTPS_PROXY and NO_PROXY/,
    options: proxied,
  },
  ...['403 Forbidden', '407 Proxy Authentication Required', '502 Bad Gateway'].map((status) =>
    proxy(`a proxy that responds ${status}`, `HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`),
  ),
  proxy('a proxy that hangs up', ''),
]

const ways = (count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    const { name, message, bytes, options: optionsFor } = pick(wayRows, round)
    const line = pick(lines, round * 3)
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(bytes ?? ''))
    })
    const options = optionsFor(await listen(server))
    if (bytes === undefined) await new Promise((resolve) => server.close(resolve))
    const wrong = problemOf(line, await run(line, options), { code: 5, message }, new URL(options.url ?? '').host)
    server.close()
    return wrong && `${name}, qd ${line}: ${wrong}`
  })

export const networkFaults: readonly Fault[] = [
  { name: 'network: invalid responses, by every command', count: attempts.length, run: answers },
  { name: 'network: unreachable addresses and proxies', count: 49, run: ways },
]
