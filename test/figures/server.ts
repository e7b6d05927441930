import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))

/** A server, what it answers itself, and what the built program prints of it. */
export type Server = {
  /** The body of an answer, as it came. @param path With its query, from the host on. @throws Error on any other status than 200. */
  get(path: string): Promise<Raw>
  /** What a command prints; what it prints on standard error is lost. */
  print(...words: readonly string[]): Promise<string>
  /** Another server, printed by the same. */
  another(place: Place): Server
  close(): void
}

/** Answers each path on this machine; `close` ends it with all its connections. */
export const serveRaw = async (listener: RequestListener): Promise<{ url: string; close: () => void }> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A number from 0 to 1, each time another one; the same ones for the same seed. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an answer is read as the documents describe it, not as the product does
export type Raw = any

/** Where a server answers. */
type Place = {
  url: string
  appUrl?: string | undefined
  key: string
  /** Its clock less this machine's, for a printer that does not read it from its answers. */
  skewMs?: number
}

/** The program, as it prints what commands print; `close` takes away what it has kept. */
export type Printer = { print: Server['print']; close(): void }

/** Where the program looks for a server, if not at a profile of whoever runs this, whose key only the program knows. */
type At = Place | { profile: string }

/** The built program, as a process for each command. */
const builtProgram = (at: At): Printer => {
  const folder = mkdtempSync(join(tmpdir(), 'figures-'))
  const env =
    'url' in at
      ? {
          ...withoutOurs(process.env),
          QUARTERDECK_BASE_URL: at.url,
          QUARTERDECK_APP_URL: at.appUrl ?? at.url,
          QUARTERDECK_API_KEY: at.key,
          XDG_CONFIG_HOME: folder,
        }
      : process.env
  const words = 'url' in at ? [] : ['--profile', at.profile]
  const print = (...asked: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [program, ...words, ...asked], {
        // A cache of its own: nothing that was kept before is compared.
        env: { ...env, XDG_CACHE_HOME: folder, XDG_STATE_HOME: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let [out, err] = ['', '']
      child.stdout.setEncoding('utf8').on('data', (text) => {
        out += text
      })
      child.stderr.setEncoding('utf8').on('data', (text) => {
        err += text
      })
      child.on('close', (code) =>
        code === 0 ? resolve(out) : reject(new Error(`qd ${asked.join(' ')} ended with ${code}: ${err}`)),
      )
    })
  return { print, close: () => rmSync(folder, { recursive: true, force: true }) }
}

/** @param open - What prints. @default the built program */
export const openServer = (at: At, open: (at: At) => Printer = builtProgram): Server => {
  const { print, close } = open(at)
  const get = async (path: string): Promise<Raw> => {
    if ('profile' in at) return JSON.parse(await print('api', path))
    const host = path.startsWith('/api/organization/') ? (at.appUrl ?? at.url) : at.url
    const answer = await fetch(new URL(path, host), { headers: { authorization: `Bearer ${at.key}` } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.json()
  }
  return { get, print, another: (place) => openServer(place, open), close }
}

const withoutOurs = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('QUARTERDECK_')))

/** The lines of a csv by their heading; a cell of JSON is left a text. */
export const csvRows = (text: string): Record<string, string>[] => {
  const lines: string[][] = []
  let [cells, cell, isQuoted]: [string[], string, boolean] = [[], '', false]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (sign === '"') isQuoted = true
    else if (sign === ',' || sign === '\n') {
      cells.push(cell.replace(/\r$/, ''))
      cell = ''
      if (sign === '\n') {
        lines.push(cells)
        cells = []
      }
    } else cell += sign
  }
  const [names = [], ...rows] = lines
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])))
}

/** The rows of a table by their headings; cells stand at least two spaces apart. */
export const tableRows = (text: string): Record<string, string>[] => {
  const [heading = '', ...rows] = text.split('\n').filter((line) => line.trim() !== '')
  const names = heading.trim().split(/ {2,}/)
  return rows
    .map((row) => row.trim().split(/ {2,}/))
    .filter((cells) => cells.length === names.length)
    .map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])))
}

/** `1,284,320` as a number. */
export const ungrouped = (text: string): number => Number(text.replaceAll(',', ''))
