import type { Loader } from '../load/loader.ts'

/** How long the loader must have been idle before the collector runs, ms. */
const IDLE_MS = 1_000

/**
 * Gives memory back once a burst of requests is over: a large answer leaves many times its size behind, and a process without
 * work would keep that for ever, as nothing makes its collector run.
 *
 * @param collect Runs the collector.
 */
export const collectWhenIdle = (loader: Pick<Loader, 'subscribe' | 'inFlight'>, collect: () => void): void => {
  let timer: NodeJS.Timeout | undefined
  loader.subscribe(() => {
    clearTimeout(timer)
    timer = setTimeout(() => loader.inFlight() === 0 && collect(), IDLE_MS).unref()
  })
}
