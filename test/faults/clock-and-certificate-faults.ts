import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttp, type RequestListener, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Certificate, type Certificates, makeCertificates } from './certificates.ts'
import { type Fault, type Outcome, tryTimes, withFolder } from './fault.ts'

const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))
const KEY = 'qd-key-of-the-faults'
const DAY_MS = 86_400_000
const lines = ['analytics tokens', 'analytics tools --last 3d', 'overview', 'analytics users --all', 'doctor']

/** Runs the built program with a home of its own. */
const run = (line: string, env: Readonly<Record<string, string>>) =>
  withFolder(async (home) => {
    const child = spawn(process.execPath, [program, ...line.split(' ')], {
      env: { PATH: process.env.PATH, HOME: home, QUARTERDECK_API_KEY: KEY, ...env },
    })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text))
    const [code] = await once(child, 'close')
    return { code: code as number, out, err }
  })

const listening = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** An organisation that has nothing. */
const nothing = JSON.stringify({
  data: [],
  meta: { org_id: 'org_1', has_more: false },
  changes: [],
  reports: [],
  jobs: [],
})
const empty: RequestListener = (_, response) => response.end(nothing)

/** What a server says that the time is, by ours; undefined: nothing. */
const clocks: Readonly<Record<string, (now: number) => string | undefined>> = {
  'six minutes behind': (now) => new Date(now - 6 * 60_000).toUTCString(),
  'six minutes ahead': (now) => new Date(now + 6 * 60_000).toUTCString(),
  'two days behind': (now) => new Date(now - 2 * DAY_MS).toUTCString(),
  'two days ahead': (now) => new Date(now + 2 * DAY_MS).toUTCString(),
  'a year ahead': (now) => new Date(now + 365 * DAY_MS).toUTCString(),
  'in 1970': () => new Date(0).toUTCString(),
  'in 9999': () => new Date(Date.UTC(9999, 11, 31)).toUTCString(),
  'without a date': () => undefined,
  'with nonsense for a date': () => 'soon',
  'with a date of another form': () => '2026-11-22T00:00:00Z',
}
const isFarOff = /behind|ahead|1970|9999/

/**
 * Servers with odd clocks: nothing breaks, a clock that is far off is told, and after an answer no day of theirs is asked for
 * before it has ended.
 */
const oddClocks = (count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    const names = Object.keys(clocks)
    const name = names[round % names.length] ?? ''
    const line = lines[Math.floor(round / names.length) % lines.length] ?? ''
    const asked: { at: string | undefined; end: string }[] = []
    const server = createHttp((request, response) => {
      const date = clocks[name]?.(Date.now())
      response.sendDate = false
      if (date !== undefined) response.setHeader('date', date)
      asked.push({ at: date, end: new URL(request.url ?? '/', 'http://h').searchParams.get('endDate') ?? '' })
      empty(request, response)
    })
    const port = await listening(server)
    const { code, out, err } = await run(line, { QUARTERDECK_BASE_URL: `http://127.0.0.1:${port}` })
    server.close()
    const said = `a clock ${name}, qd ${line}`
    if (/\n {4}at /.test(out + err)) return `${said}: ${err.slice(0, 300)}`
    if (asked.length === 0) return `${said}: nothing was asked: ${err.slice(0, 200)}`
    if (code !== 0 && !(line === 'doctor' && code === 1) && code !== 7)
      return `${said}: status ${code}: ${err.slice(0, 300)}`
    if (line === 'doctor' && isFarOff.test(name) && !/clock/.test(out + err))
      return `${said}: the clock is not told: ${out}`
    // By our clock at the least; by the server's once it was heard.
    const today = new Date().toISOString().slice(0, 10)
    const early = asked.find(({ end }) => end >= today && !/ahead|9999/.test(name))
    return early && `${said}: asked for ${early.end}`
  })

type TlsRow = { certificate: Exclude<keyof Certificates, 'authority'>; isTrusted: boolean; code: number; says: RegExp }
const tlsRows: readonly TlsRow[] = [
  { certificate: 'right', isTrusted: true, code: 0, says: /^/ },
  { certificate: 'right', isTrusted: false, code: 5, says: /comes from an authority that is not known/ },
  { certificate: 'selfSigned', isTrusted: true, code: 5, says: /is signed by itself/ },
  { certificate: 'stranger', isTrusted: true, code: 5, says: /comes from an authority that is not known/ },
  { certificate: 'otherName', isTrusted: true, code: 5, says: /is for another name/ },
  { certificate: 'expired', isTrusted: true, code: 5, says: /has expired/ },
  { certificate: 'notYet', isTrusted: true, code: 5, says: /is not valid yet by this machine's clock/ },
]

/** Certificates that prove nothing: what is wrong is told, and no request, least of all the key, is sent. */
const badCertificates = (count: number): Promise<Outcome> =>
  withFolder(async (folder) => {
    const certificates = makeCertificates(folder)
    if (certificates === undefined) return { tried: 0, broke: 0, notes: ['not tried, as openssl is missing here'] }
    return tryTimes(count, async (round) => {
      const row = tlsRows[round % tlsRows.length] as TlsRow
      const line = lines[round % (lines.length - 1)] ?? ''
      const { key, cert }: Certificate = certificates[row.certificate]
      let requests = 0
      const server = createHttps({ key, cert }, (request, response) => {
        requests += 1
        empty(request, response)
      })
      server.on('tlsClientError', () => {})
      const port = await listening(server as unknown as Server)
      const trust = row.isTrusted ? { NODE_EXTRA_CA_CERTS: certificates.authority } : undefined
      const { code, err } = await run(line, { QUARTERDECK_BASE_URL: `https://localhost:${port}`, ...trust })
      server.close()
      const said = `the certificate ${row.certificate}, trusted ${row.isTrusted}, qd ${line}`
      if (code !== row.code || !row.says.test(err)) return `${said}: status ${code}: ${err.slice(0, 300)}`
      return row.code === 0 || requests === 0 ? undefined : `${said}: ${requests} requests were sent`
    })
  })

export const clockAndCertificateFaults: readonly Fault[] = [
  { name: 'network: clocks that are off', count: 50, run: oddClocks },
  { name: 'network: certificates that prove nothing', count: 28, run: badCertificates },
]
