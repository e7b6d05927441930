import type { Client } from '../../src/client/client.ts'
import { daysOf } from '../../src/domain/calendar/calendar.ts'

type Query = { startDate: string; endDate: string; group_by?: string; limit?: number; cursor?: string }

/** What was asked for: the endpoint, the days and where to go on. */
export type Asked = { name: string; from: string; to: string; groupBy: string | undefined; cursor: string | undefined }

export type DaysClient = Pick<Client, 'call' | 'serverNow'> & {
  /** Everything that was asked for, oldest first. */
  asked: Asked[]
  /** Lets what has been held go on. */
  release(): void
}

export type DaysClientOptions = {
  /** The server's clock, Unix ms. */
  now: () => number
  /** @default 'org_1' */
  orgId?: () => string
  /** Answers in place of the usual rows; what it throws is what the call throws. */
  answer?: (asked: Asked) => { data: unknown[]; meta?: Record<string, unknown> } | undefined
  /** Whether answers wait for `release`. */
  isHeld?: boolean
}

/** A client that answers days with one row each, by rule and at once, and counts. */
export const daysClient = ({ now, orgId = () => 'org_1', answer, isHeld }: DaysClientOptions): DaysClient => {
  const asked: Asked[] = []
  let gate = Promise.withResolvers<void>()
  const call = async (name: string, { query }: { query: Query }, options: { signal?: AbortSignal } = {}) => {
    const { startDate: from, endDate: to } = query
    const one = { name, from, to, groupBy: query.group_by, cursor: query.cursor }
    asked.push(one)
    if (isHeld) await Promise.race([gate.promise, aborted(options.signal)])
    const usual = daysOf({ from, to }).map((date) => ({
      date,
      billable_tokens: Number(date.slice(8)),
      asked: asked.length,
    }))
    const { data, meta } = answer?.(one) ?? { data: usual }
    const body = { data, meta: { org_id: orgId(), start_date: from, end_date: to, ...meta } }
    return { body, raw: structuredClone(body), problemCount: 0, serverDate: now() }
  }
  return {
    call: call as unknown as Client['call'],
    serverNow: now,
    asked,
    release() {
      gate.resolve()
      gate = Promise.withResolvers<void>()
    },
  }
}

const aborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
