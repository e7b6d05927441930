import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Organisation } from './demos.ts'

/** A request as it reached the front. `abandoned`: whoever asked left before the answer. */
type FrontRequest = { path: string; query: string; state: 'waiting' | 'answered' | 'abandoned' }

/** What is answered in the service's place; `hold` keeps the request waiting. */
export type FrontReply = { status: number; body: unknown } | 'hold' | 'reset'
export type FrontRule = (path: string, query: URLSearchParams) => FrontReply | undefined

/** A server in front of a service: it counts, and answers by itself where a rule says so. */
export type Front = Organisation & {
  requests: readonly FrontRequest[]
  /** How often each path was asked for, in the order of their names. */
  counts(): Record<string, number>
  /** The rule from now on; without one, everything is passed on. */
  play(rule?: FrontRule): void
  /** Passes on what was held. */
  release(): void
  /** What becomes of the bodies that are passed on from now on; without one, nothing. */
  alter(change?: (body: unknown) => unknown): void
  close(): Promise<void>
}

export const startFront = async (behind: Organisation | undefined, firstRule?: FrontRule): Promise<Front> => {
  let rule = firstRule
  let alter: ((body: unknown) => unknown) | undefined
  const requests: FrontRequest[] = []
  const held: (() => void)[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://front')
    const entry: FrontRequest = { path: url.pathname, query: url.search, state: 'waiting' }
    requests.push(entry)
    response.on('close', () => {
      entry.state = response.writableFinished ? 'answered' : 'abandoned'
    })
    response.on('error', () => {})
    const passOn = () => {
      if (!behind) return send(response, 404, JSON.stringify({ status: 404, title: 'Not Found', detail: 'not here' }))
      const authorization = request.headers.authorization ?? ''
      fetch(behind.url + request.url, { headers: { authorization } })
        .then(async (answer) => {
          const text = await answer.text()
          send(response, answer.status, alter && answer.ok ? JSON.stringify(alter(JSON.parse(text))) : text)
        })
        .catch((error) => response.destroy(error))
    }
    const reply = rule?.(url.pathname, url.searchParams)
    if (reply === 'hold') return void held.push(passOn)
    if (reply === 'reset') return void request.socket.resetAndDestroy()
    if (reply) return send(response, reply.status, JSON.stringify(reply.body))
    return passOn()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: behind?.key ?? 'qd-key-of-nobody-in-particular',
    requests,
    counts() {
      const counts: Record<string, number> = {}
      for (const path of requests.map((one) => one.path).toSorted()) counts[path] = (counts[path] ?? 0) + 1
      return counts
    },
    release() {
      for (const passOn of held.splice(0)) passOn()
    },
    play(next) {
      rule = next
    },
    alter(next) {
      alter = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const send = (response: ServerResponse, status: number, text: string): void => {
  // Node itself would write the machine's time, which is not that of the tests.
  response.writeHead(status, { 'content-type': 'application/json', date: new Date().toUTCString() })
  response.end(text)
}
