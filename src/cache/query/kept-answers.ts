import { isContainer } from '../../base/json.ts'
import type { QueryName } from '../load/queries.ts'

/** A question that was answered from what is kept on disk, without a request. */
export type KeptAnswer = {
  /** Counts up. */
  id: number
  /** When it was asked, Unix ms. */
  at: number
  /** `users` are the rows of people, which are walked through. */
  query: QueryName | 'users'
  /** What was asked for, in words: `2026-11-07..2026-11-20`, `limit 30`; empty: all there is. */
  what: string
  /** When the answer was fetched, Unix ms by the server's clock; undefined for days that will not change any more. */
  fetchedAt: number | undefined
}

/** Answers that are remembered. */
const MAX_REMEMBERED = 200

/** The last answers that needed no request. @param now Unix ms. */
export const createKeptAnswers = (now: () => number) => {
  const answers: KeptAnswer[] = []
  let lastId = 0
  return {
    /** Oldest first. */
    list: (): readonly KeptAnswer[] => [...answers],
    add(query: KeptAnswer['query'], params: object, { at }: { at: number | undefined }): void {
      lastId += 1
      answers.push({ id: lastId, at: now(), query, what: wordsOf(params), fetchedAt: at })
      if (answers.length > MAX_REMEMBERED) answers.shift()
    },
  }
}

const wordsOf = (params: object): string =>
  Object.entries(params)
    .map(([name, value]) => (isRange(value) ? `${value.from}..${value.to}` : `${name} ${String(value)}`))
    .join(', ')

const isRange = (value: unknown): value is { from: string; to: string } =>
  isContainer(value) && 'from' in value && 'to' in value
