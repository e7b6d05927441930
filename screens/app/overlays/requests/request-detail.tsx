import { useMemo } from 'react'
import type { LogEntry } from '../../../../src/cache/query/query-client.ts'
import { wrapText } from '../../../../src/domain/text/fit.ts'
import { age, bytes, moment } from '../../../../src/domain/text/format.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { Dialog } from '../../../../src/ui/dialog/dialog.tsx'
import { useDialogPlace } from '../../../../src/ui/dialog/dialog-context.ts'
import { useKeys } from '../../../../src/ui/keys/use-keys.ts'
import { filled } from '../../../../src/ui/layout/columns.ts'
import { Rows } from '../../../../src/ui/layout/rows.tsx'
import { useSignal } from '../../../../src/ui/layout/signal.ts'
import type { Theme } from '../../../../src/ui/layout/theme.ts'
import { FIRST_LINE, LAST_LINE } from '../../../kit/detail/use-detail.ts'
import { shellWord } from '../../../kit/export/command-options.ts'
import { NO_ROW } from '../../../kit/list/use-list.ts'
import { useLastRow } from '../../../kit/session/use-last-row.ts'
import { curlText, keyVariable, type RequestRow, stateWord, timeOf } from './request-row.ts'
import { requestKeys } from './requests-keys.ts'

/** All details of a request, over the whole body. */
export const RequestDetail = ({ row, leave }: { row: RequestRow; leave: () => void }) => {
  const { width, height, theme } = useDialogPlace()
  const lines = useMemo(() => detailLines(row, width, theme), [row, width, theme])
  const top = useSignal(0)
  const room = height - 1
  const highest = Math.max(0, lines.length - room)
  const from = () => Math.min(top.get(), highest)
  const scroll = (to: number) => {
    if (to > from() && from() === highest) return LAST_LINE
    if (to <= from() && from() === 0) return FIRST_LINE
    return top.set(Math.min(Math.max(0, to), highest))
  }
  const copyCurl = useCopyCurl()
  const keys = useKeys(
    requestKeys,
    {
      down: () => scroll(from() + 1),
      up: () => scroll(from() - 1),
      pageDown: () => scroll(from() + room - 1),
      pageUp: () => scroll(from() - room + 1),
      top: () => scroll(0),
      bottom: () => scroll(lines.length),
      copyCurl: () => copyCurl(row),
      leave,
    },
    { kind: 'overlay', scope: 'request', isExclusive: true },
  )
  return (
    <Dialog title="Request" keys={keys}>
      <Rows lines={() => filled(lines.slice(from(), from() + room), room)} changes={top.subscribe} />
    </Dialog>
  )
}

/** Width of the labels in cells. */
const LABEL = 13

/** The details as lines of at most `width` cells. They contain no secrets, because the log contains none. */
const detailLines = (row: RequestRow, width: number, theme: Theme): string[] => {
  const fact = (label: string, text: string, role: Fact[2]): string[] =>
    wrapText(safeText(text, 'text'), width - LABEL - 3).map(
      (line, y) => ` ${theme.muted((y === 0 ? label : '').padEnd(LABEL))} ${role ? theme[role](line) : line}`,
    )
  const facts = row.from === 'cache' ? cacheFacts(row) : networkFacts(row)
  const lines = facts.flatMap(([label, text, role]) => (text === undefined ? [] : fact(label, text, role)))
  if (row.from === 'cache' || row.entry.problems === 0) return lines
  const { problems, violations } = row.entry
  const more = problems - violations.length
  return [
    ...lines,
    '',
    ` ${theme.muted('SCHEMA MISMATCHES')}  ${theme.strong(String(problems))}`,
    ...violations.flatMap(({ path, expected }) => {
      const text = `${path}  expected ${expected}`
      return wrapText(safeText(text, 'text'), width - 5).map((line, y) => ` ${y === 0 ? theme.warn('!') : ' '} ${line}`)
    }),
    ...(more > 0 ? [`   ${theme.muted(`and ${more} more`)}`] : []),
  ]
}

type Fact = [label: string, text: string | undefined, role?: 'bad' | 'strong' | 'warn']

const cacheFacts = ({ at, answer: { query, what, fetchedAt } }: Extract<RequestRow, { from: 'cache' }>): Fact[] => [
  ['data', what === '' ? query : `${query}, ${what}`, 'strong'],
  ['source', 'cache, no request sent'],
  ['time', `${timeOf({ at })} UTC`],
  [
    'fetched',
    fetchedAt === undefined ? 'earlier, at an unknown time' : `${moment(fetchedAt)}, ${age(at - fetchedAt)} before`,
  ],
]

const networkFacts = (row: Extract<RequestRow, { from: 'network' }>): Fact[] => {
  const { entry } = row
  const { method, url, endpoint, attempt, page, durationMs, sizeBytes, requestId, sent, error } = entry
  const took = durationMs === undefined ? [] : [`in ${Math.round(durationMs)} ms`]
  const size = sizeBytes === undefined ? [] : [`${bytes(sizeBytes)} transferred`]
  return [
    ['request', `${method} ${url}`, 'strong'],
    ['source', [`the network: ${stateWord(row)}`, ...took, ...size].join(', ')],
    ['error', error, 'bad'],
    ['time', `${timeOf(row)} UTC, endpoint ${endpoint}${page === undefined ? '' : `, page ${page}`}`],
    ['attempt', attemptText(attempt)],
    ['request id', requestId],
    ['body', sent],
    ['as curl', curlText(entry) ?? NO_CURL],
  ]
}

const attemptText = (attempt: LogEntry['attempt']): string =>
  attempt === 1 ? '1' : `${attempt}, after ${attempt === 2 ? '1 failure' : `${attempt - 1} failures`}`

/** The command that makes the same request. */
const apiCommand = (row: RequestRow): string | undefined => {
  if (row.from === 'cache') return undefined
  const { method, url, sent } = row.entry
  const { pathname, search } = new URL(url)
  const body = sent === undefined ? '' : ` -d ${shellWord(sent)}`
  return `api ${shellWord(pathname + search)}${method === 'GET' ? '' : ` -X ${method}`}${body}`
}

/** Why a request has no curl command. */
const NO_CURL = 'the request used a signed link, which is secret and not stored'

export const useCopyCurl = () => {
  const { showNotice, copy } = useLastRow()
  return (row: RequestRow | undefined) => {
    if (!row) return NO_ROW
    const text = row.from === 'network' ? curlText(row.entry) : undefined
    if (row.from === 'network' && text !== undefined) {
      const what = `the curl command. It reads the key from $${keyVariable(row.entry)}.`
      return copy(text, what, 'line', apiCommand(row))
    }
    return showNotice(`Nothing copied: ${row.from === 'cache' ? 'the data came from the cache' : NO_CURL}.`)
  }
}
