/**
 * Stops together with the program that has the terminal, because a shell waits until all processes of the job have
 * stopped. Without a shell (an orphaned process group) the kernel stops neither of them.
 */
export const stopWithChild = (listener: () => void): void => {
  process.off('SIGTSTP', listener)
  process.kill(process.pid, 'SIGTSTP')
  // The signal may be delivered to another thread with a delay, but not longer than this.
  setTimeout(() => process.on('SIGTSTP', listener), MAX_DELIVERY_MS)
}

const MAX_DELIVERY_MS = 100

type Listeners = {
  leave: (error?: unknown) => void
  suspend: () => void
  resumed: () => void
  /**
   * Whether to ignore Ctrl-C: another program has the terminal, or the explorer is already ending.
   */
  ignoresInterrupt: () => boolean
}

/** Handles signals, a lost terminal and uncaught errors. Returns a function that removes the handlers. */
export const listenToProcess = ({ leave, suspend, resumed, ignoresInterrupt }: Listeners): (() => void) => {
  const { stdin, stdout } = process
  const endings = Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }).map(([signal, status]): Listening => {
    const end = () => {
      // Ctrl-C is meant for the pager or editor, but the terminal sends it to all processes of the job.
      if (signal === 'SIGINT' && ignoresInterrupt()) return
      process.exitCode = status
      leave()
    }
    return [process, signal, end]
  })
  // The terminal is gone (its window was closed, the connection broke), so no error can be shown.
  const terminalLost = () => leave()
  const listening: readonly Listening[] = [
    ...endings,
    [stdout, 'error', terminalLost],
    [stdin, 'error', terminalLost],
    [stdin, 'end', terminalLost],
    [process, 'SIGTSTP', suspend],
    [process, 'SIGCONT', resumed],
    // Node would print warnings over the screen.
    [process, 'warning', () => {}],
    [process, 'uncaughtException', (error) => leave(error)],
    [process, 'unhandledRejection', (error) => leave(error)],
  ]
  const warningListeners = process.listeners('warning')
  process.removeAllListeners('warning')
  for (const [from, event, listener] of listening) from.on(event, listener)
  return () => {
    for (const [from, event, listener] of listening) from.off(event, listener)
    for (const listener of warningListeners) process.on('warning', listener)
  }
}

type Listening = [from: NodeJS.EventEmitter, event: string, listener: (...args: unknown[]) => void]

/** A signal that aborts on the first Ctrl-C or SIGTERM. The second one ends the process by default. */
export const endSignal = (): AbortSignal => {
  const controller = new AbortController()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const end = (): void => {
    for (const name of signals) process.removeListener(name, end)
    controller.abort()
  }
  for (const name of signals) process.on(name, end)
  return controller.signal
}
