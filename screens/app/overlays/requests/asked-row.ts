import type { KeptAnswer, LogEntry } from '../../../../src/cache/query/query-client.ts'

/** Something that was asked for: of the network, or answered from what is kept on disk. */
export type AskedRow = { id: string; at: number } & (
  | { from: 'network'; entry: LogEntry }
  | { from: 'cache'; answer: KeptAnswer }
)

/** All that was asked for, newest first. */
export const askedRows = (log: readonly LogEntry[], kept: readonly KeptAnswer[]): AskedRow[] =>
  [
    ...log.map((entry) => ({ id: `${entry.id}`, at: entry.at, from: 'network', entry }) as const),
    ...kept.map((answer) => ({ id: `cache ${answer.id}`, at: answer.at, from: 'cache', answer }) as const),
  ].sort((a, b) => b.at - a.at || countOf(b) - countOf(a))

const countOf = (row: AskedRow): number => (row.from === 'network' ? row.entry.id : row.answer.id)

/** One word for what became of it: its status, or what stands for one. */
export const stateWord = (row: AskedRow): string => {
  if (row.from === 'cache') return 'cache'
  const { state, status } = row.entry
  if (state === 'inFlight') return 'waiting'
  return state === 'cancelled' ? 'cancelled' : String(status ?? 'failed')
}

/** What was asked for, in one line. */
export const askedText = (row: AskedRow): string =>
  row.from === 'cache' ? cacheText(row.answer) : `${row.entry.method} ${pathOf(row.entry.url)}`

const cacheText = ({ query, what }: KeptAnswer): string => (what === '' ? query : `${query} ${what}`)

// Which of two hosts it was is told by the path, and by the detail.
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '')

/** `09:41:12`, UTC. */
export const timeOf = ({ at }: Pick<AskedRow, 'at'>): string => new Date(at).toISOString().slice(11, 19)

/**
 * Whether a row has every word of a filter, and none that a `!` stands before. Letter case does not count.
 *
 * @param filter - Empty: every row.
 */
export const hasWords = (row: AskedRow, filter: string): boolean => {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const text = searchedText(row).toLowerCase()
  return words.every((word) =>
    word.startsWith('!') ? word === '!' || !text.includes(word.slice(1)) : text.includes(word),
  )
}

const searchedText = (row: AskedRow): string => {
  const told = `${timeOf(row)} ${row.from} ${stateWord(row)} ${askedText(row)}`
  if (row.from === 'cache') return told
  const { url, endpoint, error = '', requestId = '', problems, attempt } = row.entry
  return [told, url, endpoint, error, requestId, problems > 0 ? 'odd' : '', attempt > 1 ? `try ${attempt}` : ''].join(
    ' ',
  )
}

/**
 * A request as a command for a shell, which takes the key from its own QUARTERDECK_API_KEY; undefined for one that followed a
 * signed link, which is kept nowhere.
 */
export const curlText = ({ method, url, hasKey, sent }: LogEntry): string | undefined => {
  if (!hasKey) return undefined
  return [
    // Without --globoff curl makes several addresses of one with brackets in it.
    'curl --globoff',
    ...(method === 'GET' ? [] : [`-X ${quoted(method)}`]),
    `-H "Authorization: Bearer $QUARTERDECK_API_KEY"`,
    ...(sent === undefined ? [] : [`-H 'Content-Type: application/json' --data-raw ${quoted(inAscii(sent))}`]),
    quoted(url),
  ].join(' ')
}

// Between single quotes everything is as it is, and there is no way to have one inside.
const quoted = (text: string): string => (/^[A-Z]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

// What is not ASCII stands in strings alone, where JSON has another way to write it that no terminal acts on.
const inAscii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
