import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { startFaultyServer } from '../helpers/faulty-server.ts'
import { type RunOptions, runQd } from '../helpers/run-qd.ts'
import { type Fault, type Outcome, tryTimes } from './fault.ts'
import { limits } from './limits.ts'
import { type NetworkRow, networkRows } from './network-rows.ts'

const KEY = 'qd-key-of-the-faults'
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

type Expected = Pick<NetworkRow, 'code' | 'apiCode' | 'says'>

const run = (line: string, options: RunOptions) =>
  runQd(line.split(' '), { key: KEY, ...options, client: { limits, random: () => 0, ...options.client } })

/** What is wrong with what was said: the status, the sentence, or anything besides. */
const wrongOf = (
  line: string,
  ran: Awaited<ReturnType<typeof run>>,
  { code, apiCode = code, says }: Expected,
  host: string,
): string | undefined => {
  const [sentence = ''] = ran.err.split('\n')
  if (/\n {4}at /.test(ran.err)) return `a stack: ${ran.err.slice(0, 300)}`
  const expected = line.startsWith('api') ? apiCode : code
  if (ran.code !== expected) return `status ${ran.code} and not ${expected}: ${sentence}`
  // The body of an error, too, is what somebody who asks for a path wants to see.
  if (ran.out !== '' && !line.startsWith('api')) return `${ran.out.length} characters of output`
  if (!says.test(sentence)) return `said: ${sentence}`
  if (!sentence.includes(host)) return `does not name ${host}: ${sentence}`
  return ran.err.includes(KEY) ? 'the key is shown' : undefined
}

const attempts = networkRows.flatMap((row) =>
  lines.filter((line) => !(row.isPrinted && line.startsWith('api'))).map((line) => ({ row, line })),
)

const answers = (count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    // Any few of them are of different rows and lines.
    const { row, line } = attempts[(round * 61) % attempts.length] as (typeof attempts)[number]
    const server = await startFaultyServer(row.behaviour)
    try {
      const wrong = wrongOf(line, await run(line, { url: server.url }), row, new URL(server.url).host)
      if (wrong !== undefined) return `${row.name}, qd ${line}: ${wrong}`
      const [first] = server.received
      // Where there is nothing, another path of the same may be asked for.
      const asked = server.received.filter(({ path }) => path === first?.path).length
      return row.tries === undefined || asked === row.tries
        ? undefined
        : `${row.name}, qd ${line}: asked ${asked} times and not ${row.tries}`
    } finally {
      await server.close()
    }
  })

const listening = async (server: Server): Promise<string> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `127.0.0.1:${address.port}`
}

/** Answers whoever connects with these bytes. */
const saying = (bytes: string): Server =>
  createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(bytes))
  })

type WayRow = Expected & { name: string; place: Server; isDead?: boolean; options: (place: string) => RunOptions }

const proxied = (place: string): RunOptions => ({
  url: 'https://api.example',
  client: { env: { HTTPS_PROXY: `http://${place}` } },
})
const byProxy = (name: string, bytes: string): WayRow => ({
  name,
  code: 5,
  says: /proxy .*api\.example: check HTTPS_PROXY and NO_PROXY/i,
  place: saying(bytes),
  options: proxied,
})
const dead = (name: string, says: RegExp, options: WayRow['options']): WayRow => ({
  name,
  code: 5,
  says,
  place: createServer(),
  isDead: true,
  options,
})
const wayRows = (): WayRow[] => [
  dead(
    'an address where nothing listens',
    /Nothing answers at .*: check that the service runs and that the address is right/,
    (place) => ({ url: `http://${place}` }),
  ),
  {
    name: 'an address without TLS',
    code: 5,
    says: /does not speak TLS as expected: check that the address is https and its port right/,
    place: saying('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'),
    options: (place) => ({ url: `https://${place}` }),
  },
  dead(
    'a proxy that is dead',
    /The proxy 127\.0\.0\.1:\d+ on the way to api\.example was not reached: check HTTPS_PROXY and NO_PROXY/,
    proxied,
  ),
  ...['403 Forbidden', '407 Proxy Authentication Required', '502 Bad Gateway'].map((status) =>
    byProxy(`a proxy that says ${status}`, `HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`),
  ),
  byProxy('a proxy that hangs up', ''),
]

const ways = (count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    const rows = wayRows()
    const row = rows[round % rows.length] as WayRow
    const line = lines[(round * 3) % lines.length] ?? ''
    const place = await listening(row.place)
    if (row.isDead) await new Promise((resolve) => row.place.close(resolve))
    const options = row.options(place)
    const wrong = wrongOf(line, await run(line, options), row, new URL(options.url ?? '').host)
    row.place.close()
    return wrong && `${row.name}, qd ${line}: ${wrong}`
  })

export const networkFaults: readonly Fault[] = [
  { name: 'network: answers that are none, by every command', count: attempts.length, run: answers },
  { name: 'network: ways and proxies that lead nowhere', count: 49, run: ways },
]
