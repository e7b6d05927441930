import { endpoints } from '../../src/contract/endpoints.ts'
import { openApiDocument } from '../../src/service/routes/openapi.ts'
import { answer, type Behaviour, type FaultyServer, startFaultyServer } from '../helpers/faulty-server.ts'
import { runQd } from '../helpers/run-qd.ts'
import { type Fault, type Outcome, tryTimes } from './fault.ts'
import { limits } from './limits.ts'
import { type NetworkRow, networkRows } from './network-rows.ts'

const KEY = 'qd-key-of-the-faults'

type Change = {
  /** A line of commands that sends one change. */
  line: string
  method: 'PATCH' | 'POST' | 'DELETE'
  /** What tells whether it was done. */
  look: RegExp
}

const computer = /qd computers (show|list)/
const changes: readonly Change[] = [
  { line: 'computers update cmp_a --name other', method: 'PATCH', look: computer },
  { line: 'computers install-deps cmp_a', method: 'POST', look: computer },
  { line: 'computers create --name other --remote-user agent', method: 'POST', look: computer },
  { line: 'computers restart cmp_a', method: 'POST', look: computer },
  { line: 'computers delete cmp_a --yes', method: 'DELETE', look: computer },
  { line: 'keys create sa_a --name other', method: 'POST', look: /qd keys list sa_a/ },
  { line: 'keys revoke sa_a key_a --yes', method: 'POST', look: /qd keys list sa_a/ },
  { line: 'wiki delete wr_a --yes', method: 'DELETE', look: /qd wiki show wr_a/ },
]

// Described by the server are all that it may be asked for.
const described = JSON.stringify(openApiDocument(endpoints))
const meeting = (behaviour: Behaviour): Promise<FaultyServer> =>
  startFaultyServer((received, response, socket) =>
    (received.method === 'GET' ? answer(200, described) : behaviour)(received, response, socket),
  )

/** The statuses that a change may end with where a read ends with `row.code`. */
const codesOf = (row: NetworkRow, { line }: Change): readonly number[] => {
  if (row.name === 'status 409' && line.startsWith('computers install')) return [0]
  if (/^(a redirect|429 |status 429)/.test(row.name)) return [1]
  const refused = /^(?:status|a web page with) (4\d\d)$/.exec(row.name)
  if (refused) return [row.code]
  // An answer of 2xx that can be read, however odd, says that it is done.
  if (/^(an empty answer|204|an empty object|a text for a list|the answer |lists of)/.test(row.name)) return [0, 6]
  return [6]
}

const wrongOf = (row: NetworkRow, change: Change, ran: Awaited<ReturnType<typeof runQd>>): string | undefined => {
  const codes = codesOf(row, change)
  const [sentence = ''] = ran.err.split('\n')
  if (/\n {4}at /.test(ran.err)) return `a stack: ${ran.err.slice(0, 300)}`
  if (!codes.includes(ran.code)) return `status ${ran.code} and not ${codes.join(' or ')}: ${sentence}`
  if ((ran.err + ran.out).includes(KEY)) return 'the key is shown'
  if (ran.code === 0) return undefined
  if (ran.out !== '') return `${ran.out.length} characters of output`
  if (!/127\.0\.0\.1:\d+ \S|The answer of 127\.0\.0\.1:\d+ |at 127\.0\.0\.1:\d+/.test(sentence))
    return `said: ${sentence}`
  if (ran.code !== 6) return undefined
  if (!/may have been (done|made).*look before doing it again/.test(sentence)) return `no doubt is told: ${sentence}`
  return change.look.test(ran.err) ? undefined : `how to look is not told: ${ran.err}`
}

const attempts = networkRows.flatMap((row) => changes.map((change) => ({ row, change })))

/** However a change is met, it is sent once, and nobody is told that it was done, or was not, who cannot know. */
const sentOnce = (count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    const { row, change } = attempts[(round * 61) % attempts.length] as (typeof attempts)[number]
    const server = await meeting(row.behaviour)
    try {
      const ran = await runQd(change.line.split(' '), {
        url: server.url,
        key: KEY,
        client: { limits, random: () => 0 },
      })
      const wrong = wrongOf(row, change, ran)
      if (wrong !== undefined) return `${row.name}, qd ${change.line}: ${wrong}`
      const sent = server.received.filter(({ method }) => method !== 'GET').length
      // Nothing was done where there were too many; a POST waits for somebody who says so all the same.
      const most = /429/.test(row.name) && change.method !== 'POST' ? 2 : 1
      return sent === 0 || sent > most ? `${row.name}, qd ${change.line}: sent ${sent} times` : undefined
    } finally {
      await server.close()
    }
  })

/** What was never sent is told so: the server was there when it was asked what it has, and then no more. */
const neverSent = (count: number): Promise<Outcome> =>
  tryTimes(count, async (round) => {
    const change = changes[round % changes.length] as Change
    const server = await meeting(answer(200, {}))
    const answeredLate = async (): Promise<string> => {
      await server.close()
      return 'yes'
    }
    const options = { url: server.url, key: KEY, ask: answeredLate, client: { limits } }
    const ran = await runQd(change.line.replace(' --yes', '').split(' '), options)
    const sent = server.received.filter(({ method }) => method !== 'GET').length
    return ran.code === 5 && sent === 0 && /^Nothing answers at /.test(ran.err)
      ? undefined
      : `qd ${change.line}: status ${ran.code}, sent ${sent} times: ${ran.err.slice(0, 200)}`
  })

export const changeFaults: readonly Fault[] = [
  { name: 'changes: answers that are none, by every command', count: attempts.length, run: sentOnce },
  { name: 'changes: a server that is gone before they are sent', count: 40, run: neverSent },
]
