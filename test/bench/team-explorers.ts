/** The load of many explorers on one service: what each requests at its start and while its user scrolls through People. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { addDays } from '../../src/domain/calendar/calendar.ts'
import { builtProgram } from '../helpers/built-program.ts'
import { node } from './bench-kit.ts'
import { idOf, lastDay, START_DAYS } from './team-data.ts'

export const EXPLORERS = 24
/** Pages that each explorer reads of a list. */
const PAGES = 10
/** Days of the range and of the previous period. */
const DAYS = 14

type Service = { url: string; key: string; pid: number; stop: () => void }

/** Serves a database in the built program, in a process of its own, until this process ends. */
export const serveData = async (data: string): Promise<Service> => {
  const args = [builtProgram, 'serve', '--data', data, '--new-keys', '--port', '0', '--json', '--end-with-parent']
  const child = spawn(node, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const { url, keys } = JSON.parse(String(line))
  return { url, key: keys.owner, pid: child.pid ?? 0, stop: () => void child.kill() }
}

const daysBefore = (from: number, to: number): string =>
  `startDate=${addDays(lastDay, -from)}&endDate=${addDays(lastDay, -to)}`
const wholeRange = daysBefore(START_DAYS - 1, 0)

/** The requests of a start, as the built explorer sends them. */
const startPaths = [
  `/api/v1/analytics/tokens?${daysBefore(DAYS - 1, 0)}`,
  `/api/v1/analytics/tokens?${daysBefore(START_DAYS - 1, DAYS)}`,
  ...['activity', 'tools', 'productivity'].map((name) => `/api/v1/analytics/${name}?${wholeRange}`),
  '/api/v0/organization/enterprise-controls/history?limit=30',
  '/api/organization/maturity-level-reports?limit=100',
  '/api/v0/openapi.json',
  '/api/v0/automations/ci/jobs',
  '/api/v0/computers?includeProvisioningSteps=true',
]
const rankingPath = `/api/v1/analytics/top-users?days=${DAYS}&sort=billable_tokens&limit=100`
const usersPath = `/api/v1/analytics/users?${daysBefore(2 * DAYS - 1, 0)}&limit=100`

type Reply = { status: number; text: string }

const request = (url: string, key: string, agent: Agent): Promise<Reply> =>
  new Promise((resolve) => {
    const failed = (error: Error): void => resolve({ status: 0, text: error.message })
    get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part)).on('error', failed)
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
    }).on('error', failed)
  })

/** Times by kind of request, ms, and the errors. */
export type ExplorerLoad = { times: Record<'start' | 'ranking' | 'users', number[]>; errors: string[]; ms: number }

/** Runs all explorers at once, each without pauses and from another place of the list, so that no response is cached. */
export const loadExplorers = async ({ url, key }: Service, users: number): Promise<ExplorerLoad> => {
  const load: ExplorerLoad = { times: { start: [], ranking: [], users: [] }, errors: [], ms: 0 }
  const explore = async (place: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true })
    const read = async (kind: keyof ExplorerLoad['times'], path: string): Promise<Reply> => {
      const sentAt = performance.now()
      const reply = await request(url + path, key, agent)
      load.times[kind].push(performance.now() - sentAt)
      if (reply.status !== 200) load.errors.push(`${path}: ${reply.status} ${reply.text.slice(0, 200)}`)
      return reply
    }
    const readPages = async (kind: 'ranking' | 'users', path: string, start?: string): Promise<void> => {
      let cursor = start
      for (let page = 0; page < PAGES; page++) {
        const { text } = await read(kind, path + (cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''))
        // Parsing a page of users would take this process longer than the service needs for it.
        cursor = /"(?:nextCursor|next_cursor)":"([^"]+)"/.exec(text.slice(-1_000))?.[1]
        if (cursor === undefined) return
      }
    }
    await Promise.all(startPaths.map((path) => read('start', path)))
    await readPages('ranking', rankingPath)
    await readPages('users', usersPath, idOf(Math.floor((place * users) / EXPLORERS)))
    agent.destroy()
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: EXPLORERS }, (_, place) => explore(place)))
  load.ms = performance.now() - startedAt
  return load
}
