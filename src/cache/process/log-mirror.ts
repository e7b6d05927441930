import { LOG_LENGTH, type LogEntry } from '../../client/request-log.ts'

/** The request log of another process, as far as it has told. */
export type LogMirror = {
  /** The last entries, oldest first; the same array while nothing changes. */
  entries(): readonly LogEntry[]
  /** Takes entries that are new or have changed. */
  take(changed: readonly LogEntry[]): void
  /** The process has ended: what was in flight is not any more, and the next one counts from 1 again. */
  end(): void
}

export const createLogMirror = (): LogMirror => {
  const ring = new Map<number, LogEntry>()
  let view: readonly LogEntry[] | undefined
  let before = 0
  let last = 0
  return {
    entries: () => {
      view ??= [...ring.values()]
      return view
    },
    take(changed) {
      for (const entry of changed) {
        const id = before + entry.id
        last = Math.max(last, id)
        ring.set(id, { ...entry, id })
      }
      for (const id of ring.keys()) {
        if (ring.size <= LOG_LENGTH) break
        ring.delete(id)
      }
      view = undefined
    },
    end() {
      for (const [id, entry] of ring) if (entry.state === 'inFlight') ring.set(id, { ...entry, state: 'cancelled' })
      before = last
      view = undefined
    },
  }
}
