import type { AppError } from '../../base/errors.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Live } from '../../contract/live.ts'
import { toAppError } from '../load/kit/load-errors.ts'
import type { Loaded } from '../load/kit/loaded.ts'
import type { Loader } from '../load/own-loader.ts'

/** Waits before a stream that has ended is opened again, ms. Each is twice the one before. */
const FIRST_WAIT_MS = 2_000
const LAST_WAIT_MS = 5 * 60_000
/** A stream that was open for this time worked, ms: the waits begin again. */
const STABLE_MS = 60_000

/**
 * The stream of the activity of today, which all screens share. It is open while it is followed, and is opened again
 * when it has ended.
 *
 * @param put - Stores each event as the value of the query `live`.
 */
export const createLiveFeed = (
  { followLive }: Pick<Loader, 'followLive'>,
  put: (live: Loaded<Lenient<Live>>) => void,
) => {
  const listeners = new Set<(isOpen: boolean) => void>()
  let current: AbortController | undefined
  let timer: NodeJS.Timeout | undefined
  let waitMs = FIRST_WAIT_MS
  let isOpen = false
  let events = 0

  const setOpen = (next: boolean): void => {
    if (next === isOpen) return
    isOpen = next
    for (const listener of listeners) listener(isOpen)
  }
  const open = async (): Promise<void> => {
    const own = new AbortController()
    current = own
    let openedAt: number | undefined
    const onLive = (live: Loaded<Lenient<Live>>): void => {
      if (own.signal.aborted) return
      openedAt ??= performance.now()
      events++
      put(live)
      setOpen(true)
    }
    const error = await followLive({ signal: own.signal, onLive }).then(() => undefined, toAppError)
    if (own.signal.aborted) return
    setOpen(false)
    if (error && isLasting(error)) waitMs = LAST_WAIT_MS
    else if (openedAt !== undefined && performance.now() - openedAt >= STABLE_MS) waitMs = FIRST_WAIT_MS
    timer = setTimeout(open, waitMs)
    waitMs = Math.min(LAST_WAIT_MS, 2 * waitMs)
  }
  const close = (): void => {
    clearTimeout(timer)
    current?.abort()
    timer = undefined
    current = undefined
    isOpen = false
    waitMs = FIRST_WAIT_MS
  }
  return {
    /**
     * Follows the activity of today until the returned function is called. `listener` is called with whether the
     * stream is open now and on every change; while it is not, the caller has to poll.
     */
    followLive(listener: (isOpen: boolean) => void): () => void {
      // The same function may follow twice.
      const own = (now: boolean) => listener(now)
      listeners.add(own)
      if (!current) void open()
      listener(isOpen)
      return () => {
        listeners.delete(own)
        // After the next screen has begun to follow, so that both use one stream.
        queueMicrotask(() => listeners.size === 0 && close())
      }
    },
    /** The number of events so far. */
    events: (): number => events,
    close,
  }
}

/** Whether trying again soon is useless: the server does not offer the stream, or not to this key. */
const isLasting = ({ kind, status = 0 }: AppError): boolean =>
  kind === 'notFound' || kind === 'incomplete' || (status >= 400 && status < 500)
