import type { LogEntry, RequestLog } from '../../client/request-log.ts'
import { bytes } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'

/** Prints every request once it is done, one line each. */
export const followRequests = (log: RequestLog, err: (text: string) => void): void => {
  const printed = new Set<number>()
  log.subscribe(() => {
    for (const entry of log.entries()) {
      if (entry.state === 'inFlight' || printed.has(entry.id)) continue
      printed.add(entry.id)
      err(`${safeText(requestLine(entry))}\n`)
    }
  })
}

const requestLine = (entry: LogEntry): string => {
  const { method, url, status, state, durationMs, sizeBytes, requestId, attempt, error } = entry
  return [
    '>',
    method,
    url,
    status ?? state,
    durationMs === undefined ? '' : `${Math.round(durationMs)} ms`,
    sizeBytes === undefined ? '' : bytes(sizeBytes),
    attempt > 1 ? `try ${attempt}` : '',
    requestId ?? '',
    error ?? '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}
