import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../base/errors.ts'
import { DAY_MS } from '../../base/time.ts'
import type { Client } from '../../client/client.ts'
import { EARLIEST_DAY, yesterdayOf } from '../../domain/calendar/calendar.ts'
import { isClockOff } from '../../domain/text/time-text.ts'

/** Thrown when the options were parsed for a day other than the server's. */
class DayMismatchError extends Error {
  readonly serverNow: number
  constructor(serverNow: number) {
    super("the server's day differs from this machine's")
    this.serverNow = serverNow
  }
}

export type ServerDay = ReturnType<typeof createServerDay>

/**
 * Ranges end yesterday by the server's clock, which is known only after the server's first response. `run` parses the
 * options by this machine's clock, or by the newest time in the cache if that is later, and runs the command. If the
 * first response shows another day, `run` parses the options by the server's clock and runs the command again.
 * `watched` returns a client that compares the days after its first response.
 *
 * @param hasPrinted - Whether rows have been printed, so that the command cannot run again.
 * @param cachedServerTime - The newest server time in the cache, Unix ms.
 */
export const createServerDay = (
  ownNow: () => number,
  hasPrinted: () => boolean,
  cachedServerTime: () => Promise<number | undefined>,
) => {
  /** The time that the options were parsed with, Unix ms; undefined if no comparison is pending. */
  let parsedAt: number | undefined
  /** If set, all calls of the first run fail with this error, so that the second run can start. */
  let otherDay: DayMismatchError | undefined
  const calls = new Set<Promise<unknown>>()
  const compare = (serverNow: number | undefined): void => {
    if (parsedAt === undefined || serverNow === undefined) return
    const isSameDay = yesterdayOf(serverNow) === yesterdayOf(parsedAt)
    parsedAt = undefined
    if (isSameDay) return
    if (hasPrinted()) throw new AppError('incomplete', PRINTED_ALREADY)
    otherDay = new DayMismatchError(serverNow)
  }
  const endCalls = async (): Promise<void> => {
    while (calls.size > 0) await Promise.allSettled(calls)
    // Code that awaits a call finishes after the call itself.
    await setImmediate()
    otherDay = undefined
  }
  /** Parses the options. If that fails, requests the server's time first: they may be valid on its day. */
  const parsed = async <Options>(
    parse: (now: number) => Options,
    connect: (() => Promise<Client>) | undefined,
  ): Promise<Options> => {
    const own = ownNow()
    if (!isEverValid(parse, own)) return parse(own)
    const stored = (await cachedServerTime()) ?? own
    const isBehind = stored > own && isClockOff(stored - own)
    const now = isBehind ? stored : own
    parsedAt = now
    // If all days are cached, no other request would show the server's day.
    if (isBehind && connect) await requestServerTime(connect)
    try {
      return parse(now)
    } catch (error) {
      if (connect) await requestServerTime(connect)
      throw error
    }
  }
  return {
    run: async <Options, Result>(
      parse: (now: number) => Options,
      work: (options: Options) => Promise<Result>,
      connect: (() => Promise<Client>) | undefined,
    ): Promise<Result> => {
      try {
        return await work(await parsed(parse, connect))
      } catch (error) {
        if (!(error instanceof DayMismatchError)) throw error
        await endCalls()
        return work(parse(error.serverNow))
      }
    },
    watched: (client: Client): Client => {
      const checked = async (request: Parameters<Client['call']>) => {
        if (otherDay) throw otherDay
        try {
          return await client.call(...request)
        } finally {
          compare(client.serverNow())
          // biome-ignore lint/correctness/noUnsafeFinally: the result is for other days, so it is discarded
          if (otherDay) throw otherDay
        }
      }
      const call = async (...request: Parameters<Client['call']>) => {
        const reply = checked(request)
        calls.add(reply)
        return reply.finally(() => calls.delete(reply))
      }
      return { ...client, call: call as Client['call'] }
    },
  }
}

const PRINTED_ALREADY =
  "The printed days are wrong, because the server's clock shows another day: correct this machine's clock and try again."

/** How far this machine's clock may be behind, ms. A day later than that is rejected without a request. */
const MAX_BEHIND_MS = 2 * DAY_MS

/** Whether this machine's clock or a later one accepts the options. */
const isEverValid = (parse: (now: number) => unknown, own: number): boolean =>
  [own, own + MAX_BEHIND_MS].some((now) => {
    try {
      parse(now)
      return true
    } catch {
      return false
    }
  })

/** Makes a small request, because every response has the server's time in its headers. */
const requestServerTime = async (connect: () => Promise<Client>): Promise<void> => {
  try {
    const client = await connect()
    await client.call('activity', { query: { startDate: EARLIEST_DAY, endDate: EARLIEST_DAY } }, { tries: 1 })
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
  }
}
