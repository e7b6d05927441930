import type { Db } from '../db/db.ts'

/** Shortest time between two writes of last uses, ms. Each write clears the cache of responses. */
const WRITE_MS = 60_000

/** Stores when each key was last used: at most once a minute, without delaying a request. */
export const createUseRecorder = (db: Db) => {
  let uses = new Map<string, number>()
  let wroteAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (uses.size === 0) return
    const written = [...uses]
    uses = new Map()
    wroteAt = performance.now()
    try {
      await db.write(async (transaction) => {
        for (const [name, at] of written)
          await transaction.run(
            'UPDATE named_keys SET last_used_at = $2 WHERE name = $1 AND (last_used_at IS NULL OR last_used_at < $2)',
            [name, at],
          )
      })
    } catch {
      // The database may be down. A later use of the key is stored instead.
    }
  }
  return {
    /** @param at Unix milliseconds by the database's clock. */
    record: (name: string, at: number): void => {
      uses.set(name, at)
      timer ??= setTimeout(() => void flush(), Math.max(0, wroteAt + WRITE_MS - performance.now())).unref()
    },
    /** Writes the uses that are not stored yet. */
    flush,
  }
}
