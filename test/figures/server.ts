import { createServer, type RequestListener } from 'node:http'
import { listen } from '../helpers/built-program.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer is read as the documents describe it, not as the product does
export type Raw = any

/** The address of a server; `skewMs` is its clock minus this machine's, for a program that does not read it from responses. */
type Place = { url: string; appUrl?: string | undefined; key: string; skewMs?: number }

/** A server, or a profile of the user whose key only the program can read. */
export type At = Place | { profile: string }

/** Returns a function that runs commands against a server, and returns what they print. */
export type PrinterFor = (at: At) => (...words: readonly string[]) => Promise<string>

/** The raw responses of a server, and the program's output for them. */
export type Server = {
  /** @param path Path and query, without the host. @throws Error on any other status than 200. */
  get(path: string): Promise<Raw>
  print(...words: readonly string[]): Promise<string>
  /** The same with `--json`, parsed. */
  json(...words: readonly string[]): Promise<Raw>
  /** The same as rows of CSV. */
  csv(...words: readonly string[]): Promise<Record<string, string>[]>
  /** The same as rows of a table. */
  table(...words: readonly string[]): Promise<Record<string, string>[]>
  /** Calls `work` with a server in this process and the same program. */
  withAnother(listener: RequestListener, work: (server: Server) => Promise<void>, skewMs?: number): Promise<void>
}

export const openServer = (at: At, printerFor: PrinterFor): Server => {
  const print = printerFor(at)
  return {
    async get(path) {
      if ('profile' in at) return JSON.parse(await print('api', path))
      const host = path.startsWith('/api/organization/') ? (at.appUrl ?? at.url) : at.url
      const answer = await fetch(new URL(path, host), { headers: { authorization: `Bearer ${at.key}` } })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      return answer.json()
    },
    print,
    json: async (...words) => JSON.parse(await print(...words, '--json')),
    csv: async (...words) => csvRows(await print(...words, '--format', 'csv')),
    table: async (...words) => tableRows(await print(...words, '--format', 'table')),
    async withAnother(listener, work, skewMs = 0) {
      const server = createServer(listener)
      try {
        await work(openServer({ url: `http://${await listen(server)}`, key: 'figures-key', skewMs }, printerFor))
      } finally {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

/** A random number from 0 to 1; the same ones for the same seed. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const rowsOf = ([names = [], ...rows]: readonly string[][]): Record<string, string>[] =>
  rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])))

/** Quoted cells may contain commas, line breaks and doubled quotes. */
const csvRows = (text: string): Record<string, string>[] => {
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') lines.push([])
  }
  return rowsOf(lines.filter((cells) => cells.length > 1 || cells[0]))
}

/** Cells are at least two spaces apart. */
const tableRows = (text: string): Record<string, string>[] => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const cells = lines.map((line) => line.trim().split(/ {2,}/))
  return rowsOf(cells.filter(({ length }) => length === cells[0]?.length))
}

/** `1,284,320` as a number. */
export const ungrouped = (text: string): number => Number(text.replaceAll(',', ''))
