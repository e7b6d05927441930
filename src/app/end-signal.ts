/** Aborted by the first Ctrl-C or SIGTERM; the second one ends the process as if nobody had listened. */
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
