import type { LogEntry, RequestLog } from '../../client/request-log.ts'
import { isDemo } from '../../config/credentials.ts'
import { bytes, counted } from '../../domain/text/format.ts'
import { fractionOf, percentOf, progressText } from '../../domain/text/progress-text.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { Deps } from './command.ts'

/** Writes a line to standard error. The sentence may contain untrusted text. */
export const noteTo = (err: (text: string) => void, sentence: string): void => err(`${safeText(sentence, 'text')}\n`)

/** After a change in the demo organisation, notes that it is not saved. */
export const noteOfDemo = async ({ credentials, err }: Pick<Deps, 'credentials' | 'err'>): Promise<void> => {
  if (isDemo(await credentials()))
    noteTo(err, 'The demo organisation is generated for each command: this change is not saved.')
}

/** Notes that the response does not match the contract. */
export const noteProblems = (problemCount: number, { err }: { err: (text: string) => void }): void => {
  if (problemCount > 0)
    noteTo(
      err,
      `The response does not match the API contract: ${counted(problemCount, 'field or row is missing or has a wrong type, and is', 'fields or rows are missing or have a wrong type, and are')} left out or shown as ?.`,
    )
}

/** A status line that is overwritten, on a terminal only. A screen reader gets each update as a separate line. */
export const createStatusLine = ({
  err,
  isErrorTerminal,
  globals,
}: Pick<Deps, 'err' | 'isErrorTerminal' | 'globals'>) => {
  let width = 0
  return {
    show(text: string): void {
      if (!isErrorTerminal) return
      const shown = safeText(text)
      err(globals.isScreenReader ? `${shown}\n` : `\r${shown.padEnd(width)}`)
      if (!globals.isScreenReader) width = Math.max(width, shown.length)
    },
    clear(): void {
      if (width > 0) err(`\r${' '.repeat(width)}\r`)
      width = 0
    },
  }
}

/** Minimum time after which a rate is shown, ms. */
const MIN_MS = 500

/** Shows the progress of work: one line on a terminal, each quarter for a screen reader, otherwise nothing. */
export const withProgress = async <Result>(
  deps: Parameters<typeof createStatusLine>[0],
  what: string,
  work: (onProgress: (done: { doneBytes: number; totalBytes: number | undefined }) => void) => Promise<Result>,
): Promise<Result> => {
  const line = createStatusLine(deps)
  const startedAt = performance.now()
  let quarter = 0
  try {
    return await work((done) => {
      const reached = Math.floor((fractionOf(done) ?? 0) * 4)
      if (deps.globals.isScreenReader) {
        if (reached > quarter) line.show(`${what}, ${reached * 25} %`)
        quarter = Math.max(quarter, reached)
        return
      }
      const ms = performance.now() - startedAt
      const progress = { ...done, bytesPerSecond: ms < MIN_MS ? undefined : (done.doneBytes / ms) * 1000 }
      const percent = percentOf(progress)
      line.show([what, ...(percent ? [percent] : []), progressText(progress)].join('  '))
    })
  } finally {
    line.clear()
  }
}

/** Prints each request when it is finished, one line per request. */
export const printRequests = (log: RequestLog, err: (text: string) => void): void => {
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
