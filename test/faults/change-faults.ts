import { answer, describing, startFaultyServer } from '../helpers/faulty-server.ts'
import { runQd } from '../helpers/run-qd.ts'
import { client, type Fault, KEY, type Outcome, pick, stackIn, tryTimes } from './fault.ts'
import { type NetworkRow, networkRows } from './network-rows.ts'

type Change = {
  /** A command line that sends one change. */
  line: string
  method: 'PATCH' | 'POST' | 'DELETE'
  /** The command in the hint, which shows whether the change was applied. */
  check: RegExp
}

const computer = /qd computers (show|list)/
const changes: readonly Change[] = [
  { line: 'computers update cmp_a --name other', method: 'PATCH', check: computer },
  { line: 'computers install-deps cmp_a', method: 'POST', check: computer },
  { line: 'computers create --name other --remote-user agent', method: 'POST', check: computer },
  { line: 'computers restart cmp_a', method: 'POST', check: computer },
  { line: 'computers delete cmp_a --yes', method: 'DELETE', check: computer },
  { line: 'keys create sa_a --name other', method: 'POST', check: /qd keys list sa_a/ },
  { line: 'keys revoke sa_a key_a --yes', method: 'POST', check: /qd keys list sa_a/ },
  { line: 'wiki delete wr_a --yes', method: 'DELETE', check: /qd wiki show wr_a/ },
]

/** The permitted exit statuses of a change if a read ends with `row.code`. */
const codesOf = (row: NetworkRow, { line }: Change): readonly number[] => {
  if (row.name === 'status 409' && line.startsWith('computers install')) return [0]
  if (/^(a redirect|429 |status 429)/.test(row.name)) return [1]
  const refused = /^(?:status|a web page with) (4\d\d)$/.exec(row.name)
  if (refused) return [row.code]
  // Any readable 2xx response means that the change was applied.
  if (/^(an empty answer|204|an empty object|a string for a list|the answer |deeply)/.test(row.name)) return [0, 6]
  return [6]
}

const problemOf = (row: NetworkRow, change: Change, ran: Awaited<ReturnType<typeof runQd>>): string | undefined => {
  const codes = codesOf(row, change)
  const [sentence = ''] = ran.err.split('\n')
  const stack = stackIn(ran.err)
  if (stack) return stack
  if (!codes.includes(ran.code)) return `status ${ran.code} and not ${codes.join(' or ')}: ${sentence}`
  if ((ran.err + ran.out).includes(KEY)) return 'the key is shown'
  if (ran.code === 0) return undefined
  if (ran.out !== '') return `${ran.out.length} characters of output`
  if (!/127\.0\.0\.1:\d+ \S|The response of 127\.0\.0\.1:\d+ |on 127\.0\.0\.1:\d+|at 127\.0\.0\.1:\d+/.test(sentence))
    return `said: ${sentence}`
  if (ran.code !== 6) return undefined
  if (!/may have been applied; check before retrying/.test(sentence))
    return `does not say that it may have been applied: ${sentence}`
  return change.check.test(ran.err) ? undefined : `does not say how to check: ${ran.err}`
}

const attempts = networkRows.flatMap((row) => changes.map((change) => ({ row, change })))

/** However a server responds, a change is sent once, and the message does not claim an unknown outcome. */
const sentOnce = (count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    const { row, change } = pick(attempts, round * 61)
    const server = await startFaultyServer(describing(row.behaviour))
    try {
      const ran = await runQd(change.line.split(' '), { url: server.url, key: KEY, client })
      const wrong = problemOf(row, change, ran)
      if (wrong !== undefined) return `${row.name}, qd ${change.line}: ${wrong}`
      const sent = server.received.filter(({ method }) => method !== 'GET').length
      // A 429 means that nothing was applied, so a change is retried once, except for a POST.
      const maxSent = /429/.test(row.name) && change.method !== 'POST' ? 2 : 1
      return sent === 0 || sent > maxSent ? `${row.name}, qd ${change.line}: sent ${sent} times` : undefined
    } finally {
      await server.close()
    }
  })

/** The server stops between the confirmation and the change: the error says that the connection failed. */
const neverSent = (count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    const change = pick(changes, round)
    const server = await startFaultyServer(describing(answer(200, {})))
    const answeredLate = async (): Promise<string> => {
      await server.close()
      return 'yes'
    }
    const words = change.line.replace(' --yes', '').split(' ')
    const ran = await runQd(words, { url: server.url, key: KEY, ask: answeredLate, client })
    const sent = server.received.filter(({ method }) => method !== 'GET').length
    return ran.code === 5 && sent === 0 && /refused the connection: /.test(ran.err)
      ? undefined
      : `qd ${change.line}: status ${ran.code}, sent ${sent} times: ${ran.err.slice(0, 200)}`
  })

export const changeFaults: readonly Fault[] = [
  { name: 'changes: invalid responses, by every command', count: attempts.length, run: sentOnce },
  { name: 'changes: a server that stops before they are sent', count: 40, run: neverSent },
]
