import { useMemo } from 'react'
import type { LogEntry } from '../../../src/cache/query/query-client.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { bytes } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useSession } from '../../kit/session.ts'
import type { Overlay } from './overlay.ts'
import { useReader } from './reader.ts'

/** The requests that were sent, over the whole body. */
export const requestsOverlay = {
  opener: { keys: ['@'], help: 'list the requests that were sent', group: 'Go', before: 'last' },
  useOverlay: ({ isOpen, close, width, height, log }) => {
    const { theme } = useSession()
    const lines = useMemo(() => (isOpen ? requestLines(log, width, theme) : undefined), [isOpen, log, width, theme])
    return useReader(lines, height, close)
  },
} as const satisfies Overlay

/** Every line of the request log, newest first. Addresses and errors carry no secret: the log never holds one. */
export const requestLines = (entries: readonly LogEntry[], width: number, theme: Theme): string[] => {
  if (entries.length === 0) return [` ${theme.muted('No request has been sent yet.')}`]
  const heading = ` ${cellsOf(['UTC', 'STATUS', 'TOOK', 'SIZE'], width).join('  ')}  REQUEST`
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
  const [at = '', what = '', ...figures] = cellsOf([time, word, took, size], width)
  const cells = [at, paint(what), ...figures].join('  ')
  const request = safeText(`${entry.method} ${shortAddress(entry.url)}${tries}${odd}`)
  const line = ` ${cells}  ${fit(request, Math.max(10, width - textWidth([at, what, ...figures].join('  ')) - 4))}`
  if (entry.error === undefined) return [line]
  return [line, ` ${' '.repeat(9)} ${theme.bad(fit(safeText(entry.error), Math.max(10, width - 12)))}`]
}

// What was asked for is worth more than how long it took and how much came.
const cellsOf = ([time = '', status = '', took = '', size = '']: readonly string[], width: number): string[] => [
  fit(time, 8),
  fit(status, 9),
  ...(width < 80 ? [] : [fit(took, 8, 'right')]),
  ...(width < 100 ? [] : [fit(size, 8, 'right')]),
]

const shortAddress = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '')
