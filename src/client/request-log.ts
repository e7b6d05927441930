import { createEmitter } from '../base/emitter.ts'
import type { Problem } from './parse-json-bytes.ts'

/** One request as it went over the wire; a retry is an entry of its own. */
export type LogEntry = {
  /** Counts up within a client. */
  id: number
  /** When it started, Unix milliseconds by our own clock. */
  at: number
  /** The endpoint's name, or `other` for a request by path. */
  endpoint: string
  method: string
  /** Address without any secret. */
  url: string
  /** Whether the key went with it: not where a signed link is followed, whose query is not in `url`. */
  hasKey: boolean
  /** The JSON that was sent, without any secret; undefined: none. */
  sent: string | undefined
  state: 'inFlight' | 'answered' | 'failed' | 'cancelled'
  /** 1 for the first try of a call. */
  attempt: number
  /** Page of a walk, counted from 1. */
  page: number | undefined
  status: number | undefined
  /** Start to the body's end; undefined while in flight. */
  durationMs: number | undefined
  /** Body as sent, packed or not. */
  sizeBytes: number | undefined
  requestId: string | undefined
  /** One sentence, without any secret. */
  error: string | undefined
  /** Members that were not as the contract says. */
  problems: number
  /** The first {@link DEPARTURES_LOGGED} of them, their paths cut where they are very long. */
  departures: readonly Problem[]
}

/** Departures that are kept of an answer: enough to see what they have in common. */
export const DEPARTURES_LOGGED = 20

/** Entries that are kept. */
export const LOG_LENGTH = 500

/** `onDone` is told of every entry when it stops being in flight. */
export const createRequestLog = (onDone?: (entry: LogEntry) => void) => {
  const flying = new Map<number, LogEntry>()
  const { subscribe, emit } = createEmitter()
  const ring = new Map<number, LogEntry>()
  let view: readonly LogEntry[] | undefined
  let lastId = 0

  const changed = (): void => {
    view = undefined
    emit()
  }

  return {
    /** The last {@link LOG_LENGTH} entries, oldest first. The same array as before when nothing changed. */
    entries: (): readonly LogEntry[] => {
      view ??= [...ring.values()]
      return view
    },
    /** Requests on the wire now. */
    get inFlight(): number {
      return flying.size
    },
    /** Calls the listener after every change; answers how to stop. */
    subscribe,
    start: (
      start: Pick<LogEntry, 'at' | 'endpoint' | 'method' | 'url' | 'hasKey' | 'sent' | 'attempt' | 'page'>,
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
        departures: [],
      }
      ring.set(entry.id, entry)
      flying.set(entry.id, entry)
      const oldest = ring.keys().next().value
      if (ring.size > LOG_LENGTH && oldest !== undefined) ring.delete(oldest)
      changed()
      return entry.id
    },
    /** Changes an entry. One that has left the ring is only counted. */
    update: (id: number, change: Partial<Omit<LogEntry, 'id'>>): void => {
      const before = flying.get(id) ?? ring.get(id)
      if (before === undefined) return
      const entry = { ...before, ...change }
      if (ring.has(id)) ring.set(id, entry)
      if (entry.state === 'inFlight') flying.set(id, entry)
      else if (flying.delete(id)) onDone?.(entry)
      changed()
    },
  }
}

/** A log that can be written to: what the client holds, and nobody else. */
export type WritableLog = ReturnType<typeof createRequestLog>
export type RequestLog = Omit<WritableLog, 'start' | 'update'>
