import { NOW } from '../helpers/demos.ts'
import { answer, type Behaviour, reset, startFaultyServer } from '../helpers/faulty-server.ts'
import { runQd } from '../helpers/run-qd.ts'
import { client, type Fault, KEY, type Outcome, pick, stackIn, tryTimes } from './fault.ts'

type Row = Record<string, unknown>
type More = { has?: boolean; cursor?: string | null }

type List = {
  line: string
  /** Path of the endpoint. */
  path: string
  member: string
  row: (at: number) => Row
  page: (rows: unknown[], more: More) => unknown
  /** Whether a failed page prints nothing, and a rejected cursor restarts the walk once. */
  isWhole: boolean
}

const users = (option: string): List => ({
  line: `analytics users --from 2026-11-18 --to 2026-11-18 ${option}`,
  path: '/api/v1/analytics/users',
  member: 'data',
  isWhole: false,
  row: (at) => ({ user_id: `user_${at}`, date: '2026-11-18', billable_tokens: 1 }),
  page: (data, { has, cursor }) => ({ data, meta: { org_id: 'org_1', has_more: has, next_cursor: cursor } }),
})
const lists: readonly List[] = [
  users('--all'),
  users('--totals'),
  {
    line: 'controls history --all',
    path: '/api/',
    member: 'changes',
    isWhole: true,
    row: (at) => ({ revision: 5_000 - at, createdAt: '2026-11-01T00:00:00Z', settings: { at } }),
    page: (changes, { has, cursor }) => ({ changes, pagination: { hasMore: has, nextCursor: cursor } }),
  },
]

type PagingRow = {
  name: string
  code: number
  /** Number of printed rows and of requests for the list. */
  counts: readonly [rows: number, requested: number]
  /** Whether the server rejects its own cursor. @default false */
  isRejected?: boolean
  message: RegExp
  /** Exit status for a list that is printed whole or not at all. @default code */
  failed?: number
  /** The response with this page, starting at 0: a body or a behaviour. */
  replyWith: (page: number, list: List) => unknown
}

/** An incomplete list, exit status 7. Each page has one row. */
const endless = (
  name: string,
  counts: PagingRow['counts'],
  message: RegExp,
  more: (page: number) => More,
  rowOf = (at: number) => at,
): PagingRow => ({ name, code: 7, counts, message, replyWith: (at, { page, row }) => page([row(rowOf(at))], more(at)) })

/** A list whose second page fails. */
const broken = (name: string, failed: number, requested: number, message: RegExp, second: Behaviour): PagingRow => ({
  name,
  code: 7,
  failed,
  counts: [1, requested],
  message,
  replyWith: (at, { page, row }) => (at === 0 ? page([row(0)], { has: true, cursor: 'c0' }) : second),
})

const rejectedMessage = /rejected the request|is not an object/
const next = (at: number): More => ({ has: true, cursor: `c${at}` })
const rows: readonly PagingRow[] = [
  endless('the same cursor forever', [2, 2], /same cursor twice/, () => ({ has: true, cursor: 'c' })),
  endless('two cursors that lead to each other', [3, 3], /same cursor twice/, (at) => next(at % 2)),
  endless('more pages and no cursor', [1, 1], /more pages but sent no cursor/, () => ({ has: true })),
  endless('pages without new rows', [1, 2], /had no new rows/, next, () => 0),
  endless('pages without end', [1_000, 1_000], /Stopped after 1000 pages/, next),
  {
    name: 'pages that overlap',
    code: 0,
    counts: [5, 4],
    message: /^/,
    replyWith: (at, { page, row }) => page([row(at), row(at + 1)], { has: at < 3, cursor: `c${at}` }),
  },
  {
    name: 'invalid rows',
    code: 0,
    counts: [2, 2],
    message: /missing or of a wrong type/,
    replyWith: (at, { page, row }) =>
      at === 0
        ? page([row(0)], { has: true, cursor: 'c0' })
        : page([null, 7, 'x', [], row(1)], { has: false, cursor: null }),
  },
  broken('a page that fails', 1, 3, /failed \(500\)/, answer(500, {})),
  broken('a page that is reset', 5, 4, /reset the connection/, reset),
  { ...broken('a cursor that is rejected', 1, 2, rejectedMessage, answer(400, {})), isRejected: true },
  broken('an invalid page', 1, 2, rejectedMessage, answer(200, [])),
]

const attempts = rows.flatMap((row) => lists.map((list) => ({ row, list })))

/** Lists with endless, circular or missing pages: the loaded rows are printed once each and marked as incomplete. */
const pages = (count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    const { row, list } = pick(attempts, round)
    let page = 0
    const server = await startFaultyServer((received, response, socket) => {
      response.setHeader('date', new Date(NOW).toUTCString())
      // Shares of users need the organisation's credits, which is another list.
      if (!received.path.startsWith(list.path)) return answer(200, { data: [] })(received, response, socket)
      const reply = row.replyWith(page++, list)
      return (typeof reply === 'function' ? (reply as Behaviour) : answer(200, reply))(received, response, socket)
    })
    try {
      const limits = { ...client.limits, headersMs: 2_000 }
      const options = { url: server.url, key: KEY, client: { ...client, limits } }
      const { code, out, err } = await runQd(list.line.split(' '), options)
      const said = `${row.name}, qd ${list.line}: status ${code}, asked ${page} times: ${err.slice(0, 300)}`
      const expected = (list.isWhole && row.failed) || row.code
      if (stackIn(err) || code !== expected || !row.message.test(err)) return said
      const [printedRows, requestedBy] = row.counts
      if (page !== requestedBy + (row.isRejected && list.isWhole ? 1 : 0)) return said
      if (expected !== row.code) return out === '' ? undefined : `${out.length} characters of output: ${said}`
      const printed = JSON.parse(out)
      if (printed[list.member]?.length !== printedRows) return `${printed[list.member]?.length} rows: ${said}`
      const isMarked = printed.incomplete === true || printed.meta?.incomplete === true
      return isMarked === (row.code === 7) ? undefined : `incomplete ${isMarked}: ${said}`
    } finally {
      await server.close()
    }
  })

export const pagingFaults: readonly Fault[] = [
  { name: 'paging: lists with broken paging', count: attempts.length, run: pages },
]
