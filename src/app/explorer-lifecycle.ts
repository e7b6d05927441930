import { flushCompileCache } from 'node:module'
import { preloadModules } from '../../screens/app/loaded-screens.ts'
import type { Session } from '../../screens/kit/session/session.ts'
import { AppError } from '../base/errors.ts'
import { READ_ONLY_RUN } from '../config/credentials.ts'
import type { LentTerminal } from '../ui/terminal/lent-terminal.ts'
import type { TerminalSession } from '../ui/terminal/terminal-session.ts'
import type { Connected } from './connect.ts'
import type { ExplorerOutput } from './explorer-output.tsx'
import type { ExplorerStart, OpenOptions } from './explorer-start.ts'
import { stopWithChild } from './process-signals.ts'
import type { FrameKeeper } from './save-frame.ts'
import { setFlagsAfterFirstFrame } from './v8-flags.ts'

/** Stops the explorer on Ctrl-Z, and redraws after it continues. */
export const createSuspend = (lent: LentTerminal) => {
  const suspend = (): void => {
    if (lent.hasGuest()) stopWithChild(suspend)
    else
      void lent.lend(() => {
        const resumed = new Promise<void>((resolve) => process.once('SIGCONT', () => resolve()))
        process.kill(process.pid, 'SIGSTOP')
        return resumed
      })
  }
  return suspend
}

type ExitOptions = {
  start: ExplorerStart
  session: Session
  terminal: TerminalSession
  lent: LentTerminal
  output: ExplorerOutput
  frames: FrameKeeper
  /** The open screens, as links. */
  openLinks: () => readonly string[]
}

/** Ends the explorer once and restores the terminal. */
export const createExit = ({ start, session, terminal, lent, output, frames, openLinks }: ExitOptions) => {
  let isOver = false
  const over = Promise.withResolvers<void>()
  const finish = (error: unknown) => {
    // Don't store the open screens after an error: the next run could fail in the same way.
    const links = error === undefined ? openLinks() : []
    start.memory?.visits.leave(links)
    if (error === undefined) frames.leave(links)
    const broken = terminal.handBack(output.close)
    error ??= broken
    // Jobs in progress clean up while the terminal is already restored.
    const stopped = session.jobs.stopAll()
    if (error === undefined) over.resolve(stopped)
    else over.reject(error)
  }
  const leave = (error?: unknown) => {
    if (isOver) return
    isOver = true
    // A pager or editor on the terminal ends first and restores what it changed.
    const stopping = lent.stop() ?? terminal.background.over()
    if (stopping) void stopping.then(() => finish(error))
    else finish(error)
  }
  return { leave, over: over.promise, isOver: () => isOver }
}

/** Delay before each screen is preloaded, ms, so that requests of the current screen come first. */
const BETWEEN_LOADS_MS = 300

/** Waits without keeping the program alive. */
export const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

type ConnectionOptions = { session: Session; run: string; onRefused: () => void; exit: ReturnType<typeof createExit> }

/** The connection to the server. `open` loads the network code, and starts the local service for a demo. */
export const createConnection = (
  options: OpenOptions,
  start: ExplorerStart,
  { session, run, onRefused, exit }: ConnectionOptions,
) => {
  const { env, now, isOffline } = options
  const { credentials, peek } = start
  let connected: Connected | undefined
  let stopDemo = () => {}
  const startDemo = async () => {
    const { startDemoService } = await import('./demo-service.ts')
    const service = await startDemoService(options.demo ?? {}, env)
    stopDemo = service.stop
    const whyReadOnly = options.isReadOnly ? READ_ONLY_RUN : undefined
    return { ids: service.ids, credentials: { ...service.credentials, whyReadOnly } }
  }
  const open = async () => {
    setFlagsAfterFirstFrame()
    try {
      const [{ connect }, where] = await Promise.all([
        import('./connect.ts'),
        credentials ? { credentials, ids: undefined } : startDemo(),
      ])
      if (exit.isOver()) return stopDemo()
      const isReadOnly = where.credentials.whyReadOnly !== undefined
      connected = await connect({ ...where, isOffline, isReadOnly, env, now, peek, run, onRefused })
      if (exit.isOver()) return
      session.set({ connection: { is: 'ready', queries: connected.queries } })
      // A screen that cannot be loaded reports the error when it is opened. Write the compile cache now: after a long
      // session V8 may have discarded code that only the start needed.
      void preloadModules(() => later(BETWEEN_LOADS_MS)).then(flushCompileCache, () => {})
    } catch (error) {
      if (!(error instanceof AppError)) return exit.leave(error)
      session.set({ connection: { is: 'failed', error } })
    }
  }
  return {
    open,
    serverNow: () => connected?.serverNow(),
    close: async () => {
      stopDemo()
      await connected?.close()
    },
  }
}
