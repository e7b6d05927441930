import { Problem } from '../http/problem.ts'

/** Streams of one key. Each explorer needs one, while it shows the activity of today. */
const MAX_STREAMS = 20
/** At most one event in this time. */
const TICK_MS = 1_000
/** Ticks between two comments. They show the client that the stream is alive. */
const COMMENT_TICKS = 5
/** Events that wait for a slow client. Further ones are skipped: the next event has newer figures. */
const MAX_WAITING = 4

type Subscriber = {
  keyName: string
  /** Hides names from this caller. */
  hide: (body: string) => string
  /** Whether the key is still valid. */
  isPermitted: () => Promise<boolean>
  controller: ReadableStreamDefaultController<Uint8Array>
  end: () => void
}

export type StreamOptions = {
  /** Reads the activity of today. */
  read: () => Promise<{ asOf: string }>
  /** A text that changes with the stored activity. */
  version: () => Promise<string>
  /** Ends all streams. */
  closing: AbortSignal
  onFailure: (error: unknown) => void
}

/**
 * Streams of server-sent events: an event `live` at once and when the activity of today has changed. All streams of a
 * service share one timer and its reads, and without streams nothing runs.
 */
export const createLiveStreams = ({ read, version, closing, onFailure }: StreamOptions) => {
  const subscribers = new Set<Subscriber>()
  let timer: NodeJS.Timeout | undefined
  let ticks = 0
  let isReading = false
  let seenVersion: string | undefined
  let newest: { body: string; figures: string } | undefined

  const refresh = async (): Promise<boolean> => {
    const current = await version()
    if (newest && current === seenVersion) return false
    const { asOf, ...rest } = await read()
    seenVersion = current
    const figures = JSON.stringify(rest)
    if (figures === newest?.figures) return false
    newest = { body: JSON.stringify({ asOf, ...rest }), figures }
    return true
  }
  const tick = async (): Promise<void> => {
    if (isReading) return
    isReading = true
    ticks++
    try {
      if (ticks % COMMENT_TICKS === 0) await comment()
      if (await refresh()) for (const subscriber of subscribers) sendNewest(subscriber)
    } catch (error) {
      // The database may be down for a while. Clients keep the figures they have.
      onFailure(error)
    } finally {
      isReading = false
    }
  }
  const comment = async (): Promise<void> => {
    for (const subscriber of subscribers) {
      if (await subscriber.isPermitted()) write(subscriber, ':\n\n')
      else subscriber.end()
    }
  }
  const sendNewest = (subscriber: Subscriber): void => {
    if (newest) write(subscriber, `event: live\ndata: ${subscriber.hide(newest.body)}\n\n`)
  }
  const add = (subscriber: Subscriber): void => {
    subscribers.add(subscriber)
    timer ??= setInterval(() => void tick(), TICK_MS).unref()
    sendNewest(subscriber)
    void tick()
  }
  const remove = (subscriber: Subscriber): void => {
    subscribers.delete(subscriber)
    if (subscribers.size > 0) return
    clearInterval(timer)
    timer = undefined
    newest = undefined
  }
  return {
    /**
     * @param signal Ends the stream.
     * @throws Problem 429 if the key has too many streams.
     */
    open: (
      { keyName, hide, isPermitted }: Pick<Subscriber, 'keyName' | 'hide' | 'isPermitted'>,
      signal: AbortSignal,
    ): ReadableStream<Uint8Array> => {
      if ([...subscribers].filter((other) => other.keyName === keyName).length >= MAX_STREAMS)
        throw new Problem(429, `The key ${keyName} has ${MAX_STREAMS} open streams: close one of them.`, {
          headers: { 'retry-after': '60' },
        })
      let own: Subscriber | undefined
      return new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            const end = (): void => {
              if (!own || !subscribers.has(own)) return
              remove(own)
              controller.close()
            }
            own = { keyName, hide, isPermitted, controller, end }
            add(own)
            for (const each of [signal, closing])
              if (each.aborted) end()
              else each.addEventListener('abort', end, { once: true })
          },
          cancel: () => own && remove(own),
        },
        { highWaterMark: MAX_WAITING },
      )
    },
  }
}

const write = ({ controller }: Subscriber, text: string): void => {
  if ((controller.desiredSize ?? 0) > 0) controller.enqueue(Buffer.from(text))
}
