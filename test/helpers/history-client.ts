import { AppError } from '../../src/base/errors.ts'
import type { Client } from '../../src/client/client.ts'
import { memoryLedger, sourceFor } from './cached-layer.ts'

type HistoryBody = { changes: unknown[]; pagination?: unknown }

export type HistoryState = {
  /** The number of the newest revision; the oldest is 1. */
  newest: number
  /** Returns a revision; undefined if it does not exist. @default { revision, settings: { revision } } */
  row: (revision: number) => unknown
  /** Responses by cursor, in place of the default ones; `newest` is the first page. */
  pages: Record<string, HistoryBody>
  /** Cursors that the server rejects as unknown. */
  forgotten: Set<string>
  /** Max revisions in a response. */
  maxFitting: number
  status: number | undefined
}

/**
 * A client of a history of revisions 1 to `newest`, in pages of the requested size. The cursor `c7` starts at revision 7.
 * `requested` has a line for each request.
 */
const historyClient = (now: () => number, change: Partial<HistoryState> = {}) => {
  const state: HistoryState = {
    newest: 10,
    row: (revision) => ({ revision, settings: { revision } }),
    pages: {},
    forgotten: new Set(),
    maxFitting: 100,
    status: undefined,
    ...change,
  }
  const requested: string[] = []
  const answer = (limit: number, cursor: string | undefined): HistoryBody => {
    const own = state.pages[cursor ?? 'newest']
    if (own) return own
    if (cursor !== undefined && state.forgotten.has(cursor))
      throw new AppError('failed', 'The cursor is unknown.', { status: 400 })
    if (limit > state.maxFitting) throw new AppError('failed', 'The answer is too large.', { isTooLarge: true })
    const first = cursor === undefined ? state.newest : Number(cursor.slice(1))
    const numbers = Array.from({ length: Math.min(limit, first) }, (_, at) => first - at)
    const next = first - numbers.length
    return {
      changes: numbers.map(state.row).filter((row) => row !== undefined),
      pagination: { hasMore: next > 0, nextCursor: next > 0 ? `c${next}` : null },
    }
  }
  const call = async (name: string, request: { query?: { limit?: number; cursor?: string } }, options?: object) => {
    if (name !== 'controlsHistory') throw new Error(`unexpected request ${name}`)
    ;(options as { signal?: AbortSignal } | undefined)?.signal?.throwIfAborted()
    const { limit = 20, cursor } = request.query ?? {}
    requested.push(`${cursor ?? 'newest'} ${limit}`)
    if (state.status !== undefined) throw new AppError('refused', 'no', { status: state.status })
    const body = structuredClone(answer(limit, cursor))
    return { body, raw: structuredClone(body), problemCount: 0, serverDate: now() }
  }
  const client = { call: call as unknown as Client['call'], serverNow: now } as Client
  return { state, requested, client }
}

/** A source with such a history and a ledger of its organisation. */
export const openHistory = (now: () => number, change: Partial<HistoryState> = {}) => {
  const history = historyClient(now, change)
  const ledger = memoryLedger()
  ledger.setOrg('org_1')
  return { ...history, ledger, source: sourceFor(history.client, now, ledger) }
}
