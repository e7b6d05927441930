import type { Answered } from '../http/problem.ts'
import { headersFor, Problem } from '../http/problem.ts'
import type { Store } from '../store/store.ts'
import { METRICS_TYPE, metricsText } from './metrics-text.ts'
import { createOperatorCheck } from './operator-access.ts'
import { createHealthReader, type SyncStatus } from './read-health.ts'
import type { RequestMetrics } from './request-metrics.ts'
import { serviceMetrics } from './service-metrics.ts'

/** Paths for monitoring. They are not part of the API, so its document does not list them. */
export const OPERATIONS = { health: '/health', ready: '/ready', metrics: '/metrics' } as const
export type OperationName = keyof typeof OPERATIONS

export type OperationsOptions = {
  /** Version of the program. */
  version?: string | undefined
  /** Undefined, also as a result, if nothing is mirrored. */
  syncStatus?: (() => Promise<SyncStatus | undefined>) | undefined
}

/** The handler of a request without parameters. `authorization` is the header. */
type Operation = (authorization: string | undefined, answered: Answered) => Promise<Response>

/** The handlers of `/health`, `/ready` and `/metrics`. */
export const createOperations = (
  store: Store,
  requests: RequestMetrics,
  { version, syncStatus }: OperationsOptions,
): Record<OperationName, Operation> => {
  const checkOperator = createOperatorCheck(store)
  const readHealth = createHealthReader({ readDatabase: store.health, readSync: syncStatus })
  return {
    /** Without a key only the status: anyone who reaches the service may read it. */
    health: async (authorization, answered) => {
      const { status, ...details } = await readHealth()
      if (authorization === undefined || !(await isOperator(checkOperator, authorization)))
        return json({ status }, answered)
      return json({ status, ...(version !== undefined && { version }), ...details }, answered)
    },
    ready: async (_authorization, answered) => {
      const { database } = await readHealth()
      if (!database.isUp)
        throw new Problem(503, database.problem ?? 'The database does not answer.', { headers: { 'retry-after': '5' } })
      return json({ status: 'ready' }, answered)
    },
    metrics: async (authorization, answered) => {
      await checkOperator(authorization)
      const text = metricsText([...requests.metrics(), ...serviceMetrics(await readHealth(), version)])
      return new Response(text, { headers: { ...headersFor(answered), 'content-type': METRICS_TYPE } })
    },
  }
}

/** False if the database is down and cannot check the key. @throws Problem for a key that it rejects. */
const isOperator = async (check: (authorization: string) => Promise<void>, authorization: string): Promise<boolean> => {
  try {
    await check(authorization)
    return true
  } catch (error) {
    if (error instanceof Problem) throw error
    return false
  }
}

const json = (body: object, answered: Answered): Response =>
  new Response(JSON.stringify(body), { headers: headersFor(answered) })
