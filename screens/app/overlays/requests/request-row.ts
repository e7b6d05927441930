import type { CacheHit, LogEntry } from '../../../../src/cache/query/query-client.ts'

/** A request that was sent to the network or answered from the cache. */
export type RequestRow = { id: string; at: number } & (
  | { from: 'network'; entry: LogEntry }
  | { from: 'cache'; answer: CacheHit }
)

/** All requests, newest first. */
export const requestRows = (log: readonly LogEntry[], kept: readonly CacheHit[]): RequestRow[] =>
  [
    ...log.map((entry) => ({ id: `${entry.id}`, at: entry.at, from: 'network', entry }) as const),
    ...kept.map((answer) => ({ id: `cache ${answer.id}`, at: answer.at, from: 'cache', answer }) as const),
  ].sort((a, b) => b.at - a.at || countOf(b) - countOf(a))

const countOf = (row: RequestRow): number => (row.from === 'network' ? row.entry.id : row.answer.id)

/** The outcome in one word: the status, or the state if there is no status. */
export const stateWord = (row: RequestRow): string => {
  if (row.from === 'cache') return 'cache'
  const { state, status } = row.entry
  if (state === 'inFlight') return 'waiting'
  return state === 'cancelled' ? 'cancelled' : String(status ?? 'failed')
}

/** The request in one line. */
export const requestText = (row: RequestRow): string =>
  row.from === 'cache' ? cacheText(row.answer) : `${row.entry.method} ${pathOf(row.entry.url)}`

const cacheText = ({ query, what }: CacheHit): string => (what === '' ? query : `${query} ${what}`)

// The host is left out: the path identifies it, and the detail shows it.
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '')

/** `09:41:12`, UTC. */
export const timeOf = ({ at }: Pick<RequestRow, 'at'>): string => new Date(at).toISOString().slice(11, 19)

/** The text that a filter searches. */
export const searchedText = (row: RequestRow): string => {
  const shown = `${timeOf(row)} ${row.from} ${stateWord(row)} ${requestText(row)}`
  if (row.from === 'cache') return shown
  const { url, endpoint, error = '', requestId = '', problems, attempt } = row.entry
  const issues = problems > 0 ? 'issues' : ''
  const tries = attempt > 1 ? `try ${attempt}` : ''
  return [shown, url, endpoint, error, requestId, issues, tries].join(' ')
}

/** The environment variable from which a copied command reads the key. */
export const keyVariable = ({ isHistory }: Pick<LogEntry, 'isHistory'>): string =>
  isHistory ? 'QUARTERDECK_HISTORY_API_KEY' : 'QUARTERDECK_API_KEY'

/**
 * A request as a shell command that reads the key from the environment. Undefined for a request that followed a signed
 * link, because signed links are not stored.
 */
export const curlText = (entry: LogEntry): string | undefined => {
  const { method, url, hasKey, sent } = entry
  if (!hasKey) return undefined
  return [
    // Without --globoff, curl expands brackets in an address into several addresses.
    'curl --globoff',
    ...(method === 'GET' ? [] : [`-X ${quoted(method)}`]),
    `-H "Authorization: Bearer $${keyVariable(entry)}"`,
    ...(sent === undefined ? [] : [`-H 'Content-Type: application/json' --data-raw ${quoted(inAscii(sent))}`]),
    quoted(url),
  ].join(' ')
}

// A shell reads everything in single quotes literally, but they can't contain a single quote.
const quoted = (text: string): string => (/^[A-Z]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

// Non-ASCII characters occur only in JSON strings, where they can be escaped. No terminal interprets the escapes.
const inAscii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
