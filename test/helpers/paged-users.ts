import type { ServerResponse } from 'node:http'
import { startFaultyServer } from './faulty-server.ts'

type Reply = { status: number; headers?: Record<string, string> }

const PAGE = 100

/** A server with many users who were active on one day. Each page has larger credits than the pages before. */
export const startPagedUsers = async (users: number, day = '2026-11-10') => {
  let allowed = Number.POSITIVE_INFINITY
  let held: (() => void)[] = []
  /** Replies in place of pages, by the number of the request, counted from 1. */
  const replies = new Map<number, Reply>()
  const cursors: string[] = []
  const pageFrom = (start: number) => {
    const end = Math.min(users, start + PAGE)
    const data = Array.from({ length: end - start }, (_, at) => {
      const user = start + at
      const credits = 10 * user + 1
      const user_id = `user_${String(user).padStart(5, '0')}`
      return { user_id, user_email: null, date: day, billable_tokens: credits, sessions: 1 }
    })
    const more = end < users ? { has_more: true, next_cursor: String(end) } : { has_more: false }
    return { data, meta: { org_id: 'org', start_date: day, end_date: day, ...more } }
  }
  const send = (response: ServerResponse, status: number, body: object, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', date: new Date().toUTCString(), ...headers })
    response.end(JSON.stringify(body))
  }
  const server = await startFaultyServer(({ path }, response) => {
    const { pathname, searchParams } = new URL(path, 'http://server')
    if (pathname.endsWith('/analytics/activity')) {
      const data = [{ date: searchParams.get('endDate'), monthly_active_users: users }]
      return send(response, 200, { data, meta: { org_id: 'org' } })
    }
    if (!pathname.endsWith('/analytics/users')) return send(response, 404, { status: 404, title: 'Not Found' })
    const cursor = searchParams.get('cursor') ?? '0'
    cursors.push(cursor)
    const reply = replies.get(cursors.length)
    const answer = () =>
      reply
        ? send(response, reply.status, { status: reply.status }, reply.headers)
        : send(response, 200, pageFrom(Number(cursor)))
    if (allowed-- > 0) answer()
    else held.push(answer)
    return undefined
  })
  return {
    url: server.url,
    key: 'qd-key-of-no-user',
    /** The cursor of each requested page; `0` is the first page. */
    cursors: cursors as readonly string[],
    /** Holds all pages after the next `pages`, until it is called again. */
    allow(pages: number): void {
      const waiting = held
      held = []
      allowed = pages - waiting.length
      for (const answer of waiting) answer()
    },
    reply: (request: number, reply: Reply) => void replies.set(request, reply),
    close: server.close,
  }
}
