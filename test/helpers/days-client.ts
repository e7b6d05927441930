import { AppError } from '../../src/base/errors.ts'
import type { Client } from '../../src/client/client.ts'
import { daysOf } from '../../src/domain/calendar/calendar.ts'

type Query = { startDate: string; endDate: string; group_by?: string; limit?: number; cursor?: string }

/** A request: the endpoint, the days and the cursor. */
export type Call = { name: string; from: string; to: string; groupBy: string | undefined; cursor: string | undefined }

export type DaysClient = Pick<Client, 'call' | 'serverNow'> & {
  /** All requests, oldest first. */
  requested: Call[]
  /** Sends the held responses. */
  release(): void
}

export type DaysClientOptions = {
  /** The server's clock, Unix ms. */
  now: () => number
  /** @default 'org_1' */
  orgId?: () => string
  /** Returns a response in place of the default rows; its errors are thrown by the call. */
  answer?: (requested: Call) => { data: unknown[]; meta?: Record<string, unknown> } | undefined
  /** Whether responses wait for `release`. */
  isHeld?: boolean
}

/** A client that returns one row per day immediately and counts requests. */
export const daysClient = ({ now, orgId = () => 'org_1', answer, isHeld }: DaysClientOptions): DaysClient => {
  const requested: Call[] = []
  let gate = Promise.withResolvers<void>()
  const call = async (name: string, { query }: { query: Query }, options: { signal?: AbortSignal } = {}) => {
    const { startDate: from, endDate: to } = query
    const one = { name, from, to, groupBy: query.group_by, cursor: query.cursor }
    requested.push(one)
    if (isHeld) await Promise.race([gate.promise, aborted(options.signal)])
    const usual = daysOf({ from, to }).map((date) => ({
      date,
      billable_tokens: Number(date.slice(8)),
      requested: requested.length,
    }))
    const { data, meta } = answer?.(one) ?? { data: usual }
    const body = { data, meta: { org_id: orgId(), start_date: from, end_date: to, ...meta } }
    return { body, raw: structuredClone(body), problemCount: 0, serverDate: now() }
  }
  return {
    call: call as unknown as Client['call'],
    serverNow: now,
    requested,
    release() {
      gate.resolve()
      gate = Promise.withResolvers<void>()
    },
  }
}

const aborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))

export type UsersClientOptions = {
  now: () => number
  /** Rows of the organisation in the order of its pages: `person day figure`, the day without its year. */
  rows: () => readonly string[]
  /** Rows per page. The days of a user may be split. */
  pageRows: number
  /** The first row of the next page. @default the row after this page */
  next?: (after: number) => number
  /** Meta in place of the default, by the number of the request, from 1. */
  meta?: (request: number) => Record<string, unknown> | undefined
  /** Numbers of the requests that fail, from 1. */
  failing?: readonly number[]
  status?: number
  isHeld?: boolean
}

/** A client whose users endpoint returns rows in pages. The cursor is the index of the first row of a page. */
export const usersClient = ({
  now,
  rows,
  pageRows,
  next,
  meta,
  failing = [],
  status = 500,
  isHeld = false,
}: UsersClientOptions) => {
  const client: DaysClient = daysClient({
    now,
    isHeld,
    answer: ({ from, to, cursor }: Call) => {
      const request = client.requested.length
      if (failing.includes(request)) throw new AppError('failed', `request ${request} failed`, { status })
      const within = rows()
        .map(toRow)
        .filter(({ date }) => date >= from && date <= to)
      const start = Number(cursor ?? 0)
      const end = start + pageRows
      const after = next?.(end) ?? end
      const usual = after < within.length ? { has_more: true, next_cursor: String(after) } : { has_more: false }
      return { data: within.slice(start, end), meta: meta?.(request) ?? usual }
    },
  })
  return client
}

export const toRow = (text: string) => {
  const [user, day, credits] = text.split(' ')
  return {
    user_id: user,
    user_email: `${user}@x.example`,
    date: `2026-${day}`,
    billable_tokens: Number(credits),
    extra: true,
  }
}
