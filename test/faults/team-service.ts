import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresOptions } from '../../src/service/db/postgres-db.ts'
import { startService } from '../../src/service/start-service.ts'
import type { Stores } from '../../src/service/store/store.ts'
import { NOW } from '../helpers/demos.ts'
import { KEY, type Outcome } from './fault.ts'

const ACCOUNT = 'sa_load'
export const KEYS_PATH = `/api/v0/service-accounts/${ACCOUNT}/api-keys`

/** The answer to a request: status 0 if there was none. */
export type Reply = { status: number; text: string }

export type TeamService = {
  request: (path: string, init?: RequestInit) => Promise<Reply>
  /** Creates a key of the load's account. */
  create: (name: string) => Promise<Reply>
  /** Why the stored keys are not exactly the acknowledged ones, once each; others may be stored once. */
  checkKeys: (acknowledged: readonly string[]) => Promise<string | undefined>
}

/** Runs the service on loopback with a database, which has the account of the load. */
export const withService = async <T>(
  data: string,
  limits: PostgresOptions,
  work: (service: TeamService) => Promise<T>,
): Promise<T> => {
  const service = await startService({
    data,
    limits,
    keys: { owner: KEY },
    requestsPerMinute: 0,
    now: () => NOW,
    prepare: async (store: Stores) => {
      await store.serviceAccounts.putAccount(ACCOUNT)
    },
  })
  const request = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    try {
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
      const reply = await fetch(service.url + path, { ...init, headers })
      return { status: reply.status, text: await reply.text() }
    } catch (error) {
      return { status: 0, text: String(error) }
    }
  }
  const create = (name: string): Promise<Reply> =>
    request(KEYS_PATH, { method: 'POST', body: JSON.stringify({ name }) })
  const checkKeys = async (acknowledged: readonly string[]): Promise<string | undefined> => {
    let { status, text } = await request(KEYS_PATH)
    // PgBouncer may have another connection that was cut.
    for (let tries = 0; status === 503 && tries < 20; tries++) {
      await wait(50)
      ;({ status, text } = await request(KEYS_PATH))
    }
    if (status !== 200) return `the keys are not listed: ${status} ${text}`
    const names = (JSON.parse(text) as { apiKeys: { name: string }[] }).apiKeys.map(({ name }) => name)
    const stored = new Set(names)
    const lost = acknowledged.filter((name) => !stored.has(name))
    const doubled = names.length - stored.size
    if (lost.length + doubled === 0) return undefined
    return `of ${acknowledged.length} acknowledged keys ${lost.length} are lost, and ${doubled} are stored twice`
  }
  try {
    return await work({ request, create, checkKeys })
  } finally {
    await service.close()
  }
}

/** Why a reply to a request during a fault is wrong: it must succeed, or be 503 with one sentence and a time to retry. */
export const problemOf = ({ status, text }: Reply): string | undefined => {
  if (status >= 200 && status < 300) return undefined
  const detail = status === 503 ? (JSON.parse(text) as { detail: string }).detail : ''
  const isSentence = /^[A-Z][^\n]{10,250}\.$/.test(detail) && !/postgres:|at .*:\d+|Error/.test(detail)
  return isSentence ? undefined : `status ${status}: ${text.slice(0, 300)}`
}

/** Numbers of what a load did, over all rounds. */
export type Tally = { acknowledged: string[]; refused: number; longestPauseMs: number }
export const createTally = (): Tally => ({ acknowledged: [], refused: 0, longestPauseMs: 0 })

const WRITERS = 6

/**
 * Creates keys without a pause, and reads them, until `stop`.
 *
 * @returns `recovered` waits until each writer has created another key.
 */
export const startLoad = (service: TeamService, round: number, tally: Tally) => {
  let isStopped = false
  let problem: string | undefined
  const counts: number[] = Array.from({ length: WRITERS }, () => 0)
  let lastAt = performance.now()
  const write = async (writer: number): Promise<void> => {
    for (let at = 0; !isStopped; at++) {
      const name = `round ${round} writer ${writer} key ${at}`
      const reply = await service.create(name)
      problem ??= problemOf(reply)
      if (reply.status < 200 || reply.status > 299) {
        tally.refused++
        await wait(5)
        continue
      }
      tally.acknowledged.push(name)
      counts[writer] = (counts[writer] ?? 0) + 1
      tally.longestPauseMs = Math.max(tally.longestPauseMs, performance.now() - lastAt)
      lastAt = performance.now()
    }
  }
  const read = async (): Promise<void> => {
    while (!isStopped) {
      problem ??= problemOf(await service.request('/api/v0/computers'))
      await wait(5)
    }
  }
  const all = Promise.all([...counts.map((_, writer) => write(writer)), read(), read()])
  return {
    /** Waits until each writer has created another key, for at most `ms`. Returns why not. */
    recovered: async (ms: number): Promise<string | undefined> => {
      const before = [...counts]
      const startedAt = performance.now()
      while (counts.some((count, writer) => count === before[writer])) {
        if (performance.now() - startedAt > ms) return `not every writer succeeds within ${ms} ms`
        await wait(10)
      }
      return undefined
    },
    /** Ends the load. Returns the first wrong reply. */
    stop: async (): Promise<string | undefined> => {
      isStopped = true
      await all
      return problem
    },
  }
}

/** An outcome with the sums of a load as a note. */
export const withTally = (outcome: Outcome, { acknowledged, refused, longestPauseMs }: Tally): Outcome => ({
  ...outcome,
  notes: [
    ...outcome.notes,
    `${acknowledged.length} acknowledged, ${refused} refused, longest pause ${Math.round(longestPauseMs)} ms`,
  ],
})
