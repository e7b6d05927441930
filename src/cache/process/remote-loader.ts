import type { FromLoader, ToLoader } from './messages.ts'

/** The process that serves a loader, see serveLoader. */
export type RemoteLoader = {
  postMessage(message: ToLoader): void
  on(event: 'message', listener: (message: FromLoader) => void): unknown
  on(event: 'error' | 'exit', listener: (cause: unknown) => void): unknown
  /** Kills it; resolves when it has gone. */
  terminate(): Promise<unknown>
}

/** How long a process may take to close its files and connections, ms. */
export const CLOSING_MS = 2_000

/** Lets a process close its files and connections, then kills it. */
export const end = async (remote: RemoteLoader): Promise<void> => {
  const closed = Promise.withResolvers<void>()
  remote.on('message', (message: FromLoader) => message.is === 'closed' && closed.resolve())
  remote.on('exit', () => closed.resolve())
  remote.postMessage({ is: 'close' })
  const late = setTimeout(closed.resolve, CLOSING_MS)
  await closed.promise
  clearTimeout(late)
  await remote.terminate()
}
