import { AppError } from '../../src/base/errors.ts'
import { type Asked, type DaysClient, daysClient } from './days-client.ts'

export type UsersClientOptions = {
  now: () => number
  /** Rows of the organisation in the order of its pages: `person day figure`, the day without its year. */
  rows: () => readonly string[]
  /** Rows on a page, so that a person's days may be split. */
  pageRows: number
  /** The first row of the next page; by default where this one ends. */
  next?: (after: number) => number
  /** Meta in place of the usual one, by the number of the request, counted from 1. */
  meta?: (request: number) => Record<string, unknown> | undefined
  /** Requests that fail, counted from 1. */
  failing?: readonly number[]
  status?: number
  isHeld?: boolean
}

/** A client whose users endpoint goes through rows in pages; the cursor is the number of the row that a page begins at. */
export const usersClient = ({
  now,
  rows,
  pageRows,
  next,
  meta,
  failing = [],
  status = 500,
  isHeld = false,
}: UsersClientOptions) => {
  const client: DaysClient = daysClient({
    now,
    isHeld,
    answer: ({ from, to, cursor }: Asked) => {
      const request = client.asked.length
      if (failing.includes(request)) throw new AppError('failed', `request ${request} failed`, { status })
      const within = rows()
        .map(toRow)
        .filter(({ date }) => date >= from && date <= to)
      const start = Number(cursor ?? 0)
      const end = start + pageRows
      const after = next?.(end) ?? end
      const usual = after < within.length ? { has_more: true, next_cursor: String(after) } : { has_more: false }
      return { data: within.slice(start, end), meta: meta?.(request) ?? usual }
    },
  })
  return client
}

export const toRow = (text: string) => {
  const [user, day, credits] = text.split(' ')
  return {
    user_id: user,
    user_email: `${user}@x.example`,
    date: `2026-${day}`,
    billable_tokens: Number(credits),
    extra: true,
  }
}
