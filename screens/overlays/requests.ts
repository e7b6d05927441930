import type { LogEntry } from '../../src/cache/query-client.ts'
import { fit } from '../../src/domain/fit.ts'
import { bytes } from '../../src/domain/format.ts'
import { safeText } from '../../src/domain/safe-text.ts'
import type { Theme } from '../../src/ui/theme.ts'

/** Every line of the request log, newest first. Addresses and errors carry no secret: the log never holds one. */
export const requestLines = (entries: readonly LogEntry[], width: number, theme: Theme): string[] => {
  if (entries.length === 0) return [` ${theme.muted('No request has been sent yet.')}`]
  const heading = ` ${fit('UTC', 8)}  ${fit('STATUS', 9)}  ${fit('TOOK', 8, 'right')}  ${fit('SIZE', 8, 'right')}  REQUEST`
  return [theme.muted(heading), ...entries.toReversed().flatMap((entry) => entryLines(entry, width, theme))]
}

const entryLines = (entry: LogEntry, width: number, theme: Theme): string[] => {
  const { status, state, durationMs, sizeBytes } = entry
  const word = state === 'inFlight' ? 'waiting' : state === 'cancelled' ? 'cancelled' : String(status ?? 'failed')
  const paint = state === 'failed' || (status ?? 0) >= 400 ? theme.bad : state === 'answered' ? theme.good : theme.muted
  const time = new Date(entry.at).toISOString().slice(11, 19)
  const took = durationMs === undefined ? '' : `${Math.round(durationMs)} ms`
  const size = sizeBytes === undefined ? '' : bytes(sizeBytes)
  const tries = entry.attempt > 1 ? ` (try ${entry.attempt})` : ''
  const odd = entry.problems > 0 ? ` ${entry.problems} odd members` : ''
  const room = Math.max(10, width - 43)
  const line = ` ${fit(time, 8)}  ${paint(fit(word, 9))}  ${fit(took, 8, 'right')}  ${fit(size, 8, 'right')}  ${fit(
    safeText(`${entry.method} ${shortAddress(entry.url)}${tries}${odd}`),
    room,
  )}`
  if (entry.error === undefined) return [line]
  return [line, ` ${' '.repeat(9)} ${theme.bad(fit(safeText(entry.error), Math.max(10, width - 12)))}`]
}

const shortAddress = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '')
