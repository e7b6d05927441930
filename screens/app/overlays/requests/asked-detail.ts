import type { LogEntry } from '../../../../src/cache/query/query-client.ts'
import { wrapText } from '../../../../src/domain/text/fit.ts'
import { age, bytes, moment } from '../../../../src/domain/text/format.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import type { Theme } from '../../../../src/ui/layout/theme.ts'
import { type AskedRow, stateWord, timeOf } from './asked-row.ts'
import { curlText } from './curl-text.ts'

/** Cells of the labels. */
const LABEL = 13

/** All that is known of what was asked, as lines of at most `width` cells. Nothing of it holds a secret: the log never does. */
export const detailLines = (row: AskedRow, width: number, theme: Theme): string[] => {
  const fact = ([label, text, role]: Fact): string[] =>
    wrapText(safeText(text, 'text'), width - LABEL - 3).map(
      (line, y) => ` ${theme.muted((y === 0 ? label : '').padEnd(LABEL))} ${role ? theme[role](line) : line}`,
    )
  const facts = row.from === 'cache' ? cacheFacts(row) : networkFacts(row)
  const lines = facts.flatMap(fact)
  if (row.from === 'cache' || row.entry.problems === 0) return lines
  const { problems, departures } = row.entry
  const more = problems - departures.length
  return [
    ...lines,
    '',
    ` ${theme.muted('NOT AS THE SCHEMA SAYS')}  ${theme.strong(String(problems))}`,
    ...departures.flatMap(({ path, expected }) => {
      const text = `${path}  wants ${expected}`
      return wrapText(safeText(text, 'text'), width - 5).map((line, y) => ` ${y === 0 ? theme.warn('!') : ' '} ${line}`)
    }),
    ...(more > 0 ? [`   ${theme.muted(`and ${more} more`)}`] : []),
  ]
}

type Fact = [label: string, text: string, role?: 'bad' | 'strong' | 'warn']

const cacheFacts = ({ at, answer: { query, what, fetchedAt } }: Extract<AskedRow, { from: 'cache' }>): Fact[] => [
  ['asked for', what === '' ? query : `${query}, ${what}`, 'strong'],
  ['answered by', 'the cache: no request was sent'],
  ['asked at', `${timeOf({ at })} UTC`],
  [
    'fetched',
    fetchedAt === undefined ? 'once its days were settled' : `${moment(fetchedAt)}, ${age(at - fetchedAt)} before`,
  ],
]

const networkFacts = (row: Extract<AskedRow, { from: 'network' }>): Fact[] => {
  const { entry } = row
  const { method, url, endpoint, attempt, page, durationMs, sizeBytes, requestId, sent, error } = entry
  const took = durationMs === undefined ? [] : [`in ${Math.round(durationMs)} ms`]
  const size = sizeBytes === undefined ? [] : [`${bytes(sizeBytes)} as sent`]
  return [
    ['request', `${method} ${url}`, 'strong'],
    ['answered by', [`the network: ${stateWord(row)}`, ...took, ...size].join(', ')],
    ...optional('what is wrong', error, 'bad'),
    ['asked at', `${timeOf(row)} UTC, as ${endpoint}${page === undefined ? '' : `, page ${page}`}`],
    ['try', triesText(attempt)],
    ...optional('request id', requestId),
    ...optional('body', sent),
    ['as curl', curlText(entry) ?? NO_CURL],
  ]
}

const triesText = (attempt: LogEntry['attempt']): string =>
  attempt === 1 ? '1, the first' : `${attempt}, after ${attempt === 2 ? 'one' : attempt - 1} that did not do`

/** Why there is no command for a request. */
export const NO_CURL = 'it followed a signed link, which is a secret and kept nowhere'

const optional = (label: string, text: string | undefined, role?: 'bad'): Fact[] =>
  text === undefined ? [] : [role ? [label, text, role] : [label, text]]
