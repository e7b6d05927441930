import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFolder } from '../helpers/built-program.ts'
import {
  answer,
  type Behaviour,
  describing,
  hang,
  hangAfter,
  rawBytes,
  redirect,
  reset,
  startFaultyServer,
  trickle,
} from '../helpers/faulty-server.ts'
import { runQd } from '../helpers/run-qd.ts'
import { zip64File, zipFile } from '../helpers/zip-file.ts'
import { client, type Fault, KEY, numberOf, type Outcome, pick, stackIn, tryTimes } from './fault.ts'

const whole = zipFile([
  { name: 'a.md', content: '# A' },
  { name: 'b/c.md', content: Array.from({ length: 5_000 }, (_, at) => at * at).join(' ') },
])
const zip = (bytes: Buffer): Behaviour => answer(200, bytes, { 'content-type': 'application/zip' })
const cut = (announced: number, size: number): Behaviour =>
  rawBytes(
    Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${announced}\r\n\r\n`), whole.subarray(0, size)]),
  )

type DownloadRow = { name: string; code: number; message: RegExp; behaviour: Behaviour }
const row = (name: string, code: number, message: RegExp, behaviour: Behaviour) => ({ name, code, message, behaviour })
/** A download that is not a valid archive. */
const invalidArchiveRow = (name: string, bytes: Buffer) => row(name, 1, invalidArchive, zip(bytes))
const beginning: Behaviour = (_, response) => void response.end(whole.subarray(0, 60))
const invalidArchive = /is not a valid archive|did not send an archive/

const rows: readonly DownloadRow[] = [
  row('a whole archive', 0, /^Verified: /, zip(whole)),
  row('a whole archive of another type', 0, /^Verified: /, answer(200, whole, { 'content-type': 'text/html' })),
  row('a reset', 5, /reset the connection/, reset),
  row(
    'an end in the middle',
    5,
    /closed the connection|reset the connection|incomplete response/,
    cut(whole.length, 60),
  ),
  row('no answer', 5, /did not respond in time/, hang),
  row('silence in the middle', 5, /stopped sending in the middle/, hangAfter('PK\u0003\u0004')),
  row('a byte now and then', 5, /too slowly|stopped sending/, trickle(10)),
  row('nothing', 1, /sent an empty response/, answer(200)),
  row('a web page', 1, /web page/, answer(200, '<html><title>Sign in</title></html>', { 'content-type': 'text/html' })),
  row('JSON without a link', 1, /did not send an archive/, answer(200, { detail: 'later' })),
  row('text', 1, /./, answer(200, 'hello')),
  row('the beginning of an archive, without a length', 1, invalidArchive, beginning),
  invalidArchiveRow('a file outside', zipFile([{ name: '../a' }])),
  invalidArchiveRow('a file from the root', zipFile([{ name: '/etc/passwd' }])),
  invalidArchiveRow('a link', zipFile([{ name: 'a', content: '/etc/passwd', mode: 0o120777 }])),
  invalidArchiveRow('a name twice', zipFile([{ name: 'a' }, { name: 'A' }, { name: 'a' }])),
  invalidArchiveRow('a bomb', zipFile([{ name: 'a', content: Buffer.alloc(9_000_000) }])),
  invalidArchiveRow('a wrong sum', zipFile([{ name: 'a', content: 'x', says: { crc32: 7 } }])),
  invalidArchiveRow('a file count that is too high', zipFile([{ name: 'a' }], { count: 9 })),
  ...[401, 403].map((status) => row(`status ${status}`, 3, /QUARTERDECK_API_KEY/, answer(status, {}))),
  row('status 404', 4, /\(404\)/, answer(404, {})),
  row('status 410', 1, /\(410\)/, answer(410, {})),
  row('status 500', 1, /failed \(500\)/, answer(500, {})),
  row('status 503', 1, /\(503\)/, answer(503, {})),
  ...['http://example.com/a', 'file:///etc/passwd', 'https://user:pass@example.com/', 'http://['].flatMap((link) => [
    row(`a redirect to ${link}`, 1, /./, redirect(302, link)),
    row(`a link to ${link}`, 1, /./, answer(200, { url: link })),
  ]),
]

/** Options of the export, and whether the file already exists. */
const ways = [
  { name: 'a new file', option: '', isThere: false },
  { name: 'a file that is replaced', option: '--force', isThere: true },
  { name: 'a file that stays', option: '', isThere: true },
  { name: 'extracted as well', option: '--extract', isThere: false },
]
const attempts = rows.flatMap((row) => ways.map((way) => ({ row, way })))

/** However an archive arrives, the file is complete or absent, and no other file is left. */
const exports = (count: number): Promise<Outcome> =>
  tryTimes(count, (round) =>
    withFolder(async (folder) => {
      const { row, way } = pick(attempts, round * 37)
      const file = join(folder, 'a.zip')
      if (way.isThere) writeFileSync(file, 'mine')
      const server = await startFaultyServer(describing(row.behaviour, ({ path }) => path.includes('openapi')))
      const isExtracted = way.option === '--extract'
      const words = [way.option, ...(isExtracted ? [join(folder, 'out')] : [])].filter((word) => word !== '')
      const limits = { ...client.limits, downloadSilenceMs: 250, downloadRateMs: 600 }
      const options = { url: server.url, key: KEY, client: { ...client, limits } }
      const { code, out, err } = await runQd(['wiki', 'export', 'wr_a', '-o', file, ...words], options)
      await server.close()
      const stays = way.isThere && way.option === ''
      const left = readdirSync(folder).toSorted().join()
      const said = `${row.name}, ${way.name}: status ${code}, leaves ${left}: ${err.slice(0, 300)}`
      const message = stays ? /use --force to replace it/ : row.message
      if (stackIn(err) || code !== (stays ? 1 : row.code) || !message.test(err)) return said
      if ((out + err).includes(KEY)) return `the key is shown by ${said}`
      if (code !== 0) {
        const isUntouched = left === '' || (left === 'a.zip' && way.isThere && readFileSync(file, 'utf8') === 'mine')
        return isUntouched && left === (way.isThere ? 'a.zip' : '') ? undefined : said
      }
      if (!readFileSync(file).equals(whole)) return `another archive: ${said}`
      if ((statSync(file).mode & 0o77) !== 0) return `others may read it: ${said}`
      return left === (isExtracted ? 'a.zip,out' : 'a.zip') ? undefined : said
    }),
  )

const intact = [
  [
    { name: 'a.md', content: '# A' },
    { name: 'b/' },
    { name: 'b/c.md', content: 'one two '.repeat(200), isStored: true },
  ],
  [{ name: 'd/', content: 'hidden', mode: 0o040755, says: { sizeBytes: 0, crc32: 0 } }, { name: 'd/\u{9b}e.md' }],
  [{ name: 'a.md', content: 'x\x1b]0;owned\x07\u009b31m\u202e' }],
].flatMap((members) => [zipFile(members), zip64File(members)])

/** An archive with up to three changed bytes or without its end is read, extracted and printed alike, or rejected with one sentence. */
const damaged = (count: number): Promise<Outcome> =>
  tryTimes(count, (round) =>
    withFolder(async (folder) => {
      const [file, out] = [join(folder, 'a.zip'), join(folder, 'out')]
      const bytes = Buffer.from(pick(intact, round))
      for (let change = 0; change < round % 4; change += 1)
        bytes[numberOf(round * 8 + change, bytes.length)] = numberOf(round * 8 + change + 4, 256)
      writeFileSync(file, round % 11 === 0 ? bytes.subarray(0, numberOf(round, bytes.length)) : bytes)
      const options = { url: 'http://127.0.0.1:9', key: KEY }
      const page = bytes.includes('b/c.md') ? 'c' : 'a'
      const ran = [
        await runQd(['wiki', 'pages', file], options),
        await runQd(['wiki', 'pages', file, page], options),
        await runQd(['wiki', 'extract', file, out], options),
      ]
      const [read, printed, extracted] = ran
      if (read?.err !== (extracted?.code === 0 ? '' : extracted?.err))
        return `read: ${read?.err || 'whole'}, extracted: ${extracted?.err}`
      for (const { code, out: text, err } of ran) {
        if (code !== 0 && !/^[^\n]+\.\n$/.test(err)) return `not one sentence: ${err}`
        if (/ERR_|signature|0x[0-9a-f]/.test(err.replaceAll(folder, ''))) return `not plain: ${err}`
        if (/[^\P{Cc}\n\t\r]|\p{Bidi_Control}/u.test(text + err))
          return `drives a terminal: ${JSON.stringify(text + err)}`
      }
      const left = readdirSync(folder).toSorted().join()
      if (left !== (extracted?.code === 0 ? 'a.zip,out' : 'a.zip')) return `leaves ${left}`
      return printed?.code !== 0 && round % 4 === 0 && round % 11 !== 0 && read?.code === 0 && page === 'c'
        ? `no page of a whole archive: ${printed?.err}`
        : undefined
    }),
  )

export const downloadFaults: readonly Fault[] = [
  { name: 'downloads: invalid, cut or hostile archives', count: attempts.length, run: exports },
  { name: 'downloads: damaged archives, read and extracted alike', count: 3_000, run: damaged },
]
