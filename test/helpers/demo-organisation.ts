import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type MadeUp, startDemo } from './demos.ts'
import { type Front, startFront } from './front-server.ts'
import { type Ran, type RunOptions, runQd } from './run-qd.ts'

export type Row = Record<string, unknown> & { date: string }

/** A demo organisation behind a proxy that counts requests: 12 users, 120 days up to 20 November 2026. */
export type DemoOrganisation = {
  front: Front
  key: string
  /** The ids that can be requested. */
  ids: MadeUp['ids']
  /** Runs the program with the organisation's address. */
  qd: (line: string, options?: RunOptions) => Promise<Ran>
  /** The rows of a response, requested directly from the service without our client. */
  raw: (endpoint: string, from: string, to: string, group?: string) => Promise<Row[]>
  /** The requests since the last call, as `tokens 2026-11-01 2026-11-20`. */
  requested: () => string[]
  close: () => Promise<void>
}

export const startDemoOrganisation = async (): Promise<DemoOrganisation> => {
  const demo = await startDemo({ users: 12, days: 120, seed: 1 })
  const front = await startFront(demo)
  let seen = 0
  return {
    front,
    key: demo.key,
    ids: demo.ids,
    qd: (line, options = {}) => runQd(wordsOf(line), { url: front.url, key: demo.key, ...options }),
    raw: async (endpoint, from, to, group) => {
      const query = new URLSearchParams({ startDate: from, endDate: to, ...(group && { group_by: group }) })
      if (endpoint === 'users') query.set('limit', '100')
      const headers = { authorization: `Bearer ${demo.key}` }
      const reply = await fetch(`${demo.url}/api/v1/analytics/${endpoint}?${query}`, { headers })
      return ((await reply.json()) as { data: Row[] }).data
    },
    requested: () => {
      const fresh = front.requests.slice(seen)
      seen = front.requests.length
      return fresh.map(({ path, query }) => {
        const params = new URLSearchParams(query)
        const words = [path.split('/').at(-1), params.get('startDate'), params.get('endDate'), params.get('cursor')]
        return words.filter((word) => word !== null).join(' ')
      })
    },
    close: () => front.close(),
  }
}

/** The words of a command line. Spaces inside single quotes stay. */
const wordsOf = (line: string): string[] =>
  (line.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ''))

/** A demo organisation for all tests of a file, and a cache in a new folder for each test. Its members exist while tests run. */
export const cachedCommands = () => {
  const of = {} as { demo: DemoOrganisation; folder: string; cache: string }
  beforeAll(async () => {
    of.demo = await startDemoOrganisation()
  })
  afterAll(() => of.demo.close())
  beforeEach(() => {
    of.folder = mkdtempSync(join(tmpdir(), 'quarterdeck-cached-'))
    of.cache = join(of.folder, 'quarterdeck', 'cache.db')
    of.demo.requested()
  })
  afterEach(() => {
    of.demo.front.play()
    rmSync(of.folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const qd = (line: string, options: RunOptions = {}) => of.demo.qd(line, { cache: of.cache, ...options })
  return { of, qd }
}
