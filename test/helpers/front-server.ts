import type { ServerResponse } from 'node:http'
import type { Organisation } from './demos.ts'
import { startFaultyServer } from './faulty-server.ts'

/** A received request. `abandoned`: the client closed the connection before the response. */
type FrontRequest = { path: string; query: string; state: 'waiting' | 'answered' | 'abandoned' }

/** The response in place of the service's; `hold` delays the request, and a function writes the response itself. */
export type FrontReply = { status: number; body: unknown } | 'hold' | 'reset' | ((response: ServerResponse) => void)
export type FrontRule = (path: string, query: URLSearchParams) => FrontReply | undefined

/** A proxy in front of a service, which counts requests and answers some of them itself. */
export type Front = Organisation & {
  requests: readonly FrontRequest[]
  /** The number of requests by path, sorted by path, without those of the stream of today, which stay open. */
  counts(): Record<string, number>
  /** Sets the rule; without one, everything is passed on. */
  play(rule?: FrontRule): void
  /** Passes on the held requests. */
  release(): void
  /** Sets the change of response bodies; without one, they stay unchanged. */
  alter(change?: (body: unknown) => unknown): void
  close(): Promise<void>
}

export const startFront = async (behind: Organisation | undefined, firstRule?: FrontRule): Promise<Front> => {
  let rule = firstRule
  let alter: ((body: unknown) => unknown) | undefined
  const requests: FrontRequest[] = []
  const held: (() => void)[] = []
  const server = await startFaultyServer(({ path, headers }, response, socket) => {
    const { pathname, search, searchParams } = new URL(path, 'http://front')
    const entry: FrontRequest = { path: pathname, query: search, state: 'waiting' }
    requests.push(entry)
    response.on('close', () => {
      entry.state = response.writableFinished ? 'answered' : 'abandoned'
    })
    const passOn = () => {
      if (!behind) return send(response, 404, JSON.stringify({ status: 404, title: 'Not Found', detail: 'not here' }))
      const left = new AbortController()
      response.on('close', () => left.abort())
      fetch(behind.url + path, { headers: { authorization: headers.authorization ?? '' }, signal: left.signal })
        .then(async (answer) => {
          if (answer.headers.get('content-type') === 'text/event-stream') return passOnEvents(answer, response)
          const text = await answer.text()
          send(response, answer.status, alter && answer.ok ? JSON.stringify(alter(JSON.parse(text))) : text)
        })
        .catch((error) => response.destroy(error))
    }
    const reply = rule?.(pathname, searchParams)
    if (reply === 'hold') held.push(passOn)
    else if (reply === 'reset') socket.resetAndDestroy()
    else if (typeof reply === 'function') reply(response)
    else if (reply) send(response, reply.status, JSON.stringify(reply.body))
    else passOn()
  })
  return {
    url: server.url,
    key: behind?.key ?? 'qd-key-of-no-user',
    requests,
    counts() {
      const answered = requests.filter(({ path }) => !path.endsWith('/live/stream'))
      const byPath = Map.groupBy(answered, ({ path }) => path)
      return Object.fromEntries([...byPath].toSorted().map(([path, own]) => [path, own.length]))
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
    close: server.close,
  }
}

const passOnEvents = async (answer: Response, response: ServerResponse): Promise<void> => {
  response.writeHead(answer.status, { 'content-type': 'text/event-stream', date: new Date().toUTCString() })
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) response.write(chunk)
  response.end()
}

const send = (response: ServerResponse, status: number, text: string): void => {
  // Node would send the machine's time instead of the time of the tests.
  response.writeHead(status, { 'content-type': 'application/json', date: new Date().toUTCString() })
  response.end(text)
}
