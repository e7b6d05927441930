import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { listen, runBuilt, withFolder } from '../helpers/built-program.ts'
import { type CertificateName, makeCertificates } from './certificates.ts'
import { type Fault, KEY, type Outcome, pick, stackIn, tryTimes } from './fault.ts'

const DAY_MS = 86_400_000
const lines = ['analytics tokens', 'analytics tools --last 3d', 'overview', 'analytics users --all', 'doctor']

/** Runs the built program with its own home folder. */
const run = (line: string, env: Readonly<Record<string, string>>) =>
  withFolder((home) =>
    runBuilt(line.split(' '), { PATH: process.env.PATH, HOME: home, QUARTERDECK_API_KEY: KEY, ...env }),
  )

/** An empty organisation. */
const nothing = { data: [], meta: { org_id: 'org_1', has_more: false }, changes: [], reports: [], jobs: [] }
const empty: RequestListener = (_, response) => response.end(JSON.stringify(nothing))

/** The date header of a server by our clock; undefined for none. */
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
const isFarWrong = /behind|ahead|1970|9999/

/**
 * Servers with wrong clocks: nothing breaks, `doctor` reports a large difference, and no day is requested before it has ended.
 */
const wrongClocks = (count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    const names = Object.keys(clocks)
    const name = pick(names, round)
    const line = pick(lines, Math.floor(round / names.length))
    const requested: { at: string | undefined; end: string }[] = []
    const server = createHttp((request, response) => {
      const date = clocks[name]?.(Date.now())
      response.sendDate = false
      if (date !== undefined) response.setHeader('date', date)
      requested.push({ at: date, end: new URL(request.url ?? '/', 'http://h').searchParams.get('endDate') ?? '' })
      empty(request, response)
    })
    const { code, out, err } = await run(line, { QUARTERDECK_BASE_URL: `http://${await listen(server)}` })
    server.close()
    const said = `a clock ${name}, qd ${line}`
    if (stackIn(out + err)) return `${said}: ${stackIn(out + err)}`
    if (requested.length === 0) return `${said}: nothing was requested: ${err.slice(0, 200)}`
    if (code !== 0 && !(line === 'doctor' && code === 1) && code !== 7)
      return `${said}: status ${code}: ${err.slice(0, 300)}`
    if (line === 'doctor' && isFarWrong.test(name) && !/clock/.test(out + err))
      return `${said}: does not mention the clock: ${out}`
    // Today is by our clock, and after the first response by the server's.
    const today = new Date().toISOString().slice(0, 10)
    const early = requested.find(({ end }) => end >= today && !/ahead|9999/.test(name))
    return early && `${said}: requested ${early.end}`
  })

type TlsRow = { certificate: CertificateName; isTrusted: boolean; code: number; message: RegExp }
const tlsRows: readonly TlsRow[] = [
  { certificate: 'valid', isTrusted: true, code: 0, message: /^/ },
  { certificate: 'valid', isTrusted: false, code: 5, message: /was issued by an unknown authority/ },
  { certificate: 'selfSigned', isTrusted: true, code: 5, message: /is self-signed/ },
  { certificate: 'stranger', isTrusted: true, code: 5, message: /was issued by an unknown authority/ },
  { certificate: 'otherName', isTrusted: true, code: 5, message: /is for another host name/ },
  { certificate: 'expired', isTrusted: true, code: 5, message: /has expired/ },
  { certificate: 'notYet', isTrusted: true, code: 5, message: /is not valid yet by this machine's clock/ },
]

/** Invalid certificates: the error says what is wrong, and no request is sent, so the key stays secret. */
const badCertificates = (count: number): Promise<Outcome> =>
  withFolder(async (folder) => {
    const certificates = makeCertificates(folder)
    if (certificates === undefined) return { tried: 0, broke: 0, notes: ['not tried, because openssl is missing here'] }
    return tryTimes(count, async (round) => {
      const row = pick(tlsRows, round)
      const line = pick(lines.slice(0, -1), round)
      let requests = 0
      const server = createHttps(certificates.read(row.certificate), (request, response) => {
        requests += 1
        empty(request, response)
      })
      server.on('tlsClientError', () => {})
      const port = (await listen(server)).split(':')[1]
      const trust = row.isTrusted ? { NODE_EXTRA_CA_CERTS: certificates.authority } : undefined
      const { code, err } = await run(line, { QUARTERDECK_BASE_URL: `https://localhost:${port}`, ...trust })
      server.close()
      const said = `the certificate ${row.certificate}, trusted ${row.isTrusted}, qd ${line}`
      if (code !== row.code || !row.message.test(err)) return `${said}: status ${code}: ${err.slice(0, 300)}`
      return row.code === 0 || requests === 0 ? undefined : `${said}: ${requests} requests were sent`
    })
  })

export const clockAndCertificateFaults: readonly Fault[] = [
  { name: 'network: wrong server clocks', count: 50, run: wrongClocks },
  { name: 'network: invalid certificates', count: 28, run: badCertificates },
]
