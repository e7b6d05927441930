import { flushCompileCache } from 'node:module'
import { loadAhead } from '../../screens/app/loaded-screens.ts'
import type { Session } from '../../screens/kit/session/session.ts'
import { AppError } from '../base/errors.ts'
import { READ_ONLY_RUN } from '../config/credentials.ts'
import type { Connected } from './connect.ts'
import type { Exit } from './explorer-exit.ts'
import type { ExplorerStart, OpenOptions } from './explorer-start.ts'

/** Before each thing that is loaded ahead, ms: first comes what the shown one asked for. */
const BETWEEN_LOADS_MS = 300

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

type ConnectionOptions = { session: Session; run: string; onRefused: () => void; exit: Exit }

/** The network code of the explorer, which is loaded by `open`, and the demo's service where there is one. */
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
      // One that cannot be loaded says so when it is opened.
      // Kept now: at the end of a long day V8 has thrown away what only the start needed.
      void loadAhead(() => later(BETWEEN_LOADS_MS)).then(flushCompileCache, () => {})
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
