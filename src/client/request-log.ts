import { createEmitter } from '../base/emitter.ts'
import type { Problem } from './parse-json-bytes.ts'

/** One request as sent. Each retry has an entry of its own. */
export type LogEntry = {
  /** Increases within a client. */
  id: number
  /** When it started, Unix milliseconds by this machine's clock. */
  at: number
  /** The endpoint's name, or `other` for a request by path. */
  endpoint: string
  method: string
  /** Address without secrets. */
  url: string
  /** Whether the request contained the key. A request for a signed link does not, and its query is not in `url`. */
  hasKey: boolean
  /** Whether it went to the team's server of a profile, with the key of that server. @default false */
  isHistory?: boolean
  /** The JSON body without secrets; undefined if there was none. */
  sent: string | undefined
  state: 'inFlight' | 'answered' | 'failed' | 'cancelled'
  /** 1 for the first try of a call. */
  attempt: number
  /** Page of a walk, counted from 1. */
  page: number | undefined
  status: number | undefined
  /** Time from the start to the end of the body; undefined while in flight. */
  durationMs: number | undefined
  /** Size of the body as sent. */
  sizeBytes: number | undefined
  requestId: string | undefined
  /** One sentence, without secrets. */
  error: string | undefined
  /** The number of members that violate the contract. */
  problems: number
  /** The first {@link MAX_LOGGED_PROBLEMS} of these members. Very long paths are cut. */
  violations: readonly Problem[]
}

/** Maximum number of contract violations stored per response, enough to recognize a pattern. */
export const MAX_LOGGED_PROBLEMS = 20

/** Maximum number of entries. */
export const MAX_LOG_ENTRIES = 500

/** Creates a request log. `onDone` is called with every entry when it is no longer in flight. */
export const createRequestLog = (onDone?: (entry: LogEntry) => void) => {
  const inFlightEntries = new Map<number, LogEntry>()
  const { subscribe, emit } = createEmitter()
  const ring = new Map<number, LogEntry>()
  let view: readonly LogEntry[] | undefined
  let lastId = 0

  const changed = (): void => {
    view = undefined
    emit()
  }

  return {
    /** The last {@link MAX_LOG_ENTRIES} entries, oldest first. The same array until an entry changes. */
    entries: (): readonly LogEntry[] => {
      view ??= [...ring.values()]
      return view
    },
    /** The number of requests in flight. */
    get inFlight(): number {
      return inFlightEntries.size
    },
    /** Calls the listener after every change. Returns a function that unsubscribes it. */
    subscribe,
    start: (
      start: Pick<
        LogEntry,
        'at' | 'endpoint' | 'method' | 'url' | 'hasKey' | 'isHistory' | 'sent' | 'attempt' | 'page'
      >,
    ): number => {
      lastId += 1
      const entry: LogEntry = {
        ...start,
        id: lastId,
        state: 'inFlight',
        status: undefined,
        durationMs: undefined,
        sizeBytes: undefined,
        requestId: undefined,
        error: undefined,
        problems: 0,
        violations: [],
      }
      ring.set(entry.id, entry)
      inFlightEntries.set(entry.id, entry)
      const oldest = ring.keys().next().value
      if (ring.size > MAX_LOG_ENTRIES && oldest !== undefined) ring.delete(oldest)
      changed()
      return entry.id
    },
    /** Updates an entry. An entry that has left the ring only affects `inFlight` and `onDone`. */
    update: (id: number, change: Partial<Omit<LogEntry, 'id'>>): void => {
      const before = inFlightEntries.get(id) ?? ring.get(id)
      if (before === undefined) return
      const entry = { ...before, ...change }
      if (ring.has(id)) ring.set(id, entry)
      if (entry.state === 'inFlight') inFlightEntries.set(id, entry)
      else if (inFlightEntries.delete(id)) onDone?.(entry)
      changed()
    },
  }
}

/** A log with write access, for the client only. */
export type WritableLog = ReturnType<typeof createRequestLog>
export type RequestLog = Omit<WritableLog, 'start' | 'update'>
