import { NOW } from '../helpers/demos.ts'
import { answer, type Behaviour, reset, startFaultyServer } from '../helpers/faulty-server.ts'
import { runQd } from '../helpers/run-qd.ts'
import { client, type Fault, KEY, type Outcome, pick, stackIn, tryTimes } from './fault.ts'

type Row = Record<string, unknown>
type More = { has?: boolean; cursor?: string | null }

type List = {
  line: string
  /** Of the endpoint. */
  path: string
  member: string
  row: (at: number) => Row
  page: (rows: unknown[], more: More) => unknown
  /** Whether nothing is printed where a page fails, and the walk starts again, once, where its cursor is unknown. */
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
  /** Printed rows, and requests for the list. */
  counts: readonly [rows: number, asked: number]
  /** Whether the server rejects its own cursor. @default false */
  isForgotten?: boolean
  says: RegExp
  /** Status of a list that is printed whole or not at all. @default code */
  failed?: number
  /** The page of this number, from 0 on: a body, or a behaviour. */
  comes: (page: number, list: List) => unknown
}

/** A list that is incomplete, status 7; each page has one row. */
const endless = (
  name: string,
  counts: PagingRow['counts'],
  says: RegExp,
  more: (page: number) => More,
  rowOf = (at: number) => at,
): PagingRow => ({ name, code: 7, counts, says, comes: (at, { page, row }) => page([row(rowOf(at))], more(at)) })

/** A list whose second page fails in this way. */
const broken = (name: string, failed: number, asked: number, says: RegExp, second: Behaviour): PagingRow => ({
  name,
  code: 7,
  failed,
  counts: [1, asked],
  says,
  comes: (at, { page, row }) => (at === 0 ? page([row(0)], { has: true, cursor: 'c0' }) : second),
})

const notAccepted = /rejected|is not an object/
const next = (at: number): More => ({ has: true, cursor: `c${at}` })
const rows: readonly PagingRow[] = [
  endless('the same cursor for ever', [2, 2], /same cursor twice/, () => ({ has: true, cursor: 'c' })),
  endless('two cursors that lead to each other', [3, 3], /same cursor twice/, (at) => next(at % 2)),
  endless('more pages and no cursor', [1, 1], /does not say where they start/, () => ({ has: true })),
  endless('pages that bring nothing new', [1, 2], /brought nothing new/, next, () => 0),
  endless('pages without end', [1_000, 1_000], /stopped after 1000 pages/, next),
  {
    name: 'pages that overlap',
    code: 0,
    counts: [5, 4],
    says: /^/,
    comes: (at, { page, row }) => page([row(at), row(at + 1)], { has: at < 3, cursor: `c${at}` }),
  },
  {
    name: 'rows that are none',
    code: 0,
    counts: [2, 2],
    says: /missing or of a wrong type/,
    comes: (at, { page, row }) =>
      at === 0
        ? page([row(0)], { has: true, cursor: 'c0' })
        : page([null, 7, 'x', [], row(1)], { has: false, cursor: null }),
  },
  broken('a page that fails', 1, 3, /failed \(500\)/, answer(500, {})),
  broken('a page that is reset', 5, 4, /reset the connection/, reset),
  { ...broken('a cursor that is forgotten', 1, 2, notAccepted, answer(400, {})), isForgotten: true },
  broken('a page that is no page', 1, 2, notAccepted, answer(200, [])),
]

const attempts = rows.flatMap((row) => lists.map((list) => ({ row, list })))

/** Lists whose pages never end, lead in a circle or break off: the rows so far are printed, once each, and marked as incomplete. */
const pages = (count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    const { row, list } = pick(attempts, round)
    let page = 0
    const server = await startFaultyServer((received, response, socket) => {
      response.setHeader('date', new Date(NOW).toUTCString())
      // Shares of people need the credits of the organisation, another list.
      if (!received.path.startsWith(list.path)) return answer(200, { data: [] })(received, response, socket)
      const coming = row.comes(page++, list)
      return (typeof coming === 'function' ? (coming as Behaviour) : answer(200, coming))(received, response, socket)
    })
    try {
      const limits = { ...client.limits, headersMs: 2_000 }
      const options = { url: server.url, key: KEY, client: { ...client, limits } }
      const { code, out, err } = await runQd(list.line.split(' '), options)
      const said = `${row.name}, qd ${list.line}: status ${code}, asked ${page} times: ${err.slice(0, 300)}`
      const expected = (list.isWhole && row.failed) || row.code
      if (stackIn(err) || code !== expected || !row.says.test(err)) return said
      const [printedRows, askedFor] = row.counts
      if (page !== askedFor + (row.isForgotten && list.isWhole ? 1 : 0)) return said
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
  { name: 'paging: lists that do not end as they should', count: attempts.length, run: pages },
]
